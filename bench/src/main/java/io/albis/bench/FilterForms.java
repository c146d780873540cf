// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.predicate.Predicate;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures filters by the form of the predicate, from the page cache, in the column layout. Values
 * are random, so statistics exclude nothing. Times are per row of the table; {@link #loadKeys} and
 * {@link #loadNames} only load the column. {@code -prof gc} shows the allocation per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(FilterForms.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class FilterForms {

  static final int ROWS = 1 << 18;

  /** Keys are below this. */
  private static final int KEYS = 1_000_000;

  private static final Predicate IN_10_KEYS = Predicate.in("key", keys(10).toList());
  private static final Predicate IN_10_000_KEYS = Predicate.in("key", keys(10_000).toList());
  private static final Predicate IN_10_000_SPREAD_KEYS =
      Predicate.in(
          "key", Stream.concat(keys(10_000), Stream.of(Long.MIN_VALUE, Long.MAX_VALUE)).toList());
  private static final Predicate IN_10_NAMES =
      Predicate.in("name", keys(10).map(FilterForms::name).toList());
  private static final Predicate IN_10_000_NAMES =
      Predicate.in("name", keys(10_000).map(FilterForms::name).toList());

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private Table table;

  private static Stream<Long> keys(int count) {
    Random random = new Random(count);
    return IntStream.range(0, count).mapToObj(i -> (long) random.nextInt(KEYS));
  }

  private static String name(long key) {
    return "customer-" + key;
  }

  /** Writes the table. */
  @Setup
  public void write() {
    Schema schema =
        Schema.of(
            Field.nullable("key", Type.int64()),
            Field.nullable("name", Type.string()),
            Field.nullable("amount", Type.float64()));
    String uri = directory.path("table");
    Random random = new Random(1);
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.single())
            .option("io.direct", "never")
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          if (i % 20 != 0) {
            rows.setLong(0, random.nextInt(KEYS));
            rows.setString(1, name(random.nextInt(KEYS)));
            rows.setDouble(2, random.nextDouble());
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    table = Table.open(uri, ReadOptions.defaults().option("io.direct", "never"));
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    table.close();
    directory.close();
  }

  private long selected(String column, Predicate predicate) {
    DatasetScan scan = table.scan().select(column);
    long selected = 0;
    try (BatchCursor batches = (predicate == null ? scan : scan.filter(predicate)).batches()) {
      while (batches.next()) {
        selected += batches.batch().selectedCount();
      }
    }
    return selected;
  }

  /** Loads the keys without a filter. */
  @Benchmark
  public long loadKeys() {
    return selected("key", null);
  }

  /** Loads the names without a filter. */
  @Benchmark
  public long loadNames() {
    return selected("name", null);
  }

  /** One name. */
  @Benchmark
  public long equalName() {
    return selected("name", Predicate.equal("name", "customer-123456"));
  }

  /** A tenth of the names, by prefix. */
  @Benchmark
  public long prefix() {
    return selected("name", Predicate.startsWith("name", "customer-7"));
  }

  /** Ten keys. */
  @Benchmark
  public long in10Keys() {
    return selected("key", IN_10_KEYS);
  }

  /** Ten thousand keys of a million. */
  @Benchmark
  public long in10000Keys() {
    return selected("key", IN_10_000_KEYS);
  }

  /** Ten thousand keys, and two that make a bitmap too large. */
  @Benchmark
  public long in10000SpreadKeys() {
    return selected("key", IN_10_000_SPREAD_KEYS);
  }

  /** Ten names. */
  @Benchmark
  public long in10Names() {
    return selected("name", IN_10_NAMES);
  }

  /** Ten thousand names. */
  @Benchmark
  public long in10000Names() {
    return selected("name", IN_10_000_NAMES);
  }

  /** A tenth of the keys. */
  @Benchmark
  public long range() {
    return selected(
        "key",
        Predicate.and(
            Predicate.greaterOrEqual("key", 300_000), Predicate.lessThan("key", 400_000)));
  }

  /** A quarter of the rows, by two columns. */
  @Benchmark
  public long twoColumns() {
    return selected(
        "key",
        Predicate.and(Predicate.lessThan("key", 500_000), Predicate.lessThan("amount", 0.5)));
  }
}
