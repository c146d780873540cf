// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parallel scans read each row once, stay within the memory limit, and stop at the first error. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelScanTest {

  private static final int ROWS = 200_000;
  private static final int THREADS = 4;
  private static final long LIMIT = 1 << 20;

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.required("double", Type.int64()),
            Field.nullable("text", Type.string()));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse("single"))
            .rowGroupSize(256 << 10)
            .segmentSize(16 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setInt(0, i);
          rows.setLong(1, 2L * i);
          if (i % 10 != 0) {
            rows.setString(2, "text " + i);
          }
          rows.endRow();
        }
      }
      assertThat(writer.commit().writtenRowGroups()).isGreaterThan(10);
    }
  }

  private static Table open() {
    return TestTables.open(uri, ReadOptions.defaults().memoryLimit(LIMIT));
  }

  @Test
  void readsEveryRowOnceWithinTheMemoryLimit() {
    BitSet seen = new BitSet();
    try (Table table = open()) {
      table
          .scan()
          .forEachBatch(
              THREADS,
              batch -> {
                for (int i = 0; i < batch.rowCount(); i++) {
                  int id = batch.column(0).getInt(i);
                  assertThat(batch.column(1).getLong(i)).isEqualTo(2L * id);
                  assertThat(batch.column(2).isNullAt(i)).isEqualTo(id % 10 == 0);
                  synchronized (seen) {
                    assertThat(seen.get(id)).as("row %d was read before", id).isFalse();
                    seen.set(id);
                  }
                }
              });
      if (TestTables.readDirectly()) {
        assertThat(table.peakMemoryUsed()).isPositive().isLessThanOrEqualTo(LIMIT);
      }
      assertThat(table.memoryUsed()).isZero();
    }
    assertThat(seen.cardinality()).isEqualTo(ROWS);
  }

  /** Each thread waits in its first batch until all threads have one. */
  @Test
  void threadsReadConcurrently() {
    CountDownLatch together = new CountDownLatch(THREADS);
    try (Table table = open()) {
      table
          .scan()
          .forEachBatch(
              THREADS,
              batch -> {
                together.countDown();
                await(together);
              });
    }
    assertThat(together.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted", e);
    }
  }

  @Test
  void appliesFilters() {
    AtomicLong rows = new AtomicLong();
    try (Table table = open()) {
      table
          .scan()
          .select("double")
          .filter(Predicate.lessThan("id", 777))
          .forEachBatch(
              THREADS,
              batch -> {
                for (int i = 0; i < batch.selectedCount(); i++) {
                  assertThat(batch.column(0).getLong(batch.selectedRow(i))).isLessThan(1554);
                }
                rows.addAndGet(batch.selectedCount());
              });
    }
    assertThat(rows).hasValue(777);
  }

  @Test
  void firstErrorStopsAllThreads() {
    for (Throwable error : List.of(new IllegalStateException("stop"), new AssertionError("stop"))) {
      AtomicInteger batches = new AtomicInteger();
      AtomicInteger running = new AtomicInteger();
      CountDownLatch failing = new CountDownLatch(1);
      try (Table table = open()) {
        assertThatThrownBy(
                () ->
                    table
                        .scan()
                        .forEachBatch(
                            THREADS,
                            batch -> {
                              running.incrementAndGet();
                              try {
                                batches.incrementAndGet();
                                fail(batch, error, failing);
                              } finally {
                                running.decrementAndGet();
                              }
                            }))
            .isSameAs(error);
        // The caller may close the table when it catches the error, so no thread may still be
        // reading.
        assertThat(running).hasValue(0);
        assertThat(table.memoryUsed()).isZero();
      }
      assertThat(batches.get()).isLessThan(100);
    }
  }

  /** Fails in the batch with row 0, while the other threads are still working. */
  private static void fail(ColumnBatch batch, Throwable error, CountDownLatch failing) {
    if (batch.firstRow() == 0) {
      failing.countDown();
      if (error instanceof Error serious) {
        throw serious;
      }
      throw (RuntimeException) error;
    }
    await(failing);
    for (int i = 0; i < 20_000; i++) {
      assertThat(batch.column(0).getInt(i % batch.rowCount())).isNotNegative();
    }
  }

  @Test
  void interruptStopsAllThreads() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(THREADS);
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    AtomicBoolean isStillInterrupted = new AtomicBoolean();
    AtomicReference<Throwable> error = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              try (Table table = open()) {
                table
                    .scan()
                    .forEachBatch(
                        THREADS,
                        batch -> {
                          started.countDown();
                          try {
                            await(never);
                          } finally {
                            ended.incrementAndGet();
                          }
                        });
              } catch (RuntimeException | Error e) {
                isStillInterrupted.set(Thread.currentThread().isInterrupted());
                error.set(e);
              }
            });
    reader.start();
    await(started);
    reader.interrupt();
    reader.join();
    assertThat(ended).hasValue(THREADS);
    assertThat(error.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Interrupted during a parallel scan")
        .hasNoSuppressedExceptions();
    assertThat(isStillInterrupted).isTrue();
  }

  @Test
  void detectsCorruption() throws IOException {
    StoredFiles damaged = new StoredFiles(TestRoot.uri(directory.resolve("damaged")));
    new StoredFiles(uri).copyTo(damaged.uri());
    ExtentLayout extent = StoredExtents.of(uri, 2).get(3);
    damaged.flip(extent.path(), (int) extent.offset() + 100, 0x5a);
    try (Table table = TestTables.open(damaged.uri())) {
      assertThatThrownBy(() -> table.scan().forEachBatch(THREADS, batch -> {}))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(extent.path());
      assertThat(table.memoryUsed()).isZero();
    }
  }

  @Test
  void rejectsInvalidArguments() {
    try (Table table = open()) {
      assertThatThrownBy(() -> table.scan().forEachBatch(0, batch -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid number of threads: 0 (expected at least 1)");
      assertThatThrownBy(() -> table.scan().limit(5).forEachBatch(2, batch -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Cannot apply a limit to a parallel scan");
    }
  }
}
