// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.ScanMetrics;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that a filter does not test are read only where rows are left. */
class ConditionalColumnsTest {

  private static final int ROWS = 150_000;

  /** Odd: no two rows have the same key, and each segment has small and large ones. */
  private static final long FACTOR = 0x5851_F42D_4C95_7F2DL;

  /** Rows of a stretch with the same value of "stretch". */
  private static final int STRETCH = 10_000;

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.required("key", Type.int64()),
            Field.nullable("text", Type.string()),
            Field.required("value", Type.float64()),
            Field.required("stretch", Type.int32()));
    try (TableWriter writer =
        TableWriter.create(uri, schema).rowGroupSize(1 << 20).segmentSize(16 << 10).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          rows.setLong(0, id);
          rows.setLong(1, key(id));
          if (id % 7 != 0) {
            rows.setString(2, "text " + id);
          }
          rows.setDouble(3, id / 4.0);
          // Scattered, so that the statistics of no segment rule it out.
          rows.setInt(4, id % 50 == 0 ? id % 100 : id / STRETCH);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static long key(int id) {
    return id * FACTOR;
  }

  /** Reads a scan of all columns; it must return these rows, with their values. */
  private static void requireRows(BatchCursor cursor, IntPredicate expected) {
    int next = 0;
    try (cursor) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        for (int i = 0; i < batch.selectedCount(); i++) {
          int row = batch.selectedRow(i);
          int id = (int) batch.column(0).getLong(row);
          assertThat(IntStream.range(next, id).noneMatch(expected)).isTrue();
          assertThat(expected.test(id)).isTrue();
          assertThat(batch.column(1).getLong(row)).isEqualTo(key(id));
          assertThat(batch.column(2).isNullAt(row)).isEqualTo(id % 7 == 0);
          if (id % 7 != 0) {
            assertThat(batch.column(2).getString(row)).isEqualTo("text " + id);
          }
          assertThat(batch.column(3).getDouble(row)).isEqualTo(id / 4.0);
          next = id + 1;
        }
      }
    }
    assertThat(IntStream.range(next, ROWS).noneMatch(expected)).isTrue();
  }

  private static long bytes(List<SegmentKey> segments) {
    return segments.stream().mapToLong(SegmentKey::length).sum();
  }

  private static long gotten(ScanMetrics metrics) {
    return metrics.bytesRead() + metrics.bytesCached();
  }

  @Test
  void oneRowNeedsOneSegmentOfEachOtherColumn() {
    try (Table table = TestTables.open(uri)) {
      for (boolean isPruned : new boolean[] {false, true}) {
        Predicate one = Predicate.equal("key", key(100_000));
        DatasetScan scan = isPruned ? table.scan().pruneRowsBy(one) : table.scan().filter(one);
        requireRows(scan.batches(), id -> id == 100_000);

        ScanMetrics metrics = scan.metrics();
        List<SegmentKey> ofKey = table.scan().select("key").filter(one).segments();
        assertThat(metrics.segmentsRead()).isEqualTo(ofKey.size() + 4);
        assertThat(gotten(metrics)).isBetween(bytes(ofKey), bytes(ofKey) + 6 * (16 << 10));
        long all = table.scan().segments().size();
        assertThat(metrics.segmentsSkipped()).isEqualTo(all - metrics.segmentsRead());
        assertThat(metrics.rowsFiltered()).isEqualTo(metrics.rowsRead() - 1);
      }
    }
  }

  @Test
  void columnsAreReadAheadWhereBatchesKeepRows() {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().filter(Predicate.greaterThan("key", 0L));
      requireRows(scan.batches(), id -> key(id) > 0);
      DatasetScan unfiltered = table.scan();
      requireRows(unfiltered.batches(), id -> true);

      assertThat(gotten(scan.metrics())).isEqualTo(gotten(unfiltered.metrics()));
      assertThat(scan.metrics().segmentsSkipped()).isZero();
      if (TestTables.readDirectly()) {
        // Only the first batch is read in two steps.
        assertThat(scan.metrics().requests()).isLessThan(unfiltered.metrics().requests() + 20);
      }
    }
  }

  @Test
  void plannedScansOfSkippedSegmentsAreFinished() {
    try (ColumnCache cache =
            ColumnCache.builder().limit(64 << 20).policy(CachePolicy.scanCount()).build();
        Table table = Table.open(uri, ReadOptions.defaults().cache(cache))) {
      DatasetScan scan = table.scan().filter(Predicate.equal("key", key(70_000)));
      try (RegisteredPlan plan = cache.plan(scan.planned("q", 2))) {
        assertThat(plan.remainingScans()).isEqualTo(2L * scan.segments().size());
        requireRows(scan.batches(), id -> id == 70_000);
        assertThat(plan.remainingScans()).isEqualTo(scan.segments().size());
        // In splits that share segments.
        for (int from = 0; from < ROWS; from += 20_001) {
          int start = from;
          int end = Math.min(ROWS, from + 20_001);
          long found = 0;
          try (BatchCursor part = scan.batches(start, end - start)) {
            while (part.next()) {
              found += part.batch().selectedCount();
            }
          }
          assertThat(found).isEqualTo(start <= 70_000 && 70_000 < end ? 1 : 0);
        }
        assertThat(plan.remainingScans()).isZero();
      }
      // Of the segments that were never read, there is no trace.
      long ofKey = scan.select("key").segments().size();
      assertThat(cache.statistics().entries()).isEqualTo(ofKey + 4);
    }
  }

  /** Rows that come and go in stretches, so that reading ahead is taken up and given up. */
  @RepeatedTest(20)
  void anyFilterReturnsItsRowsWithAnyMemory(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int stretch = random.nextInt(ROWS / STRETCH);
    long bound = random.nextLong();
    boolean isOr = random.nextInt(4) == 0;
    Predicate first = Predicate.equal("stretch", stretch);
    Predicate second = Predicate.greaterThan("key", bound);
    IntPredicate expected =
        id -> {
          boolean isFirst = (id % 50 == 0 ? id % 100 : id / STRETCH) == stretch;
          boolean isSecond = key(id) > bound;
          return isOr ? isFirst || isSecond : isFirst && isSecond;
        };
    Predicate both = isOr ? Predicate.or(first, second) : Predicate.and(first, second);
    ReadOptions options = ReadOptions.defaults();
    if (random.nextBoolean()) {
      options = options.requestsAhead(1 + random.nextInt(8));
    }
    if (random.nextBoolean()) {
      options = options.memoryLimit((96 << 10) + random.nextInt(1 << 20));
    }
    try (Table table = Table.open(uri, options)) {
      DatasetScan scan = table.scan().filter(both);
      requireRows(scan.batches(), expected);
      assertThat(table.memoryUsed()).isZero();
      ScanMetrics metrics = scan.metrics();
      assertThat(metrics.rowsRead() + metrics.rowsSkipped()).isEqualTo(ROWS);
    }
  }
}
