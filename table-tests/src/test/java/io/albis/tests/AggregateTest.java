// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.reader.Expression.column;
import static io.albis.reader.Expression.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.DatasetScan;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates of scans: types, nulls, overflow, many groups. */
class AggregateTest {

  @TempDir private Path directory;

  private int tables;

  private void with(Schema schema, String groups, List<List<Object>> rows, Consumer<Table> test) {
    String uri = TestRoot.uri(directory.resolve("t" + tables++));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(4096)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      test.accept(table);
    }
  }

  private void withColumn(Type type, List<?> values, Consumer<DatasetScan> test) {
    List<List<Object>> rows = values.stream().map(value -> Arrays.<Object>asList(value)).toList();
    with(Schema.of(Field.nullable("v", type)), "single", rows, table -> test.accept(table.scan()));
  }

  private static Aggregation all() {
    Expression v = column("v");
    return Aggregation.groupBy().count().count(v).sum(v).min(v).max(v);
  }

  @Test
  void aggregatesOfNoRowsAreNull() {
    withColumn(
        Type.int32(),
        List.of(),
        scan -> {
          Aggregator one = scan.aggregate(all());
          assertThat(one.groupCount()).isEqualTo(1);
          assertThat(one.getLong(0, 0)).isZero();
          assertThat(one.isNull(0, 0)).isFalse();
          assertThat(one.getLong(0, 1)).isZero();
          assertThat(List.of(2, 3, 4)).allMatch(column -> one.isNull(0, column));
          assertThat(scan.aggregate(Aggregation.groupBy("v").count()).groupCount()).isZero();
        });
  }

  @Test
  void countsRowsWithoutColumns() {
    withColumn(
        Type.string(),
        Arrays.asList("a", null, "b"),
        scan -> {
          Aggregator counts = scan.aggregate(Aggregation.groupBy().count().count(column("v")));
          assertThat(counts.getLong(0, 0)).isEqualTo(3);
          assertThat(counts.getLong(0, 1)).isEqualTo(2);
          assertThat(scan.aggregate(Aggregation.groupBy().count()).getLong(0, 0)).isEqualTo(3);
        });
  }

  @Test
  void sumsExceedLongs() {
    long[] large = LongStream.range(0, 5000).map(i -> Long.MAX_VALUE - i).toArray();
    BigInteger sum =
        Arrays.stream(large).mapToObj(BigInteger::valueOf).reduce(BigInteger::add).orElseThrow();
    withColumn(
        Type.int64(),
        Arrays.stream(large).boxed().toList(),
        scan -> {
          Aggregator sums =
              scan.aggregate(
                  Aggregation.groupBy()
                      .sum(column("v"))
                      .sum(column("v").times(literal(-2)))
                      .max(column("v").plus(literal(1)))
                      .min(column("v").times(column("v"))));
          assertThat(sums.getDecimal(0, 0)).isEqualTo(new BigDecimal(sum));
          assertThatThrownBy(() -> sums.getLong(0, 0))
              .isInstanceOf(ArithmeticException.class)
              .hasMessageContaining("sum(v)");
          assertThat(sums.getDecimal(0, 1).unscaledValue()).isEqualTo(sum.multiply(big(-2)));
          assertThat(sums.getDecimal(0, 2)).isEqualTo(new BigDecimal(BigInteger.ONE.shiftLeft(63)));
          assertThat(sums.getDecimal(0, 3).unscaledValue())
              .isEqualTo(big(Long.MAX_VALUE - 4999).pow(2));
        });
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Test
  void resultsThatAreTooLargeFail() {
    BigDecimal large = new BigDecimal("9".repeat(38));
    withColumn(
        Type.decimal(38, 0),
        List.of(large, large.negate(), large),
        scan -> {
          Aggregator sums = scan.aggregate(all());
          assertThat(sums.getDecimal(0, 2)).isEqualTo(large);
          assertThat(sums.getDecimal(0, 3)).isEqualTo(large.negate());
          assertThat(sums.getDecimal(0, 4)).isEqualTo(large);
          assertThatThrownBy(
                  () -> scan.aggregate(Aggregation.groupBy().sum(column("v").times(column("v")))))
              .isInstanceOf(InvalidArgumentException.class)
              .hasMessageContaining(large + " * " + large)
              .hasMessageContaining("more than 38 digits");
        });
    withColumn(
        Type.decimal(38, 0),
        List.of(large, large),
        scan ->
            assertThatThrownBy(() -> scan.aggregate(all()))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("sum(v)")
                .hasMessageContaining("128 bits"));
  }

  /** Batches are smaller than the blocks in which rows are added. */
  @Test
  void longStringsCountAsMoreGroups() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      names.add("n".repeat(1000) + i);
    }
    withColumn(
        Type.string(),
        names,
        scan -> {
          Aggregation counts = Aggregation.groupBy("v").count();
          Aggregator groups = new Aggregator(counts, scan.schema());
          List<Integer> taken = new ArrayList<>();
          try (BatchCursor cursor = scan.batches()) {
            while (cursor.next()) {
              int from = groups.add(cursor.batch(), 0, 1000);
              if (from == 0) {
                assertThat(groups.add(cursor.batch(), 0, 1000)).isZero();
                taken.add(groups.groupCount());
                groups.clear();
                from = groups.add(cursor.batch(), 0, 1000);
              }
              assertThat(from).isEqualTo(cursor.batch().selectedCount());
            }
          }
          taken.add(groups.groupCount());
          assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(names.size());
          assertThat(taken).allMatch(count -> count < 100).hasSizeGreaterThan(3);
        });
  }

  /** Days by week: those of a block may be of one week, of several, and null. */
  @Test
  void groupsByWhatKeysAreMappedTo() {
    List<Integer> days = new ArrayList<>();
    for (int i = 0; i < 9000; i++) {
      days.add(i % 5 == 0 && i > 4000 ? null : i / 100 - 3);
    }
    withColumn(
        Type.date(),
        days,
        scan -> {
          Aggregation counts = Aggregation.groupBy("v").count();
          Aggregator weeks = new Aggregator(counts, scan.schema());
          weeks.mapKey(0, day -> Math.floorDiv(day, 7));
          try (BatchCursor cursor = scan.batches()) {
            while (cursor.next()) {
              weeks.add(cursor.batch(), 0, 1000);
            }
          }
          Map<Long, Long> expected = new TreeMap<>();
          days.forEach(
              day -> expected.merge(day == null ? -100L : Math.floorDiv(day, 7), 1L, Long::sum));
          Map<Long, Long> found = new TreeMap<>();
          for (int group = 0; group < weeks.groupCount(); group++) {
            long week = weeks.isNull(group, 0) ? -100 : weeks.getLong(group, 0);
            found.merge(week, weeks.getLong(group, 1), Long::sum);
          }
          assertThat(found).isEqualTo(expected).hasSize(weeks.groupCount());
          assertThatThrownBy(() -> weeks.mapKey(1, week -> 0))
              .isInstanceOf(IndexOutOfBoundsException.class);
        });
    withColumn(
        Type.string(),
        List.of("a"),
        scan -> {
          Aggregator strings = new Aggregator(Aggregation.groupBy("v").count(), scan.schema());
          assertThatThrownBy(() -> strings.mapKey(0, value -> 0))
              .isInstanceOf(InvalidArgumentException.class)
              .hasMessageContaining("v");
        });
  }

  /** Vectors as of an engine of its own, whose schema has no ids. */
  @Test
  void filtersTheRowsOfVectors() {
    Schema schema =
        Schema.of(
            Field.nullable("k", Type.int32()),
            Field.nullable("l", Type.int64()),
            Field.nullable("d", Type.float64()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      // No row of the second block has a large k, and all of the third.
      int k = i / 1024 == 1 ? 1 : i / 1024 == 2 ? 9 : i % 10;
      rows.add(
          Arrays.asList(
              i % 11 == 4 ? null : k, i % 13 == 5 ? null : (long) i, i % 7 == 2 ? null : i / 4.0));
    }
    Predicate large = Predicate.and(Predicate.greaterThan("k", 4), Predicate.lessThan("d", 1200.0));
    for (String[] keys : new String[][] {{}, {"k"}}) {
      Aggregation aggregation =
          Aggregation.groupBy(keys)
              .count()
              .sum(column("l"))
              .count(column("l").when(Predicate.isNull("d")))
              .max(column("d"));
      with(
          schema,
          "single",
          rows,
          table -> {
            Aggregator filtered = new Aggregator(aggregation.where(large), schema);
            try (BatchCursor cursor = table.scan().batches()) {
              while (cursor.next()) {
                ColumnBatch batch = cursor.batch();
                List<ColumnVector> vectors =
                    List.of(batch.column(0), batch.column(1), batch.column(2));
                int end = batch.rowCount() / 3;
                assertThat(filtered.add(vectors, 0, end, 100)).isEqualTo(end);
                assertThat(filtered.add(vectors, end, batch.rowCount(), 100))
                    .isEqualTo(batch.rowCount());
              }
            }
            assertThat(texts(filtered, keys.length, 4))
                .isEqualTo(
                    texts(table.scan().filter(large).aggregate(aggregation), keys.length, 4));
          });
    }
  }

  /** Sums and extremes of more than 64 bits, and long strings, of several threads. */
  @Test
  void severalThreadsFindTheSameGroups() {
    Schema schema =
        Schema.of(
            Field.nullable("s", Type.string()),
            Field.nullable("k", Type.int32()),
            Field.nullable("l", Type.int64()),
            Field.nullable("w", Type.decimal(38, 0)),
            Field.nullable("f", Type.float64()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      rows.add(
          Arrays.asList(
              i % 13 == 5 ? null : "name ".repeat(i * 7 % 4) + i % 30,
              i % 17 == 3 ? null : i / 1000,
              i % 3 == 0 ? null : Long.MAX_VALUE - i,
              i % 5 == 0 ? null : BigDecimal.TEN.pow(i % 33).subtract(BigDecimal.valueOf(i)),
              (double) i));
    }
    Expression w = column("w");
    Expression l = column("l");
    for (String[] keys : new String[][] {{}, {"k"}, {"s"}, {"s", "k", "l"}}) {
      Aggregation aggregation =
          Aggregation.groupBy(keys)
              .count()
              .count(l)
              .sum(l)
              .min(l)
              .max(l)
              .sum(w)
              .min(w)
              .max(w)
              .sum(column("f"));
      with(
          schema,
          "single",
          rows,
          table -> {
            DatasetScan scan = table.scan();
            Set<String> expected = texts(scan.aggregate(aggregation), keys.length, 9);
            assertThat(texts(scan.aggregate(aggregation, 3), keys.length, 9)).isEqualTo(expected);
            Aggregator merged =
                new Aggregator(aggregation, scan.select(aggregation.columns()).schema());
            try (BatchCursor cursor = scan.select(aggregation.columns()).batches()) {
              while (cursor.next()) {
                Aggregator part = new Aggregator(aggregation, cursor.batch().schema());
                part.add(cursor.batch(), 0, Integer.MAX_VALUE);
                merged.merge(part);
              }
            }
            assertThat(texts(merged, keys.length, 9)).isEqualTo(expected);
            Aggregator other = scan.aggregate(Aggregation.groupBy("s").count());
            assertThatThrownBy(() -> merged.merge(other))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("Cannot merge groups of [count(*)] by [s]");
          });
    }
  }

  /** Each row of the results as text; the last one of the aggregates is a double. */
  private static Set<String> texts(Aggregator groups, int keys, int aggregates) {
    Set<String> texts = new HashSet<>();
    for (int group = 0; group < groups.groupCount(); group++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < keys + aggregates; column++) {
        boolean isDouble = column == keys + aggregates - 1;
        text.append(text(groups, group, column, isDouble)).append(", ");
      }
      assertThat(texts.add(text.toString())).isTrue();
    }
    return texts;
  }

  private static String text(Aggregator groups, int group, int column, boolean isDouble) {
    if (groups.isNull(group, column)) {
      return "null";
    }
    if (isDouble) {
      return Double.toString(groups.getDouble(group, column));
    }
    try {
      return groups.getDecimal(group, column).toPlainString();
    } catch (InvalidArgumentException e) {
      return Arrays.toString(groups.getBytes(group, column));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "single"})
  void choosesValuesByConditions(String groups) {
    Schema schema =
        Schema.of(
            Field.required("i", Type.int32()),
            Field.nullable("s", Type.string()),
            Field.nullable("p", Type.struct(Field.nullable("d", Type.date()))));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      List<Object> struct = i % 3 == 0 ? null : Arrays.asList(i % 7 == 0 ? null : i);
      rows.add(Arrays.asList(i, i % 5 == 0 ? null : "s" + i % 10, struct));
    }
    Predicate isPart =
        Predicate.or(Predicate.equal("s", "s3"), Predicate.not(Predicate.lessThan("p.d", 1500)));
    java.util.function.IntPredicate isInPart =
        i -> i % 10 == 3 || i % 3 != 0 && i % 7 != 0 && i >= 1500;
    Aggregation aggregation =
        Aggregation.groupBy()
            .count(literal(1).when(isPart))
            .count(column("s").when(isPart))
            .count(column("s").when(Predicate.isNull("p"), column("i")))
            .sum(column("i").when(isPart, literal(new BigDecimal("0.5"))))
            .sum(column("i").when(isPart).plus(literal(1)))
            .max(column("p.d").when(Predicate.isNotNull("s")))
            .sum(column("i").when(Predicate.alwaysFalse(), literal(0)))
            .sum(column("i").when(Predicate.alwaysFalse()))
            .sum(column("i").when(isPart, literal(1.5)));
    assertThat(aggregation.columns()).containsExactly("s", "p.d", "p", "i");
    with(
        schema,
        groups,
        rows,
        table -> {
          for (int from : List.of(-1, 100)) {
            DatasetScan scan = table.scan();
            scan = from < 0 ? scan : scan.filter(Predicate.greaterOrEqual("i", from));
            Aggregator one = scan.aggregate(aggregation);
            var all = java.util.stream.IntStream.range(Math.max(0, from), 3000);
            int[] in = all.filter(isInPart).toArray();
            int others = 3000 - Math.max(0, from) - in.length;
            long sum = Arrays.stream(in).asLongStream().sum();
            assertThat(one.getLong(0, 0)).isEqualTo(in.length);
            assertThat(one.getLong(0, 1))
                .isEqualTo(Arrays.stream(in).filter(i -> i % 5 != 0).count());
            long notNull =
                java.util.stream.IntStream.range(Math.max(0, from), 3000)
                    .filter(i -> i % 3 != 0 || i % 5 != 0)
                    .count();
            assertThat(one.getLong(0, 2)).isEqualTo(notNull);
            assertThat(one.getDecimal(0, 3))
                .isEqualByComparingTo(
                    new BigDecimal("0.5")
                        .multiply(BigDecimal.valueOf(others))
                        .add(BigDecimal.valueOf(sum)));
            assertThat(one.getLong(0, 4)).isEqualTo(sum + in.length);
            assertThat(one.getLong(0, 5)).isEqualTo(2999);
            assertThat(one.isNull(0, 6)).isFalse();
            assertThat(one.getLong(0, 6)).isZero();
            assertThat(one.isNull(0, 7)).isTrue();
            assertThat(one.getDouble(0, 8)).isEqualTo(sum + 1.5 * others);
          }
          refuses(table.scan(), Aggregation.groupBy().sum(column("s").when(isPart)), "string");
        });
  }

  @Test
  void fitsIntegersToBits() {
    List<Long> values =
        List.of(3L, -128L, 127L, 128L, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE, -1L);
    withColumn(
        Type.int64(),
        values,
        scan -> {
          Expression v = column("v");
          Aggregation sums =
              Aggregation.groupBy()
                  .sum(v.wrappedTo(8))
                  .sum(v.wrappedTo(32))
                  .sum(v.times(v).wrappedTo(64))
                  .max(v.wrappedTo(64))
                  .sum(v.limitedTo(64));
          Aggregator one = scan.aggregate(sums);
          assertThat(one.getLong(0, 0)).isEqualTo(values.stream().mapToInt(Long::byteValue).sum());
          assertThat(one.getLong(0, 1)).isEqualTo(values.stream().mapToLong(Long::intValue).sum());
          assertThat(one.getLong(0, 2)).isEqualTo(values.stream().mapToLong(x -> x * x).sum());
          assertThat(one.getLong(0, 3)).isEqualTo(Long.MAX_VALUE);
          refuses(scan, Aggregation.groupBy().sum(v.limitedTo(8)), "8 bits: 128 is out of range");
          refuses(scan, Aggregation.groupBy().sum(v.times(v).limitedTo(64)), "out of range");
          refuses(
              scan,
              Aggregation.groupBy().sum(v.times(literal(0.5)).wrappedTo(8)),
              "is not an integer");
          assertThatThrownBy(() -> v.limitedTo(65)).isInstanceOf(InvalidArgumentException.class);
        });
  }

  @Test
  void nanIsTheGreatestNumber() {
    withColumn(
        Type.float64(),
        Arrays.asList(1.5, null, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY),
        scan -> {
          Aggregator extremes = scan.aggregate(all());
          assertThat(extremes.getDouble(0, 2)).isNaN();
          assertThat(extremes.getDouble(0, 3)).isEqualTo(Double.NEGATIVE_INFINITY);
          assertThat(extremes.getDouble(0, 4)).isNaN();
          Aggregator zeros = scan.filter(Predicate.equal("v", 0.0)).aggregate(all());
          assertThat(zeros.getLong(0, 0)).isEqualTo(2);
          assertThat(zeros.getDouble(0, 3)).isZero();
        });
    assertThat(column("a").plus(literal(1.5))).isEqualTo(column("a").plus(literal(1.5)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "single"})
  void groupsByAllTypes(String groups) {
    List<Type> types =
        List.of(
            Type.bool(),
            Type.int8(),
            Type.int16(),
            Type.int64(),
            Type.decimal(9, 2),
            Type.decimal(18, 3),
            Type.date(),
            Type.timestamp(TimeUnit.MICROS),
            Type.string(),
            Type.binary(),
            Type.fixedBinary(5),
            Type.uuid());
    Field[] fields = new Field[types.size() + 1];
    fields[0] = Field.required("n", Type.int32());
    for (int i = 0; i < types.size(); i++) {
      fields[i + 1] = Field.nullable("c" + i, types.get(i));
    }
    List<List<Object>> rows =
        java.util.stream.IntStream.range(0, 3000).mapToObj(AggregateTest::row).toList();
    with(
        Schema.of(fields),
        groups,
        rows,
        table -> {
          for (int i = 0; i < types.size(); i++) {
            int ordinal = i + 1;
            Map<Object, Long> expected = new HashMap<>();
            rows.forEach(row -> expected.merge(text(row.get(ordinal)), number(row), Long::sum));
            Aggregator sums = table.scan().aggregate(Aggregation.groupBy("c" + i).sum(column("n")));
            Map<Object, Long> found = new HashMap<>();
            for (int group = 0; group < sums.groupCount(); group++) {
              found.put(key(sums, group, types.get(i)), sums.getLong(group, 1));
            }
            assertThat(found).as("%s", types.get(i)).isEqualTo(expected);
          }
        });
  }

  private static long number(List<Object> row) {
    return ((Number) row.get(0)).longValue();
  }

  private static List<Object> row(int i) {
    Object[] row = new Object[13];
    row[0] = i;
    int k = i * 7 % 50;
    if (i % 11 != 3) {
      row[1] = k % 2 == 0;
      row[2] = (byte) (k - 20);
      row[3] = (short) (k * 300);
      row[4] = k * 100_000_000_000L;
      row[5] = BigDecimal.valueOf(k - 25, 2);
      row[6] = BigDecimal.valueOf(k * 1_000_000_000_000L, 3);
      row[7] = k - 10;
      row[8] = k * 1_000_000L;
      row[9] = "s".repeat(k % 12) + k % 3;
      row[10] = new byte[k % 20];
      row[11] = new byte[] {(byte) k, 0, 0, 0, (byte) (k % 2)};
      row[12] = new UUID(k % 5, k);
    }
    return Arrays.asList(row);
  }

  private static Object text(Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (value instanceof String string) {
      return Arrays.toString(string.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    if (value instanceof UUID uuid) {
      return uuid.toString();
    }
    if (value instanceof Boolean flag) {
      return flag ? 1L : 0L;
    }
    return value == null || value instanceof BigDecimal ? value : ((Number) value).longValue();
  }

  private static Object key(Aggregator groups, int group, Type type) {
    if (groups.isNull(group, 0)) {
      return null;
    }
    return switch (type.kind()) {
      case DECIMAL -> groups.getDecimal(group, 0);
      case STRING, BINARY, FIXED_BINARY -> Arrays.toString(groups.getBytes(group, 0));
      case UUID -> {
        var bytes = java.nio.ByteBuffer.wrap(groups.getBytes(group, 0));
        yield new UUID(bytes.getLong(), bytes.getLong()).toString();
      }
      default -> groups.getLong(group, 0);
    };
  }

  /** Groups are taken whenever there are many, and added up here. */
  @Test
  void continuesAfterClear() {
    int rows = 300_000;
    int maxGroups = 10_000;
    List<Long> values = LongStream.range(0, rows).map(i -> i * 31 % 100_003).boxed().toList();
    withColumn(
        Type.int64(),
        values,
        scan -> {
          Map<Long, Long> counts = new HashMap<>();
          Aggregator groups = new Aggregator(Aggregation.groupBy("v").count(), scan.schema());
          try (BatchCursor cursor = scan.batches()) {
            while (cursor.next()) {
              int from = 0;
              while (from < cursor.batch().selectedCount()) {
                from = groups.add(cursor.batch(), from, maxGroups);
                assertThat(groups.groupCount()).isLessThanOrEqualTo(maxGroups + 1024);
                if (groups.groupCount() > maxGroups) {
                  take(groups, counts);
                }
              }
            }
          }
          take(groups, counts);
          Map<Long, Long> expected = new HashMap<>();
          values.forEach(value -> expected.merge(value, 1L, Long::sum));
          assertThat(counts).isEqualTo(expected);
          assertThat(scan.aggregate(Aggregation.groupBy("v")).groupCount()).isEqualTo(100_003);
        });
  }

  private static void take(Aggregator groups, Map<Long, Long> counts) {
    for (int group = 0; group < groups.groupCount(); group++) {
      counts.merge(groups.getLong(group, 0), groups.getLong(group, 1), Long::sum);
    }
    groups.clear();
    assertThat(groups.groupCount()).isZero();
  }

  @Test
  void readsFieldsOfStructs() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.nullable("s", Type.struct(Field.required("x", Type.int64()))),
            Field.required("l", Type.list(Field.required("element", Type.int32()))));
    List<List<Object>> rows =
        List.of(
            Arrays.asList(1, List.of(5L), List.of(1)),
            Arrays.asList(2, null, List.of()),
            Arrays.asList(3, List.of(7L), List.of(2)));
    with(
        schema,
        "single",
        rows,
        table -> {
          DatasetScan scan = table.scan();
          Aggregator sums =
              scan.aggregate(Aggregation.groupBy().sum(column("s.x")).count(column("s")));
          assertThat(sums.getLong(0, 0)).isEqualTo(12);
          assertThat(sums.getLong(0, 1)).isEqualTo(2);
          assertThat(scan.aggregate(Aggregation.groupBy("s.x").count()).groupCount()).isEqualTo(3);
          refuses(scan, Aggregation.groupBy("s"), "Cannot group by column s");
          refuses(scan, Aggregation.groupBy("l.element"), "inside of a list or map");
          refuses(scan, Aggregation.groupBy().sum(column("l")), "column l");
        });
  }

  private static void refuses(DatasetScan scan, Aggregation aggregation, String message) {
    assertThatThrownBy(() -> scan.aggregate(aggregation))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesOtherTypes() {
    withColumn(
        Type.string(),
        List.of("a"),
        scan -> {
          refuses(scan, Aggregation.groupBy().max(column("v")), "string");
          refuses(scan, Aggregation.groupBy().sum(column("v").plus(literal(1))), "string");
          assertThatThrownBy(() -> scan.aggregate(Aggregation.groupBy("w")))
              .isInstanceOf(InvalidArgumentException.class);
          Aggregator groups = scan.aggregate(Aggregation.groupBy("v").count());
          assertThatThrownBy(() -> groups.getLong(0, 0))
              .isInstanceOf(InvalidArgumentException.class);
          assertThatThrownBy(() -> groups.getDouble(0, 1))
              .isInstanceOf(InvalidArgumentException.class);
          assertThatThrownBy(() -> groups.getBytes(0, 1))
              .isInstanceOf(InvalidArgumentException.class);
        });
    withColumn(
        Type.float32(), List.of(1f), scan -> refuses(scan, Aggregation.groupBy("v"), "float"));
  }

  /** The sum of a number of each row, as a model computes it: null where that is null. */
  private void assertComputed(
      List<Double> a, List<Double> b, Expression value, BinaryOperator<Double> model) {
    Schema schema =
        Schema.of(
            Field.nullable("a", Type.float64()),
            Field.nullable("b", Type.float64()),
            Field.required("id", Type.int32()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < a.size() * b.size(); i++) {
      rows.add(Arrays.asList(a.get(i / b.size()), b.get(i % b.size()), i));
    }
    with(
        schema,
        "single",
        rows,
        table -> {
          Aggregator groups =
              table.scan().aggregate(Aggregation.groupBy("id").max(value).count(value));
          for (int i = 0; i < rows.size(); i++) {
            Double expected = model.apply((Double) rows.get(i).get(0), (Double) rows.get(i).get(1));
            assertThat(groups.isNull(i, 1))
                .as("%s: %s", value, rows.get(i))
                .isEqualTo(expected == null);
            assertThat(groups.getLong(i, 2)).isEqualTo(expected == null ? 0 : 1);
            if (expected != null) {
              // The maximum of -0.0 is 0.0.
              assertThat(groups.getDouble(i, 1))
                  .as("%s: %s", value, rows.get(i))
                  .isEqualTo((Double) (expected + 0.0));
            }
          }
        });
  }

  @Test
  void computesFunctionsOfDoubles() {
    List<Double> numbers =
        Arrays.asList(
            null,
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.5,
            -2.5,
            1e300,
            Double.MIN_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);
    Expression a = column("a");
    Expression b = column("b");
    Comparator<Double> order =
        Comparator.comparing(value -> value + 0.0, Comparator.<Double>naturalOrder());

    assertComputed(
        numbers, numbers, a.abs().exp(), (x, y) -> x == null ? null : StrictMath.exp(Math.abs(x)));
    assertComputed(
        numbers, numbers, a.ln(), (x, y) -> x == null || x <= 0 ? null : StrictMath.log(x));
    assertComputed(numbers, numbers, b.sqrt(), (x, y) -> y == null ? null : Math.sqrt(y));
    assertComputed(
        numbers,
        numbers,
        a.dividedByOrNull(b),
        (x, y) -> x == null || y == null || y == 0 ? null : x / y);
    assertComputed(
        numbers,
        numbers,
        literal(1.0).dividedByOrNull(a.least(b).exp().minus(literal(1.0))),
        (x, y) -> inverse(x == null ? y : y == null || order.compare(x, y) <= 0 ? x : y));
    assertComputed(
        numbers,
        numbers,
        a.greatest(b),
        (x, y) -> x == null ? y : y == null || order.compare(x, y) >= 0 ? x : y);
    assertComputed(numbers, numbers, a.orElse(b), (x, y) -> x == null ? y : x);
    assertComputed(
        numbers,
        numbers,
        literal(1.5).when(a.lessThan(b), literal(2L)),
        (x, y) -> x != null && y != null && order.compare(x, y) < 0 ? 1.5 : 2);
    assertComputed(
        numbers,
        numbers,
        a.when(a.lessOrEqual(b)),
        (x, y) -> x != null && y != null && order.compare(x, y) <= 0 ? x : null);
    assertComputed(
        numbers,
        numbers,
        a.equalTo(b).asDouble(),
        (x, y) -> x == null || y == null ? null : order.compare(x, y) == 0 ? 1.0 : 0.0);
  }

  private static Double inverse(Double exponent) {
    return exponent == null || Math.exp(exponent) == 1
        ? null
        : (Double) (1 / (StrictMath.exp(exponent) - 1));
  }

  /** Also in rows whose scales are so different that values need more than 64 bits. */
  @Test
  void comparesDecimalsOfDifferentScales() {
    Schema schema =
        Schema.of(
            Field.nullable("l", Type.int64()),
            Field.nullable("n", Type.decimal(18, 12)),
            Field.nullable("w", Type.decimal(38, 10)));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      rows.add(
          Arrays.asList(
              i % 7 == 0
                  ? null
                  : i < 1024 ? (Long) (long) (i % 5) : (Long) (Long.MAX_VALUE - i % 5),
              i % 11 == 0 ? null : BigDecimal.valueOf(i % 5 * 1_000_000_000_000L + i % 2, 12),
              i % 13 == 0 ? null : BigDecimal.valueOf(i % 3).setScale(10)));
    }
    Map<String, Expression> columns = Map.of("l", column("l"), "n", column("n"), "w", column("w"));
    with(
        schema,
        "single",
        rows,
        table -> {
          for (String left : columns.keySet()) {
            for (String right : columns.keySet()) {
              Expression a = columns.get(left);
              Expression b = columns.get(right);
              Aggregator sums =
                  table
                      .scan()
                      .aggregate(
                          Aggregation.groupBy()
                              .sum(a.lessThan(b))
                              .sum(a.lessOrEqual(b))
                              .sum(a.equalTo(b))
                              .sum(a.least(b))
                              .max(a.minus(b).abs()));
              BigDecimal[] expected = new BigDecimal[5];
              Arrays.fill(expected, BigDecimal.ZERO);
              for (List<Object> row : rows) {
                add(expected, number(row, schema, left), number(row, schema, right));
              }
              for (int i = 0; i < expected.length; i++) {
                assertThat(sums.getDecimal(0, i))
                    .as("%s, %s, %s", left, right, i)
                    .isEqualByComparingTo(expected[i]);
              }
            }
          }
        });
  }

  private static BigDecimal number(List<Object> row, Schema schema, String column) {
    Object value = row.get(schema.ordinal(column));
    return value == null ? null : new BigDecimal(value.toString());
  }

  private static void add(BigDecimal[] sums, BigDecimal a, BigDecimal b) {
    if (a != null && b != null) {
      sums[0] = sums[0].add(a.compareTo(b) < 0 ? BigDecimal.ONE : BigDecimal.ZERO);
      sums[1] = sums[1].add(a.compareTo(b) <= 0 ? BigDecimal.ONE : BigDecimal.ZERO);
      sums[2] = sums[2].add(a.compareTo(b) == 0 ? BigDecimal.ONE : BigDecimal.ZERO);
      sums[4] = sums[4].max(a.subtract(b).abs());
    }
    BigDecimal least = a == null ? b : b == null ? a : a.min(b);
    sums[3] = least == null ? sums[3] : sums[3].add(least);
  }

  @Test
  void divisionsByZeroFailUnlessTheDividendIsNull() {
    Schema schema = Schema.of(Field.nullable("a", Type.int32()), Field.nullable("b", Type.int64()));
    Expression quotient = column("a").dividedBy(column("b"));
    with(
        schema,
        "single",
        List.of(Arrays.asList(1, 4L), Arrays.asList(null, 0L), Arrays.asList(2, null)),
        table -> {
          Aggregator sum = table.scan().aggregate(Aggregation.groupBy().sum(quotient));
          assertThat(sum.getDouble(0, 0)).isEqualTo(0.25);
        });
    with(
        schema,
        "single",
        List.of(Arrays.asList(1, 4L), Arrays.asList(3, 0L)),
        table -> {
          assertThatThrownBy(() -> table.scan().aggregate(Aggregation.groupBy().sum(quotient)))
              .isInstanceOf(ArithmeticException.class)
              .hasMessage("Cannot divide 3.0 by 0");
          Aggregation others =
              Aggregation.groupBy().where(literal(0).lessThan(column("b").abs())).sum(quotient);
          assertThat(table.scan().aggregate(others).getDouble(0, 0)).isEqualTo(0.25);
        });
  }

  /** Conditions of blocks of which all, some and none of the rows are left. */
  @Test
  void aggregatesRowsByComputedConditions() {
    List<Long> values = new ArrayList<>();
    for (long i = 0; i < 5000; i++) {
      values.add(i % 9 == 0 ? null : i / 1024 == 1 ? 100 : i / 1024 == 2 ? 1 : i % 50);
    }
    Expression v = column("v");
    withColumn(
        Type.int64(),
        values,
        scan -> {
          Aggregation aggregation =
              Aggregation.groupBy("v")
                  .where(literal(100).lessThan(v.times(v)))
                  .where(Predicate.lessThan("v", 120))
                  .where(v.plus(v).equalTo(literal(60)).greatest(literal(70).lessThan(v.plus(v))))
                  .count();
          Map<Long, Long> expected = new HashMap<>();
          for (Long value : values) {
            if (value != null && (value == 30 || value > 35)) {
              expected.merge(value, 1L, Long::sum);
            }
          }
          Aggregator groups = scan.aggregate(aggregation);
          Map<Long, Long> found = new HashMap<>();
          take(groups, found);
          assertThat(found).isEqualTo(expected);
          assertThat(aggregation.toString()).contains("where [(100 < (v * v)), v < 120, ");
        });
  }

  @Test
  void refusesConditionsThatAreNoIntegers() {
    withColumn(
        Type.float64(),
        List.of(1.0),
        scan -> {
          refuses(scan, Aggregation.groupBy().where(column("v")).count(), "v is not an integer");
          refuses(
              scan,
              Aggregation.groupBy().sum(literal(1).when(column("v").abs())),
              "abs(v) is not an integer");
        });
  }

  @Test
  void isSerializable() throws IOException, ClassNotFoundException {
    Aggregation aggregation =
        Aggregation.groupBy("a")
            .sum(column("b").times(literal(new BigDecimal("1.5"))))
            .count(column("c").when(Predicate.equal("a", 1)).wrappedTo(8))
            .where(column("d").ln().lessThan(literal(2)));
    assertThat(JavaSerialization.copy(aggregation)).isEqualTo(aggregation);
    assertThat(aggregation)
        .hasToString(
            "[sum((b * 1.5)), count(wrapped(case when a = 1 then c end, 8))] by [a]"
                + " where [(ln(d) < 2)]");
    assertThat(aggregation.columns()).containsExactly("a", "b", "c", "d");
  }
}
