// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.spark.TestTables;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.storage.memory.BufferAllocator;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions of several ranges of rows. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SplitCursorTest {

  private static final int ROWS = 60_000;

  @TempDir Path directory;

  private ReadSpec spec;
  private List<Split> splits;

  /** Writes a table, and makes a split of each row group, of about 240 KB. */
  private void write(String... options) {
    String uri = directory.resolve("t").toString();
    for (int i = 0; i < 5; i++) {
      TestTables.append(directory.resolve("t"), i * ROWS / 5, ROWS / 5);
    }
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      settings.put(options[i], options[i + 1]);
    }
    SourceOptions read = SourceOptions.of(settings);
    try (Table table = Table.open(uri, read.readOptions())) {
      Source source = new Source(uri, table.id(), table.snapshot().id(), read);
      spec =
          new ReadSpec(
              List.of(source),
              read,
              List.of("id", "name"),
              SparkTypes.toSpark(table.scan().select("id", "name").schema()),
              List.of(),
              null,
              null,
              List.of(),
              null,
              -1,
              null,
              null);
      splits = table.scan().select(spec.paths()).splits(200_000);
    }
    assertThat(splits).hasSize(5);
  }

  private ScanPartition partition() {
    return new ScanPartition(splits.stream().map(split -> Rows.of(0, split)).toList(), List.of());
  }

  @AfterEach
  void nothingIsLeft() {
    OpenDatasets.closeIdle();
    assertThat(BufferAllocator.allocatedByName()).isEmpty();
  }

  private static long metric(SplitCursor cursor, String name) {
    return Arrays.stream(cursor.metrics().taskMetrics())
        .filter(metric -> metric.name().equals(name))
        .mapToLong(CustomTaskMetric::value)
        .sum();
  }

  /** Returns the number of rows up to the end. */
  private static long readAll(SplitCursor cursor, long firstRow) {
    long row = firstRow;
    while (cursor.next()) {
      for (int i = 0; i < cursor.batch().rowCount(); i++) {
        assertThat(cursor.batch().column(0).getLong(i)).isEqualTo(row++);
      }
    }
    return row;
  }

  @Test
  void requestsTheNextRangeBeforeTheCurrentOneEnds() {
    assumeTrue(readsDirectly(), "the file system has no direct I/O: nothing is read ahead");
    try (SplitCursor cursor = new SplitCursor(spec, partition())) {
      assertThat(cursor.next()).isTrue();
      long first = splits.get(0).bytes();
      while (metric(cursor, "bytesRead") <= first) {
        Thread.onSpinWait();
      }
      assertThat(cursor.batch().firstRow()).isZero();
      assertThat(readAll(cursor, cursor.batch().rowCount())).isEqualTo(ROWS);
    }
  }

  /** As versions of Spark before 4.2 do, with each reader but the first of a task. */
  @Test
  @SuppressWarnings("deprecation") // since Spark 4.2
  void addsTheMetricsOfPartitionsBefore() {
    write();
    CustomTaskMetric[] before = {};
    for (Split split : splits) {
      ScanPartition one = new ScanPartition(List.of(Rows.of(0, split)), List.of());
      try (ColumnarReader reader = new ColumnarReader(spec, one)) {
        reader.initMetricsValues(before);
        while (reader.next()) {
          assertThat(reader.get().numRows()).isPositive();
        }
        before = reader.currentMetricsValues();
      }
    }
    assertThat(before)
        .filteredOn(metric -> metric.name().equals("rowsRead"))
        .extracting(CustomTaskMetric::value)
        .containsExactly((long) ROWS);
  }

  private boolean readsDirectly() {
    try {
      write("io.direct", "always");
      try (SplitCursor cursor = new SplitCursor(spec, partition())) {
        return cursor.next();
      }
    } catch (RuntimeException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"384k", "512k", "1m", "256m"})
  void readsAllRangesWithAnyMemory(String memory) {
    write("task-memory", memory, "read-size", "64k", "requests-ahead", "8");
    try (SplitCursor cursor = new SplitCursor(spec, partition())) {
      assertThat(readAll(cursor, 0)).isEqualTo(ROWS);
      assertThat(cursor.next()).isFalse();
      assertThat(metric(cursor, "rowsRead")).isEqualTo(ROWS);
    }
  }

  @Test
  void releasesWhatWasRequestedAheadWhenItIsClosed() {
    write();
    for (int batches = 0; batches < 6; batches++) {
      try (SplitCursor cursor = new SplitCursor(spec, partition())) {
        for (int i = 0; i < batches; i++) {
          assertThat(cursor.next()).isTrue();
        }
      }
      assertThat(BufferAllocator.allocatedByName()).isEmpty();
    }
  }
}
