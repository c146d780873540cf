// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.ClosedException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Misuse of cursors is reported to users and does not crash the process. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CursorMisuseTest {

  private static final int ROWS = 60_000;
  private static final int RACES = 100;

  @TempDir private static Path directory;
  private static String uri;
  private static ExecutorService threads;

  @BeforeAll
  static void write() {
    threads = Executors.newCachedThreadPool();
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse("single"))
            .rowGroupSize(256 << 10)
            .segmentSize(8 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, i);
          if (i % 3 != 0) {
            rows.setString(1, "name " + i);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  @AfterAll
  static void stop() throws InterruptedException {
    threads.shutdown();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Reads all values of a batch. */
  private static long read(ColumnBatch batch) {
    ColumnVector ids = batch.column(0);
    ColumnVector names = batch.column(1);
    BytesView view = new BytesView();
    long sum = 0;
    int rows = batch.rowCount();
    for (int i = 0; i < rows; i++) {
      sum += ids.getLong(i) + names.getBytes(i, view).length();
    }
    return sum;
  }

  /** Waits for a task, which may fail only because of misuse. */
  private static void awaitMisuse(Future<?> task) throws InterruptedException {
    try {
      task.get();
    } catch (ExecutionException e) {
      // A batch that the cursor has left has no rows, and a cursor at its end has no batch.
      assertThat(e.getCause())
          .isInstanceOfAny(
              ClosedException.class,
              IllegalStateException.class,
              IndexOutOfBoundsException.class,
              IllegalStateException.class);
    }
  }

  @Test
  void closeNamesTheOpenCursor() {
    Table table = TestTables.open(uri);
    try (BatchCursor cursor = table.scan().select("name", "id").batches()) {
      assertThat(cursor.next()).isTrue();
      assertThatThrownBy(table::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Cannot close table " + uri)
          .hasMessageContaining("a cursor over [name, id], opened by thread ")
          .hasMessageContaining("CursorMisuseTest.closeNamesTheOpenCursor");
      // The table stays open, and so does the cursor.
      assertThat(read(table, cursor)).isPositive();
      try (RowCursor second = table.scan().rows()) {
        assertThat(second.next()).isTrue();
        assertThatThrownBy(table::close).hasMessageEndingWith(", and by 1 more");
      }
    }
    table.close();
    table.close();
    assertThatThrownBy(() -> table.scan()).isInstanceOf(ClosedException.class);
  }

  private static int read(Table table, BatchCursor cursor) {
    assertThat(cursor.next()).isTrue();
    return (int) Math.min(table.rowCount(), cursor.batch().rowCount());
  }

  @Test
  void finishedCursorDoesNotPreventClosing() {
    Table table = TestTables.open(uri);
    RowCursor cursor = table.scan().rows();
    while (cursor.next()) {
      assertThat(cursor.row().isNullAt(0)).isFalse();
    }
    table.close();
    cursor.close();
  }

  @Test
  void retainedMemoryFailsClosing() {
    TestTables.assumeMemoryIsTheTables();
    Table table = Table.open(uri);
    OffHeapBuffer kept;
    try (BatchCursor cursor = table.scan().batches()) {
      assertThat(cursor.next()).isTrue();
      kept = cursor.batch().column(0).memory().orElseThrow().retain();
    }
    assertThatThrownBy(table::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(uri)
        .hasMessageContaining("retained");
    kept.release();
  }

  @Test
  void rejectsASecondThreadThatMovesACursor() throws Exception {
    CountDownLatch isInside = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource(
                (reader, allocator) ->
                    new MapSource() {
                      @Override
                      public PendingSegments acquire(List<SegmentKey> keys, SegmentReader ofScan) {
                        isInside.countDown();
                        await(mayGoOn);
                        return super.acquire(keys, ofScan);
                      }

                      @Override
                      public boolean mayBlock(SegmentKey key) {
                        return false;
                      }
                    });
    try (Table table = Table.open(uri, options)) {
      try (BatchCursor cursor = table.scan().batches()) {
        Future<Boolean> first = threads.submit(cursor::next);
        await(isInside);
        assertThatThrownBy(cursor::next)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(
                "Cannot move a cursor over [id, name]: another thread is moving it (a cursor is for"
                    + " one thread at a time)");
        Future<?> closing = threads.submit(cursor::close);
        assertThat(closing.isDone()).isFalse();
        mayGoOn.countDown();
        assertThat(first.get()).isTrue();
        closing.get();
        assertThatThrownBy(cursor::next).isInstanceOf(ClosedException.class);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void twoThreadsOnOneCursorNeverReportCorruption() throws Exception {
    try (Table table = TestTables.open(uri)) {
      for (int race = 0; race < RACES; race++) {
        try (BatchCursor cursor = table.scan().batches()) {
          CyclicBarrier start = new CyclicBarrier(2);
          Callable<Long> reading =
              () -> {
                long sum = 0;
                start.await();
                while (cursor.next()) {
                  sum += read(cursor.batch());
                }
                return sum;
              };
          Future<Long> other = threads.submit(reading);
          awaitMisuse(threads.submit(reading));
          awaitMisuse(other);
        }
      }
      assertThat(table.memoryUsed()).isZero();
    }
  }

  @Test
  void twoThreadsOnOneRowCursorNeverReportCorruption() throws Exception {
    try (Table table = TestTables.open(uri)) {
      for (int race = 0; race < RACES; race++) {
        try (RowCursor cursor = table.scan().rows()) {
          CyclicBarrier start = new CyclicBarrier(2);
          Callable<Long> reading =
              () -> {
                long sum = 0;
                start.await();
                while (cursor.next()) {
                  sum += cursor.row().getLong(0);
                }
                return sum;
              };
          Future<Long> other = threads.submit(reading);
          awaitMisuse(threads.submit(reading));
          awaitMisuse(other);
        }
      }
      assertThat(table.memoryUsed()).isZero();
    }
  }

  @Test
  void cursorCanBeClosedWhileAnotherThreadReads() throws Exception {
    try (Table table = TestTables.open(uri)) {
      for (int race = 0; race < RACES; race++) {
        BatchCursor cursor = table.scan().batches();
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Long> reading =
            threads.submit(
                () -> {
                  long sum = 0;
                  start.await();
                  while (cursor.next()) {
                    sum += read(cursor.batch());
                  }
                  return sum;
                });
        start.await();
        for (int i = 0; i < race * 100; i++) {
          Thread.onSpinWait();
        }
        cursor.close();
        awaitMisuse(reading);
        assertThat(table.memoryUsed()).isZero();
      }
    }
  }

  @Test
  void tableStaysOpenWhileItIsRead() throws Exception {
    for (int race = 0; race < RACES; race++) {
      Table table = TestTables.open(uri);
      CyclicBarrier start = new CyclicBarrier(2);
      Future<Long> reading =
          threads.submit(
              () -> {
                start.await();
                long sum = 0;
                try (BatchCursor cursor = table.scan().batches()) {
                  while (cursor.next()) {
                    sum += read(cursor.batch());
                  }
                }
                return sum;
              });
      start.await();
      for (int i = 0; i < race * 100; i++) {
        Thread.onSpinWait();
      }
      boolean isClosed = false;
      while (!isClosed) {
        try {
          table.close();
          isClosed = true;
        } catch (IllegalStateException e) {
          assertThat(e).hasMessageContaining("a cursor over [id, name]");
          // The table was in use, so the scan reads it to the end.
          assertThat(reading.get()).isPositive();
        }
      }
      try {
        assertThat(reading.get()).isPositive();
      } catch (ExecutionException e) {
        assertThat(e.getCause()).isInstanceOf(ClosedException.class);
        assertThat((AlbisException) e.getCause()).hasMessageContaining("it is closed");
      }
    }
  }
}
