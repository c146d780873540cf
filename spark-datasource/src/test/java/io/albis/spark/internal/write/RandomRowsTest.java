// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.vector.SparkBatch;
import io.albis.tests.RandomData;
import io.albis.tests.RowInput;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random tables of all types, nested at random: what the SDK writes, Spark reads and writes again,
 * as rows of its binary form and others, the SDK reads as it was. {@code -Dalbis.seeds} sets the
 * number of tables, {@code -Dalbis.seed} repeats one.
 */
class RandomRowsTest {

  @TempDir Path directory;

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 60));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void writesWhatWasRead(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = schema(data);
    String original = directory.resolve("original").toString();
    try (TableWriter writer = TableWriter.create(original, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        RowInput.write(rows, schema, data.rows(schema, random.nextInt(600)));
      }
      writer.commit();
    }
    String copy = directory.resolve("copy").toString();
    List<Integer> left = copy(original, copy, random.nextBoolean());

    List<Object> expected = rows(original);
    assertThat(rows(copy)).isEqualTo(left.stream().map(expected::get).toList());
  }

  /** Returns the numbers of the rows that Spark can read: some timestamps have no value there. */
  private static List<Integer> copy(String from, String to, boolean isBinary) {
    List<Integer> left = new ArrayList<>();
    try (Table table = Table.open(from)) {
      Schema schema = table.schema();
      StructType types = SparkTypes.toSpark(schema, NanosecondMode.AS_LONG);
      UnsafeProjection projection = UnsafeProjection.create(types);
      SparkBatch target = new SparkBatch(types);
      DistributedWrite write = TableWriter.create(to, schema).openDistributed();
      try (RowDataWriter writer =
              new RowDataWriter(write, types, NanosecondMode.AS_LONG, null, null, 0, 0);
          BatchCursor cursor = table.scan().batches()) {
        int number = 0;
        while (cursor.next()) {
          ColumnarBatch batch = target.set(cursor.batch());
          for (int i = 0; i < batch.numRows(); i++, number++) {
            InternalRow row = batch.getRow(i);
            try {
              InternalRow binary = projection.apply(row);
              writer.write(isBinary ? binary : row);
            } catch (ArithmeticException e) {
              continue;
            }
            left.add(number);
          }
        }
        write.commit(List.of(((TaskCommit) writer.commit()).result()));
      }
    }
    return left;
  }

  private static List<Object> rows(String uri) {
    List<Object> rows = new ArrayList<>();
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        rows.add(comparable(cursor.row().materialize()));
      }
    }
    return rows;
  }

  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    } else if (value instanceof Map.Entry<?, ?> entry) {
      return comparable(Arrays.asList(entry.getKey(), entry.getValue()));
    }
    return value instanceof List<?> list
        ? list.stream().map(RandomRowsTest::comparable).toList()
        : value;
  }

  /** A random schema, sometimes with a variant. */
  private static Schema schema(RandomData data) {
    Schema schema = data.schema(1 + data.random().nextInt(7), 1 + data.random().nextInt(4));
    if (data.random().nextInt(3) > 0) {
      return schema;
    }
    List<Field> parts =
        Arrays.asList(
            Field.required("metadata", Type.binary()), Field.required("value", Type.binary()));
    Collections.shuffle(parts, data.random());
    Extension variant = Extension.of("variant");
    Field inList = Field.nullable("element", Type.struct(parts)).withExtension(variant);
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(Field.nullable("v", Type.struct(parts)).withExtension(variant));
    fields.add(Field.nullable("vs", Type.list(inList)));
    return Schema.of(fields);
  }
}
