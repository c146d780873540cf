// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.convert.internal.batch.ConstantColumn;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.reader.AlbisFile;
import io.albis.reader.RowCursor;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalSortTest {

  private static final List<Type> TYPES =
      List.of(
          Type.bool(),
          Type.int8(),
          Type.int16(),
          Type.int32(),
          Type.int64(),
          Type.float32(),
          Type.float64(),
          Type.decimal(5, 2),
          Type.decimal(18, 0),
          Type.decimal(38, 10),
          Type.date(),
          Type.time(TimeUnit.MICROS),
          Type.timestamp(TimeUnit.NANOS),
          Type.timestampWithZone(TimeUnit.MILLIS),
          Type.string(),
          Type.binary(),
          Type.fixedBinary(3),
          Type.uuid(),
          Type.yearMonthInterval(),
          Type.dayTimeInterval());

  @TempDir Path dir;

  /** A value in plain encoding, and as an object; null for null. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Value(byte[] plain, Object object) {}

  private static Value value(Type type, Random random) {
    if (random.nextInt(6) == 0) {
      return new Value(null, null);
    }
    // Few different values, so that rows are equal.
    boolean isExtreme = random.nextInt(3) == 0;
    long number = isExtreme ? random.nextLong() : random.nextInt(7) - 3;
    return switch (type.kind()) {
      case BOOLEAN -> {
        boolean flag = random.nextBoolean();
        yield new Value(new byte[] {(byte) (flag ? 1 : 0)}, flag);
      }
      case INT8 -> of((byte) number, 1, (byte) number);
      case INT16 -> of((short) number, 2, (short) number);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> {
        int value = (int) number;
        yield of(value, 4, value);
      }
      case INT64, TIMESTAMP, DAY_TIME_INTERVAL -> of(number, 8, number);
      case TIME -> {
        long time = Math.floorMod(number, 86_400_000_000L);
        yield of(time, 8, time);
      }
      case FLOAT -> {
        float[] some = {0f, -0f, Float.NaN, Float.intBitsToFloat(0xffc00001), -1f, 1e30f};
        float one = isExtreme ? Float.intBitsToFloat((int) number) : some[random.nextInt(6)];
        yield of(Float.floatToRawIntBits(one), 4, one);
      }
      case DOUBLE -> {
        double[] some = {
          0, -0.0, Double.NaN, Double.longBitsToDouble(-1), Double.NEGATIVE_INFINITY, 1e300
        };
        double one = isExtreme ? Double.longBitsToDouble(number) : some[random.nextInt(6)];
        yield of(Double.doubleToRawLongBits(one), 8, one);
      }
      case DECIMAL -> {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger unscaled =
            isExtreme
                ? new BigInteger(126, random).mod(limit).multiply(BigInteger.valueOf(-1 | number))
                : BigInteger.valueOf(number);
        BigInteger fit = unscaled.remainder(limit);
        yield new Value(PlainEncoding.ofDecimal(type, fit), new BigDecimal(fit, type.scale()));
      }
      case STRING -> {
        String[] some = {"", "a", "a\0", "a\0b", "ab", "aaaaaaaaaaaaaaaa", "ä", "\uffff", "😀"};
        String one = some[random.nextInt(some.length)];
        yield new Value(one.getBytes(StandardCharsets.UTF_8), one);
      }
      case BINARY -> {
        byte[] bytes = new byte[random.nextInt(5)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (random.nextInt(3) - 1);
        }
        yield new Value(bytes, bytes);
      }
      case FIXED_BINARY -> {
        byte[] bytes = {(byte) (random.nextInt(3) - 1), 0, (byte) random.nextInt(2)};
        yield new Value(bytes, bytes);
      }
      case UUID -> {
        UUID uuid = new UUID(number, random.nextInt(2));
        yield new Value(
            java.nio.ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array(),
            uuid);
      }
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("Not sorted: " + type);
    };
  }

  private static Value of(long bits, int width, Object object) {
    return new Value(PlainEncoding.ofLong(bits, width), object);
  }

  /** A row: its number, values to sort by, and others that are kept as they are. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Row(int number, Value[] values) {}

  /** The columns, then the number of the row, a struct, a list and a map. */
  private static Schema schema(List<Type> types) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(Field.nullable("c" + i, types.get(i)));
    }
    fields.add(Field.required("number", Type.int32()));
    fields.add(
        Field.nullable(
            "s",
            Type.struct(
                Field.required("x", Type.int32()),
                Field.nullable("y", Type.list(Field.nullable("element", Type.string()))))));
    fields.add(
        Field.nullable(
            "m",
            Type.map(Field.required("key", Type.string()), Field.nullable("value", Type.uuid()))));
    return Schema.of(fields);
  }

  private static void write(Schema schema, Row row, BatchWriter batches) {
    int columns = row.values().length;
    // The batch has the addresses of their memory only.
    ConstantColumn[] values = new ConstantColumn[columns];
    try {
      for (int i = 0; i < columns; i++) {
        values[i] = new ConstantColumn(schema.fields().get(i).type(), row.values()[i].object());
        values[i].set(batches.column(i), 1);
      }
      setNumbered(row.number(), columns, batches);
      batches.endBatch(1);
    } finally {
      Reference.reachabilityFence(values);
    }
  }

  private static void setNumbered(int number, int columns, BatchWriter batches) {
    batches.column(columns).setInts(new int[] {number});
    boolean[] isNull = {number % 3 == 0};
    BatchColumn struct = batches.column(columns + 1);
    struct.setNulls(isNull);
    struct.child(0).setInts(new int[] {-number});
    String element = "e" + number;
    int elements = number % 4;
    struct.child(1).setOffsets(new int[] {0, elements});
    struct.child(1).child(0).setNulls(new boolean[] {false, true, false});
    setStrings(Collections.nCopies(elements, element), struct.child(1).child(0));
    BatchColumn map = batches.column(columns + 2);
    map.setNulls(isNull);
    map.setOffsets(new int[] {0, number % 3});
    setStrings(List.of("k0", "k1", "k2").subList(0, number % 3), map.child(0));
    map.child(1).setNulls(new boolean[] {true, false, false});
    map.child(1)
        .setFixedBytes(
            ByteBuffer.allocate(48)
                .putLong(16, number)
                .putLong(24, 1)
                .putLong(32, number)
                .putLong(40, 2)
                .array());
  }

  private static void setStrings(List<String> values, BatchColumn target) {
    int[] offsets = new int[values.size() + 1];
    for (int i = 0; i < values.size(); i++) {
      offsets[i + 1] = offsets[i] + values.get(i).length();
    }
    target.setBytes(String.join("", values).getBytes(StandardCharsets.UTF_8), offsets);
  }

  private List<Object> expectedTail(int number) {
    if (number % 3 == 0) {
      return Arrays.asList(number, null, null);
    }
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < number % 4; i++) {
      list.add(i == 1 ? null : "e" + number);
    }
    List<Object> map = new ArrayList<>();
    for (int i = 0; i < number % 3; i++) {
      UUID value = i > 0 ? new UUID(number, i) : null;
      map.add(new java.util.AbstractMap.SimpleImmutableEntry<>("k" + i, value));
    }
    return Arrays.asList(number, Arrays.asList(-number, list), map);
  }

  /** Sorts rows, divided between inputs, and returns what is written. */
  private List<List<Object>> sorted(
      Schema schema,
      List<Partitioning> partitioning,
      List<SortColumn> order,
      List<Row> rows,
      long memory,
      int inputs,
      boolean mustSpill)
      throws Exception {
    Path target = dir.resolve("sorted.albis");
    Files.deleteIfExists(target);
    try (AlbisFileWriter writer = AlbisFileWriter.create(target.toString(), schema).open()) {
      try (ExternalSort sort = new ExternalSort(schema, partitioning, order, dir, memory, inputs)) {
        for (int input = 0; input < inputs; input++) {
          int from = rows.size() * input / inputs;
          int to = rows.size() * (input + 1) / inputs;
          try (BatchWriter part = sort.newBatchWriter(input)) {
            rows.subList(from, to).forEach(row -> write(schema, row, part));
          }
        }
        assertThat(sort.runCount() > 0).isEqualTo(mustSpill);
        try (RowWriter out = writer.newRowWriter()) {
          sort.writeTo(out, count -> {});
        }
        assertThat(names()).allMatch(name -> !name.contains("sort"));
      }
      writer.finish();
    }
    List<List<Object>> found = new ArrayList<>();
    try (AlbisFile file = AlbisFile.open(target.toString());
        RowCursor cursor = file.scan().rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    }
    return found;
  }

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void sortsAsTheFormatSays(int seed) throws Exception {
    Random random = new Random(seed);
    List<Type> types = new ArrayList<>(TYPES);
    java.util.Collections.shuffle(types, random);
    Schema schema = schema(types).withAssignedIds();
    int count = 1 + random.nextInt(3);
    List<SortColumn> columns = new ArrayList<>();
    List<SortField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean descending = random.nextBoolean();
      boolean nullsLast = random.nextBoolean();
      columns.add(new SortColumn("c" + i, descending, nullsLast));
      fields.add(new SortField(schema.field("c" + i).id(), descending, nullsLast));
    }
    List<Row> rows = new ArrayList<>();
    for (int number = 0; number < 1500; number++) {
      Value[] values = new Value[types.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(types.get(i), random);
      }
      rows.add(new Row(number, values));
    }
    Comparator<byte[][]> order = new SortOrder(1, fields).comparator(schema);
    List<Row> expected = new ArrayList<>(rows);
    expected.sort(Comparator.comparing(row -> plain(row, count), order));
    boolean mustSpill = seed % 3 != 0;
    long memory = mustSpill ? 2 * ExternalSort.MIN_MEMORY : 64 << 20;
    List<List<Object>> found =
        sorted(schema, List.of(), columns, rows, memory, 1 + seed % 2, mustSpill);
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      List<Object> row = found.get(i);
      assertThat(row.subList(types.size(), row.size()))
          .as("row %d", i)
          .isEqualTo(expectedTail(expected.get(i).number()));
    }
  }

  private static byte[][] plain(Row row, int count) {
    return Arrays.stream(row.values()).limit(count).map(Value::plain).toArray(byte[][]::new);
  }

  private static List<Row> numbers(int count, java.util.function.IntUnaryOperator value) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = value.applyAsInt(i);
      rows.add(new Row(i, new Value[] {of(number, Integer.BYTES, number)}));
    }
    return rows;
  }

  @Test
  void mergesMoreRunsThanTheMemoryHasBlocksFor() throws Exception {
    Schema schema = schema(List.of(Type.int32()));
    List<SortColumn> order = List.of(SortColumn.ascending("c0"));
    int count = 60_000;
    List<List<Object>> found =
        sorted(
            schema,
            List.of(),
            order,
            numbers(count, i -> (i * 7919) % 100),
            ExternalSort.MIN_MEMORY,
            1,
            true);
    assertThat(found).hasSize(count);
    for (int i = 1; i < count; i++) {
      int before = (int) found.get(i - 1).get(0);
      int value = (int) found.get(i).get(0);
      assertThat(value).isGreaterThanOrEqualTo(before);
      if (value == before) {
        assertThat((int) found.get(i).get(1)).isGreaterThan((int) found.get(i - 1).get(1));
      }
    }
  }

  @Test
  void putsRowsOfAPartitionTogether() throws Exception {
    Schema schema = schema(List.of(Type.int32()));
    List<List<Object>> found =
        sorted(
            schema,
            List.of(Partitioning.truncate("c0", 10), Partitioning.bucket("c0", 2)),
            List.of(new SortColumn("number", true, false)),
            numbers(3000, i -> i % 40 - 20),
            64 << 20,
            2,
            false);
    List<String> partitions =
        found.stream()
            .map(
                row -> {
                  int value = (int) row.get(0);
                  int bucket =
                      (int) new BoundTransform(Transform.bucket(2), Type.int32()).ofLong(value);
                  return Math.floorDiv(value, 10) + "/" + bucket;
                })
            .toList();
    long changes = 0;
    for (int i = 1; i < partitions.size(); i++) {
      if (partitions.get(i).equals(partitions.get(i - 1))) {
        assertThat((int) found.get(i).get(1)).isLessThan((int) found.get(i - 1).get(1));
      } else {
        changes++;
      }
    }
    assertThat(changes).isEqualTo(partitions.stream().distinct().count() - 1);
  }

  @Test
  void sortsRowsThatAreLongerThanTheMemory() throws Exception {
    Schema schema = Schema.of(Field.required("s", Type.string()));
    List<SortColumn> order = List.of(SortColumn.descending("s"));
    Path target = dir.resolve("long.albis");
    try (AlbisFileWriter writer = AlbisFileWriter.create(target.toString(), schema).open()) {
      try (ExternalSort sort =
          new ExternalSort(schema, List.of(), order, dir, ExternalSort.MIN_MEMORY, 1)) {
        try (BatchWriter batches = sort.newBatchWriter(0)) {
          for (int i = 0; i < 5; i++) {
            setStrings(List.of((char) ('a' + i) + "x".repeat(200_000)), batches.column(0));
            batches.endBatch(1);
          }
        }
        try (RowWriter out = writer.newRowWriter()) {
          sort.writeTo(out, count -> {});
        }
      }
      writer.finish();
    }
    StringBuilder starts = new StringBuilder();
    try (AlbisFile file = AlbisFile.open(target.toString());
        RowCursor cursor = file.scan().rows()) {
      while (cursor.next()) {
        String value = cursor.row().getString(0);
        assertThat(value).hasSize(200_001);
        starts.append(value.charAt(0));
      }
    }
    assertThat(starts).hasToString("edcba");
  }

  @Test
  void refusesColumnsThatHaveNoOrder() {
    Schema schema = schema(List.of(Type.int32()));
    for (String path : List.of("s", "s.y", "m")) {
      List<SortColumn> order = List.of(SortColumn.ascending(path));
      try (ExternalSort sort = new ExternalSort(schema, List.of(), order, dir, 1 << 20, 1)) {
        assertThatThrownBy(() -> sort.newBatchWriter(0))
            .isInstanceOf(InvalidArgumentException.class)
            .hasMessageContaining("Cannot sort by " + path);
      }
    }
    List<SortColumn> unknown = List.of(SortColumn.ascending("z"));
    try (ExternalSort sort = new ExternalSort(schema, List.of(), unknown, dir, 1 << 20, 1)) {
      assertThatThrownBy(() -> sort.newBatchWriter(0)).isInstanceOf(InvalidArgumentException.class);
    }
  }

  @Test
  void namesTheDirectoryThatCannotBeWritten() {
    Schema schema = schema(List.of(Type.int32()));
    List<SortColumn> order = List.of(SortColumn.ascending("c0"));
    Path missing = dir.resolve("missing");
    try (ExternalSort sort =
            new ExternalSort(schema, List.of(), order, missing, ExternalSort.MIN_MEMORY, 1);
        BatchWriter batches = sort.newBatchWriter(0)) {
      assertThatThrownBy(() -> numbers(100_000, i -> i).forEach(row -> write(schema, row, batches)))
          .isInstanceOf(AlbisIOException.class)
          .hasMessageContaining("Cannot create a temporary file in " + missing)
          .hasMessageContaining("--temp-dir names another directory");
    }
  }
}
