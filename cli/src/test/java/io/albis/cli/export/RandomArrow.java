// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedWidthVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes Arrow files of random values by Arrow's own writer. */
final class RandomArrow {

  private static final ArrowType.Int INT16 = new ArrowType.Int(16, true);

  private final Random random;
  private final List<String> words = new ArrayList<>();

  RandomArrow(long seed) {
    this.random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      words.add("word ".repeat(random.nextInt(4)) + i);
    }
  }

  /** The values have leaves of these types, which are columns, and elements of lists. */
  private static List<FieldType> leaves() {
    DictionaryEncoding codes = new DictionaryEncoding(1, false, INT16);
    return List.of(
        FieldType.nullable(new ArrowType.Int(32, true)),
        FieldType.nullable(ArrowType.Utf8.INSTANCE),
        FieldType.nullable(ArrowType.LargeUtf8.INSTANCE),
        FieldType.nullable(ArrowType.Utf8View.INSTANCE),
        new FieldType(true, INT16, codes));
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (FieldType leaf : leaves()) {
      int i = fields.size();
      fields.add(new Field("c" + i, leaf, null));
      fields.add(list("l" + i, new Field("element", leaf, null)));
      Field x = new Field("x", leaf, null);
      Field y = list("y", new Field("element", leaf, null));
      Field struct =
          new Field("element", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(x, y));
      fields.add(list("s" + i, struct));
    }
    return new Schema(fields);
  }

  private static Field list(String name, Field element) {
    return new Field(name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));
  }

  /**
   * Writes a file or a stream of several batches.
   *
   * @return the rows; nulls are the text null
   */
  List<List<Object>> write(Path path, boolean isFile) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector dictionary = new VarCharVector("words", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.create(schema(), allocator);
        FileOutputStream out = new FileOutputStream(path.toFile())) {
      dictionary.allocateNew();
      for (int i = 0; i < words.size(); i++) {
        dictionary.setSafe(i, words.get(i).getBytes(StandardCharsets.UTF_8));
      }
      dictionary.setValueCount(words.size());
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(
              new Dictionary(dictionary, new DictionaryEncoding(1, false, INT16)));
      try (ArrowWriter writer =
          isFile
              ? new ArrowFileWriter(root, dictionaries, out.getChannel())
              : new ArrowStreamWriter(root, dictionaries, out.getChannel())) {
        writer.start();
        for (int batch = 0; batch < 4; batch++) {
          int count = batch == 2 ? 0 : 5 + random.nextInt(50);
          rows.addAll(fill(root, count));
          writer.writeBatch();
        }
        writer.end();
      }
    }
    return rows;
  }

  private List<List<Object>> fill(VectorSchemaRoot root, int count) {
    List<List<Object>> columns = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      vector.reset();
      columns.add(fill(vector, count));
    }
    root.setRowCount(count);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      int at = row;
      rows.add(columns.stream().map(column -> column.get(at)).toList());
    }
    return rows;
  }

  /** Sets values, and returns them. */
  private List<Object> fill(FieldVector vector, int count) {
    if (vector instanceof ListVector list) {
      return fillList(list, count);
    }
    if (vector instanceof StructVector struct) {
      return fillStruct(struct, count);
    }
    vector.setInitialCapacity(count + 1);
    vector.allocateNew();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isNull = random.nextInt(4) == 0;
      values.add(isNull ? "null" : set(vector, i));
      if (isNull && vector instanceof FixedWidthVector) {
        vector.setNull(i);
      }
    }
    vector.setValueCount(count);
    if (vector instanceof BaseVariableWidthVector texts && count > 0) {
      shift(texts, count);
    }
    return values;
  }

  private Object set(FieldVector vector, int i) {
    int word = random.nextInt(words.size());
    byte[] bytes = words.get(word).getBytes(StandardCharsets.UTF_8);
    if (vector instanceof IntVector ints) {
      int value = random.nextInt();
      ints.setSafe(i, value);
      return value;
    } else if (vector instanceof SmallIntVector codes) {
      codes.setSafe(i, word);
    } else if (vector instanceof VarCharVector texts) {
      texts.setSafe(i, bytes);
    } else if (vector instanceof LargeVarCharVector texts) {
      texts.setSafe(i, bytes);
    } else {
      ((ViewVarCharVector) vector).setSafe(i, bytes);
    }
    return words.get(word);
  }

  /** Lets the first value start behind bytes that belong to none. */
  private void shift(BaseVariableWidthVector texts, int count) {
    ArrowBuf offsets = texts.getOffsetBuffer();
    int length = offsets.getInt(4L * count);
    int shift = random.nextInt(9);
    while (texts.getDataBuffer().capacity() < length + shift) {
      texts.reallocDataBuffer();
    }
    byte[] bytes = new byte[length];
    texts.getDataBuffer().getBytes(0, bytes);
    texts.getDataBuffer().setBytes(shift, bytes);
    for (int i = 0; i <= count; i++) {
      offsets.setInt(4L * i, offsets.getInt(4L * i) + shift);
    }
  }

  private List<Object> fillStruct(StructVector struct, int count) {
    List<List<Object>> fields = new ArrayList<>();
    for (FieldVector field : struct.getChildrenFromFields()) {
      fields.add(fill(field, count));
    }
    List<Object> values = new ArrayList<>();
    struct.setInitialCapacity(count + 1);
    for (int i = 0; i < count; i++) {
      int at = i;
      boolean isNull = random.nextInt(4) == 0;
      values.add(isNull ? "null" : fields.stream().map(field -> field.get(at)).toList());
      if (isNull) {
        struct.setNull(i);
      } else {
        struct.setIndexDefined(i);
      }
    }
    struct.setValueCount(count);
    return values;
  }

  /** Some elements belong to no list: before the first, and of lists that are null. */
  private List<Object> fillList(ListVector list, int count) {
    int[] ends = new int[count + 1];
    ends[0] = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      ends[i + 1] = ends[i] + random.nextInt(4);
    }
    list.setInitialCapacity(count + 1);
    list.allocateNew();
    List<Object> elements = fill(list.getDataVector(), ends[count]);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i <= count; i++) {
      list.getOffsetBuffer().setInt(4L * i, ends[i]);
    }
    for (int i = 0; i < count; i++) {
      boolean isNull = random.nextInt(4) == 0;
      values.add(isNull ? "null" : List.copyOf(elements.subList(ends[i], ends[i + 1])));
      if (!isNull) {
        BitVectorHelper.setBit(list.getValidityBuffer(), i);
      }
    }
    list.setLastSet(count - 1);
    list.setValueCount(count);
    return values;
  }
}
