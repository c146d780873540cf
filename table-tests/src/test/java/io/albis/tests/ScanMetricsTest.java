// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.ScanMetrics;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scans and cursors count, and how much a scan with a limit reads. */
class ScanMetricsTest {

  private static final int COMMITS = 3;
  private static final int ROWS = 40_000;

  @TempDir private static Path directory;
  private static String uri;

  /** Three commits, of which the values of id do not overlap; each has several row groups. */
  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.required("value", Type.float64()));
    for (int commit = 0; commit < COMMITS; commit++) {
      TableWriter.Builder builder =
          commit == 0
              ? TableWriter.create(uri, schema).columnGroups(ColumnGroupSpec.parse("single"))
              : TableWriter.append(uri);
      try (TableWriter writer = builder.rowGroupSize(160 << 10).segmentSize(16 << 10).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int i = 0; i < ROWS; i++) {
            rows.setLong(0, commit * (long) ROWS + i);
            rows.setDouble(1, i);
            rows.endRow();
          }
        }
        assertThat(writer.commit().writtenRowGroups()).isGreaterThan(2);
      }
    }
  }

  private static long read(BatchCursor cursor) {
    long rows = 0;
    try (cursor) {
      while (cursor.next()) {
        rows += cursor.batch().selectedCount();
      }
    }
    return rows;
  }

  private static long length(List<SegmentKey> segments) {
    return segments.stream().mapToLong(SegmentKey::length).sum();
  }

  @Test
  void countWhatIsReadFromStorage() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan();
      assertThat(read(scan.batches())).isEqualTo(COMMITS * ROWS);
      ScanMetrics metrics = scan.metrics();
      List<SegmentKey> segments = table.scan().segments();
      assertThat(metrics.bytesRead()).isEqualTo(length(segments));
      assertThat(metrics.segmentsRead()).isEqualTo(segments.size());
      assertThat(metrics.requests()).isBetween(1L, (long) segments.size());
      assertThat(metrics.rowGroupsRead()).isEqualTo(table.rowGroups().size());
      assertThat(metrics.rowsRead()).isEqualTo(COMMITS * ROWS);
      assertThat(metrics.rowsSkipped() + metrics.rowsFiltered()).isZero();
      assertThat(metrics.segmentsSkipped() + metrics.rowGroupsSkipped()).isZero();
      assertThat(metrics.bytesCached() + metrics.segmentsCached()).isZero();
      assertThat(metrics.waitNanos()).isPositive();
      assertThat(metrics.readNanos()).isPositive();
      assertThat(metrics.checksumNanos()).isPositive();
    }
    try (Table table = Table.open(uri, ReadOptions.defaults().withoutChecksums())) {
      DatasetScan scan = table.scan();
      read(scan.batches());
      assertThat(scan.metrics().checksumNanos()).isZero();
    }
  }

  @Test
  void countWhatASourceHasInMemory() {
    ReadOptions options =
        ReadOptions.defaults().segmentSource((reader, allocator) -> new MapSource());
    try (Table table = Table.open(uri, options)) {
      DatasetScan first = table.scan();
      read(first.batches());
      DatasetScan second = table.scan();
      read(second.batches());
      List<SegmentKey> segments = table.scan().segments();
      assertThat(first.metrics().bytesRead()).isEqualTo(length(segments));
      assertThat(first.metrics().bytesCached()).isZero();
      assertThat(second.metrics().bytesRead()).isZero();
      assertThat(second.metrics().requests()).isZero();
      assertThat(second.metrics().bytesCached()).isEqualTo(length(segments));
      assertThat(second.metrics().segmentsCached()).isEqualTo(segments.size());
      assertThat(second.metrics().segmentsRead()).isEqualTo(segments.size());
    }
  }

  @Test
  void countWhatIsSkipped() {
    try (Table table = TestTables.open(uri)) {
      long rowGroups = table.rowGroups().size();
      DatasetScan scan =
          table
              .scan()
              .filter(
                  Predicate.and(
                      Predicate.greaterOrEqual("id", ROWS + 10L),
                      Predicate.lessThan("id", ROWS + 20L)));
      assertThat(read(scan.batches())).isEqualTo(10);
      ScanMetrics metrics = scan.metrics();
      assertThat(metrics.rowGroupsRead()).isEqualTo(1);
      assertThat(metrics.rowGroupsSkipped()).isEqualTo(rowGroups - 1);
      assertThat(metrics.segmentsRead()).isEqualTo(2);
      assertThat(metrics.segmentsSkipped()).isPositive();
      assertThat(metrics.rowsRead() + metrics.rowsSkipped()).isEqualTo(COMMITS * ROWS);
      assertThat(metrics.rowsFiltered()).isEqualTo(metrics.rowsRead() - 10);
    }
  }

  /** Planning counts what it rules out; cursors over splits count what they read. */
  @Test
  void areThoseOfOneScanObject() {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().filter(Predicate.lessThan("id", (long) ROWS));
      List<Split> splits = scan.splits(100_000);
      long skipped = scan.metrics().rowGroupsSkipped();
      assertThat(skipped).isPositive();
      assertThat(scan.metrics().rowsRead()).isZero();
      DatasetScan executor = scan.select("value");
      assertThat(executor.metrics().rowGroupsSkipped()).isZero();
      long rows = 0;
      long bytes = 0;
      for (Split split : splits) {
        BatchCursor cursor = executor.batches(split);
        rows += read(cursor);
        bytes += cursor.metrics().bytesRead() + cursor.metrics().bytesCached();
        assertThat(cursor.metrics().rowsRead()).isEqualTo(split.rowCount());
      }
      assertThat(rows).isEqualTo(ROWS);
      assertThat(executor.metrics().rowsRead()).isEqualTo(ROWS);
      assertThat(executor.metrics().bytesRead() + executor.metrics().bytesCached())
          .isEqualTo(bytes);
      assertThat(scan.metrics().rowsRead()).isZero();
      scan.forEachBatch(2, batch -> assertThat(batch.rowCount()).isPositive());
      assertThat(scan.metrics().rowsRead()).isEqualTo(ROWS);
      assertThat(scan.metrics().rowGroupsSkipped()).isEqualTo(2 * skipped);
    }
  }

  @Test
  void canBeReadWhileTheScanRuns() throws InterruptedException {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan();
      AtomicBoolean isDone = new AtomicBoolean();
      AtomicBoolean isAscending = new AtomicBoolean(true);
      Thread reporter =
          new Thread(
              () -> {
                long last = 0;
                while (!isDone.get()) {
                  long now = scan.metrics().rowsRead();
                  isAscending.compareAndSet(true, now >= last);
                  last = now;
                }
              });
      reporter.start();
      for (int i = 0; i < 20; i++) {
        read(scan.batches());
      }
      isDone.set(true);
      reporter.join();
      assertThat(isAscending).isTrue();
      assertThat(scan.metrics().rowsRead()).isEqualTo(20L * COMMITS * ROWS);
    }
  }

  @Test
  void aLimitStopsReading() {
    try (Table table = TestTables.open(uri, ReadOptions.defaults().requestsAhead(16))) {
      long segment = 16 << 10;
      DatasetScan few = table.scan().limit(10);
      assertThat(read(few.batches())).isEqualTo(10);
      assertThat(few.metrics().bytesRead() + few.metrics().bytesCached())
          .isLessThanOrEqualTo(2L * segment);
      assertThat(few.metrics().rowGroupsRead()).isEqualTo(1);
      long perRowGroup = table.rowGroups().get(0).rowCount();
      DatasetScan more = table.scan().limit(perRowGroup + 1);
      assertThat(read(more.batches())).isEqualTo(perRowGroup + 1);
      assertThat(more.metrics().rowGroupsRead()).isEqualTo(2);
      assertThat(more.metrics().bytesRead() + more.metrics().bytesCached())
          .isLessThanOrEqualTo(16L * perRowGroup + 2L * segment);
      DatasetScan pruned =
          table.scan().pruneBy(Predicate.greaterOrEqual("id", ROWS + 5L)).limit(10);
      assertThat(read(pruned.batches())).isEqualTo(10);
      assertThat(pruned.metrics().bytesRead() + pruned.metrics().bytesCached())
          .isLessThanOrEqualTo(2L * segment);
      DatasetScan none = table.scan().limit(0);
      assertThat(read(none.batches())).isZero();
      assertThat(none.metrics().bytesRead()).isZero();
    }
  }

  @Test
  void aLimitOfMatchingRowsReadsOneRequestAhead() {
    ReadOptions options = ReadOptions.defaults().requestsAhead(16).readSize(32 << 10);
    try (Table table = TestTables.open(uri, options)) {
      DatasetScan scan = table.scan().filter(Predicate.greaterOrEqual("value", 5.0)).limit(10);
      assertThat(read(scan.batches())).isEqualTo(10);
      assertThat(scan.metrics().bytesRead() + scan.metrics().bytesCached())
          .isLessThanOrEqualTo(4 * (32 << 10));
    }
  }
}
