// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans that must ask a budget for their memory. */
class MemoryBudgetScanTest {

  private static final int ROWS = 200_000;
  private static final int SEGMENT = 16 << 10;
  private static final int COLUMNS = 3;

  /** One segment of each column, and the copy of the widened one with twice its length. */
  private static final int MINIMUM = (COLUMNS + 2) * SEGMENT;

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(
            Field.required("a", Type.int64()),
            Field.required("b", Type.int32()),
            Field.required("c", Type.float64()));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse("single"))
            .segmentSize(SEGMENT)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, i);
          rows.setInt(1, i);
          rows.setDouble(2, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.widenColumn("b", Type.int64()).commit();
    }
  }

  @BeforeEach
  void requireDirectReads() {
    TestTables.assumeMemoryIsTheTables();
  }

  private static void requireAllRows(DatasetScan scan) {
    requireRows(scan.batches(), ROWS);
  }

  private static void requireRows(BatchCursor batches, long count) {
    long row = 0;
    try (BatchCursor cursor = batches) {
      while (cursor.next()) {
        for (int i = 0; i < cursor.batch().rowCount(); i++, row++) {
          assertThat(cursor.batch().column(0).getLong(i)).isEqualTo(row);
          assertThat(cursor.batch().column(1).getLong(i)).isEqualTo(row);
          assertThat(cursor.batch().column(2).getDouble(i)).isEqualTo((double) row);
        }
      }
    }
    assertThat(row).isEqualTo(count);
  }

  /** Refuses one of the requests that must be granted. */
  private static final class RefusingOnce implements MemoryBudget {
    private final int refused;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong granted = new AtomicLong();

    RefusingOnce(int refused) {
      this.refused = refused;
    }

    @Override
    public boolean tryReserve(long bytes) {
      if (requests.getAndIncrement() == refused) {
        return false;
      }
      granted.addAndGet(bytes);
      return true;
    }

    @Override
    public boolean tryReserveFree(long bytes) {
      return false;
    }

    @Override
    public void release(long bytes) {
      granted.addAndGet(-bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneRefusalIsSurvivedWhereverItIs(boolean isCached) {
    long rows = 30_000;
    ReadOptions options = ReadOptions.defaults().readSize(4 * SEGMENT);
    // Without room for a segment: all are read with memory of the budget.
    try (ColumnCache cache =
            ColumnCache.builder().limit(SEGMENT).pressure(MemoryPressure.none()).build();
        Table table = Table.open(uri, isCached ? options.cache(cache) : options)) {
      RefusingOnce budget;
      int refused = 0;
      do {
        budget = new RefusingOnce(refused);
        requireRows(table.scan().memoryBudget(budget).batches(0, rows), rows);
        assertThat(budget.granted.get()).isZero();
        refused++;
      } while (budget.requests.get() >= refused);
      assertThat(refused).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {MINIMUM, MINIMUM + SEGMENT, 2 * MINIMUM, 8 * MINIMUM, 1 << 30})
  void readWithWhatIsGranted(int limit) {
    Budget budget = new Budget(limit);
    ReadOptions options = ReadOptions.defaults().readSize(4 * SEGMENT).requestsAhead(8);
    try (Table table = Table.open(uri, options)) {
      requireAllRows(table.scan().memoryBudget(budget));
      assertThat(budget.granted()).isZero();
      assertThat(budget.peak()).isBetween(1L, (long) limit);
      assertThat(budget.refusals() > 0).isEqualTo(limit < 1 << 30);
    }
  }

  @Test
  void failIfNotEvenTheMinimumIsGranted() {
    Budget budget = new Budget(2 * SEGMENT);
    try (Table table = Table.open(uri)) {
      try (BatchCursor cursor = table.scan().memoryBudget(budget).batches()) {
        assertThatThrownBy(cursor::next)
            .isInstanceOf(OutOfOffHeapMemoryException.class)
            .hasMessageContaining("its memory budget grants no more (raise the memory of the task");
      }
      assertThat(budget.granted()).isZero();
      requireAllRows(table.scan());
    }
  }

  @Test
  void parallelScansAskToo() {
    Budget budget = new Budget(1 << 30);
    try (Table table = Table.open(uri)) {
      table.scan().memoryBudget(budget).forEachBatch(2, batch -> {});
      assertThat(budget.peak()).isPositive();
      assertThat(budget.granted()).isZero();
    }
  }

  /** An engine takes memory back from a cursor on another thread. */
  @Test
  void reclaimWhatIsReadAhead() throws InterruptedException {
    Budget budget = new Budget(1 << 30);
    ReadOptions options = ReadOptions.defaults().readSize(2 * SEGMENT).requestsAhead(16);
    try (Table table = Table.open(uri, options);
        BatchCursor cursor = table.scan().memoryBudget(budget).batches()) {
      long row = 0;
      while (cursor.next()) {
        assertThat(cursor.batch().column(0).getLong(0)).isEqualTo(row);
        row += cursor.batch().rowCount();
        long before = budget.granted();
        long[] given = new long[1];
        Thread engine = new Thread(() -> given[0] = cursor.reclaim(Long.MAX_VALUE));
        engine.start();
        engine.join();
        assertThat(budget.granted()).isLessThanOrEqualTo(before - given[0]);
        assertThat(cursor.batch().column(1).getLong(0)).isEqualTo(row - cursor.batch().rowCount());
      }
      assertThat(row).isEqualTo(ROWS);
    }
    assertThat(budget.granted()).isZero();
  }
}
