// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.tests.RandomData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
 * Random tables of all types, nested at random, in random column groups, with and without an exact
 * filter: what Spark reads of the batches is what the SDK reads. {@code -Dalbis.seeds} sets the
 * number of tables, {@code -Dalbis.seed} repeats one.
 */
class RandomBatchesTest {

  @TempDir Path directory;

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 60));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsWhatTheSdkReads(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = schema(data);
    List<List<Object>> rows = inRange(schema, data.rows(schema, random.nextInt(600)));
    String uri = TestTable.write(directory, schema, groups(schema, random), rows);
    try (Table table = Table.open(uri)) {
      DatasetScan scan = projection(table, random);
      check(scan, UnsafeProjections.of(scan));
      DatasetScan filtered = scan.filter(filter(table.schema(), random));
      check(filtered, UnsafeProjections.of(filtered));
    }
  }

  /** The projection to Spark's own rows, by generated code or interpreted. */
  private record UnsafeProjections(StructType type, UnsafeProjection projection) {

    static UnsafeProjections of(DatasetScan scan) {
      StructType type = SparkTypes.toSpark(scan.schema(), NanosecondMode.AS_LONG);
      return new UnsafeProjections(type, UnsafeProjection.create(type));
    }
  }

  private static void check(DatasetScan scan, UnsafeProjections spark) {
    List<Field> fields = scan.schema().fields();
    SparkBatch target = new SparkBatch(spark.type);
    ColumnarBatch first = null;
    try (BatchCursor cursor = scan.batches();
        RowCursor expected = scan.rows()) {
      while (cursor.next()) {
        ColumnarBatch batch = target.set(cursor.batch());
        first = first == null ? batch : first;
        assertThat(batch).isSameAs(first);
        for (int i = 0; i < batch.numRows(); i++) {
          assertThat(expected.next()).isTrue();
          List<Object> row = row(fields, expected.row().materialize());
          InternalRow view = batch.getRow(i);
          assertThat(SparkValues.fields(view, spark.type)).isEqualTo(row);
          assertThat(SparkValues.fields(spark.projection.apply(view), spark.type)).isEqualTo(row);
        }
        for (int c = 0; c < fields.size(); c++) {
          int column = c;
          long nulls =
              LongStream.range(0, batch.numRows())
                  .filter(i -> batch.column(column).isNullAt((int) i))
                  .count();
          assertThat(batch.column(c).numNulls()).isEqualTo((int) nulls);
        }
        batch.closeIfFreeable();
      }
      assertThat(expected.next()).isFalse();
    }
  }

  private static List<Object> row(List<Field> fields, List<Object> values) {
    List<Object> row = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      row.add(SparkValues.expected(fields.get(i), values.get(i)));
    }
    return row;
  }

  /** A random schema, sometimes with a variant. */
  private static Schema schema(RandomData data) {
    Schema schema = data.schema(1 + data.random().nextInt(7), 1 + data.random().nextInt(4));
    if (data.random().nextInt(3) > 0) {
      return schema;
    }
    List<Field> fields = new ArrayList<>(schema.fields());
    List<Field> parts =
        new ArrayList<>(
            List.of(
                Field.required("metadata", Type.binary()), Field.required("value", Type.binary())));
    if (data.random().nextBoolean()) {
      parts.add(parts.remove(0));
    }
    Extension variant = Extension.of("variant");
    Field inList = Field.nullable("element", Type.struct(parts)).withExtension(variant);
    fields.add(Field.nullable("v", Type.struct(parts)).withExtension(variant));
    fields.add(Field.nullable("vs", Type.list(inList)));
    return Schema.of(fields);
  }

  /** Timestamps in milliseconds that Spark has no value for are another test. */
  private static List<List<Object>> inRange(Schema schema, List<List<Object>> rows) {
    List<List<Object>> kept = new ArrayList<>();
    for (List<Object> row : rows) {
      boolean isInRange = true;
      for (int i = 0; i < row.size(); i++) {
        isInRange &= isInRange(schema.fields().get(i), row.get(i));
      }
      if (isInRange) {
        kept.add(row);
      }
    }
    return kept;
  }

  private static boolean isInRange(Field field, Object value) {
    try {
      SparkValues.expected(field, value);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private static ColumnGroupSpec groups(Schema schema, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> ColumnGroupSpec.single();
      case 1 -> ColumnGroupSpec.all();
      default -> {
        List<String> flat = new ArrayList<>();
        for (Field field : schema.fields()) {
          if (!field.type().isRepeated() && random.nextBoolean()) {
            flat.add(field.name());
          }
        }
        yield flat.isEmpty() ? ColumnGroupSpec.single() : ColumnGroupSpec.explicit(List.of(flat));
      }
    };
  }

  private static DatasetScan projection(Table table, Random random) {
    List<String> names =
        new ArrayList<>(table.schema().fields().stream().map(Field::name).toList());
    Collections.shuffle(names, random);
    return table.scan().select(names.subList(0, random.nextInt(names.size() + 1)));
  }

  private static Predicate filter(Schema schema, Random random) {
    List<Predicate> tests = new ArrayList<>();
    for (Field field : schema.fields()) {
      if (!field.type().isNested()) {
        tests.add(
            random.nextBoolean()
                ? Predicate.isNull(field.name())
                : Predicate.isNotNull(field.name()));
      }
    }
    Predicate[] some =
        tests.subList(0, Math.min(tests.size(), 1 + random.nextInt(2))).toArray(Predicate[]::new);
    return some.length == 0
        ? Predicate.alwaysTrue()
        : random.nextBoolean() ? Predicate.and(Arrays.asList(some)) : Predicate.or(some);
  }
}
