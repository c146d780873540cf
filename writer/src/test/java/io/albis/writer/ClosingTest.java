// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.TestRoot;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing while a row is not ended, or while other threads write. */
class ClosingTest {

  /** Rounds of each race; fewer on a cluster, where each commits slowly. */
  private static final int ROUNDS = TestRoot.isLocal() ? 300 : 30;

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("list", Type.parse("list<int32>")));

  private static final Schema FLAT = Schema.of(Field.nullable("id", Type.int32()));

  @TempDir Path directory;
  private TableWriter writer;
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @BeforeEach
  void open() {
    writer = TableWriter.create(TestRoot.uri(directory.resolve("t")), SCHEMA).open();
  }

  @AfterEach
  void close() {
    writer.close();
    other.shutdown();
  }

  /** Runs an action in another thread, which stays alive. */
  private <T> T inOtherThread(Callable<T> action) throws InterruptedException, ExecutionException {
    return other.submit(action).get();
  }

  private void requireNoCommit() {
    assertThatThrownBy(writer::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rows could not be written");
    assertThat(writer.memoryUsed()).isZero();
  }

  @Test
  void unfinishedRowsAreAnError() {
    RowWriter rows = writer.newRowWriter();
    rows.setInt(0, 1);
    rows.endRow();
    rows.setString(1, "x");
    rows.value(2).beginList();
    assertThatThrownBy(rows::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot close the row writer: row 1 was not ended, and has values for name, list; call"
                + " endRow, or discardRow to give it up");
    requireNoCommit();
  }

  @Test
  void manyColumnsOfAnUnfinishedRowAreCounted() {
    Schema wide =
        Schema.of(
            java.util.stream.IntStream.range(0, 9)
                .mapToObj(i -> Field.required("c" + i, Type.int32()))
                .toList());
    try (TableWriter table =
        TableWriter.create(TestRoot.uri(directory.resolve("wide")), wide).open()) {
      RowWriter rows = table.newRowWriter();
      for (int i = 0; i < 9; i++) {
        rows.setInt(i, i);
      }
      assertThatThrownBy(rows::close)
          .hasMessageContaining("has values for c0, c1, c2, c3, c4 and 4 more;");
    }
  }

  @Test
  void discardedRowsAreNoError() {
    RowWriter rows = writer.newRowWriter();
    rows.setInt(0, 1);
    rows.endRow();
    rows.setInt(0, 2);
    rows.discardRow();
    rows.setNull(0);
    rows.close();
    assertThat(writer.commit().rowCount()).isEqualTo(1);
  }

  @Test
  void unfinishedBatchesAreAnError() {
    try (TableWriter flat =
        TableWriter.create(TestRoot.uri(directory.resolve("flat")), FLAT).open()) {
      BatchWriter batches = flat.newBatchWriter();
      batches.setInts(0, new int[3]);
      batches.endBatch(3);
      batches.setInts(0, new int[3]);
      assertThatThrownBy(batches::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "Cannot close the batch writer: a batch after row 3 was not ended, and has values for"
                  + " id; call endBatch");
      assertThatThrownBy(flat::commit).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> batches.setInts(0, new int[3])).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> batches.endBatch(3)).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void writersOfThreadsThatHaveEndedAreClosedAndCommitted() throws Exception {
    RowWriter rows = writer.newRowWriter();
    Thread thread =
        new Thread(
            () -> {
              rows.setInt(0, 1);
              rows.setString(1, "x");
              rows.endRow();
            });
    thread.start();
    thread.join();
    rows.close();
    assertThat(writer.memoryUsed()).isZero();
    assertThat(writer.commit().rowCount()).isEqualTo(1);
    assertThatThrownBy(() -> inOtherThread(() -> rows.value(1)).setString("x"))
        .isInstanceOf(ClosedException.class);
  }

  @Test
  void writersOfOtherThreadsAreAborted() throws Exception {
    RowWriter rows = writer.newRowWriter();
    inOtherThread(
        () -> {
          rows.setInt(0, 1);
          rows.endRow();
          return null;
        });
    assertThatThrownBy(rows::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "Cannot close the writer in thread '.*': thread '.*' owns it and must close it; its"
                + " rows are lost");
    assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    assertThat(writer.memoryUsed()).isPositive();
    inOtherThread(
        () -> {
          rows.close();
          return null;
        });
    requireNoCommit();
  }

  @Test
  void threadsInTheMiddleOfARowReleaseTheMemory() throws Exception {
    List<Consumer<RowWriter>> values =
        List.of(
            row -> row.setInt(0, 1),
            row -> row.setString(1, "in the middle"),
            row -> row.value(2).beginList());
    for (int i = 0; i < values.size(); i++) {
      String uri = TestRoot.uri(directory.resolve("middle" + i));
      try (TableWriter table = TableWriter.create(uri, SCHEMA).open()) {
        abort(table, values.get(i));
      }
    }
  }

  /** Closes the table while a row writer of another thread is in the middle of a row. */
  private void abort(TableWriter table, Consumer<RowWriter> value) throws Exception {
    RowWriter rows = table.newRowWriter();
    inOtherThread(
        () -> {
          rows.setInt(0, 1);
          rows.endRow();
          value.accept(rows);
          return null;
        });
    table.close();
    assertThat(table.memoryUsed()).isPositive();
    inOtherThread(
        () -> {
          assertThatThrownBy(() -> value.accept(rows)).isInstanceOf(ClosedException.class);
          assertThatThrownBy(rows::endRow).isInstanceOf(ClosedException.class);
          return null;
        });
    assertThat(table.memoryUsed()).isZero();
    assertThatThrownBy(() -> inOtherThread(() -> rows.value(0)).setInt(1))
        .isInstanceOf(ClosedException.class);
  }

  @Test
  void batchWritersOfOtherThreadsReleaseTheMemory() throws Exception {
    BatchWriter batches = writer.newBatchWriter();
    inOtherThread(
        () -> {
          batches.setStrings(1, new String[] {"a", "b"});
          batches.endBatch(2);
          return null;
        });
    writer.close();
    assertThat(writer.memoryUsed()).isPositive();
    inOtherThread(
        () -> {
          assertThatThrownBy(() -> batches.endBatch(2)).isInstanceOf(ClosedException.class);
          return null;
        });
    assertThat(writer.memoryUsed()).isZero();
  }

  @Test
  void useByASecondThreadAbortsTheWriter() throws Exception {
    RowWriter rows = writer.newRowWriter();
    inOtherThread(
        () -> {
          rows.setString(1, "x");
          return null;
        });
    assertThatThrownBy(() -> rows.setString(1, "y"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "Cannot write in thread '.*': thread '.*' uses the same writer; each thread needs a"
                + " writer of its own");
    assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    inOtherThread(
        () -> {
          assertThatThrownBy(rows::endRow)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("each thread needs a writer of its own");
          return null;
        });
    requireNoCommit();
  }

  @Test
  void writersOfEndedThreadsAreClosed() throws Exception {
    RowWriter rows = writer.newRowWriter();
    Thread thread =
        new Thread(
            () -> {
              rows.setInt(0, 1);
              rows.setString(1, "in the middle");
            });
    thread.start();
    thread.join();
    writer.close();
    assertThat(writer.memoryUsed()).isZero();
  }

  /** The thread is alive, but never returns to its writer. */
  @Test
  void memoryOfAbandonedWritersIsReleased() throws Exception {
    inOtherThread(
        () -> {
          writer.newRowWriter().setString(1, "in the middle");
          return null;
        });
    writer.close();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (writer.memoryUsed() > 0 && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(writer.memoryUsed()).isZero();
  }

  @Test
  void valueWritersAreClosedWithTheRowWriter() {
    RowWriter rows = writer.newRowWriter();
    ValueWriter name = rows.value(1);
    ValueWriter list = rows.value(2);
    list.beginList();
    ValueWriter element = list.element();
    element.setInt(1);
    writer.close();
    assertThat(writer.memoryUsed()).isZero();
    assertThatThrownBy(() -> name.setString("x")).isInstanceOf(ClosedException.class);
    assertThatThrownBy(name::setNull).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> element.setInt(1)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(list::element).isInstanceOf(ClosedException.class);
    assertThatThrownBy(list::endList).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> rows.setNull(0)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(rows::endRow).isInstanceOf(ClosedException.class);
    assertThatThrownBy(rows::discardRow).isInstanceOf(ClosedException.class);
    rows.close();
  }

  /** Each row that was ended is written, unless closing fails. */
  @Test
  void rowsEndedDuringCloseAreNotLost() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String uri = TestRoot.uri(directory.resolve("race" + round));
      try (TableWriter table = TableWriter.create(uri, FLAT).open()) {
        RowWriter rows = table.newRowWriter();
        AtomicLong ended = new AtomicLong();
        Future<?> writing = other.submit(() -> endRowsUntilClosed(rows, ended));
        long rowsBefore = round % 3 * 300L;
        while (ended.get() < rowsBefore) {
          Thread.onSpinWait();
        }
        boolean isClosed = isClosed(rows);
        writing.get();
        if (isClosed) {
          assertThat(table.commit().rowCount())
              .as("rows of round %s", round)
              .isEqualTo(ended.get());
        } else {
          assertThatThrownBy(table::commit).isInstanceOf(IllegalStateException.class);
        }
      }
    }
  }

  /** A writer that no thread has used is closed while another thread begins to use it. */
  @Test
  void closingUnusedWritersIsNoMisuse() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String uri = TestRoot.uri(directory.resolve("unused" + round));
      try (TableWriter table = TableWriter.create(uri, FLAT).open()) {
        RowWriter rows = table.newRowWriter();
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> writing =
            other.submit(
                () -> {
                  start.await(1, TimeUnit.MINUTES);
                  endRowsUntilClosed(rows, new AtomicLong());
                  return null;
                });
        start.await(1, TimeUnit.MINUTES);
        isClosed(rows);
        writing.get();
      }
    }
  }

  /** Misuse: two threads end rows of one writer. It is never committed if that was found. */
  @Test
  void rowsThatTwoThreadsEndAreNotCommitted() throws Exception {
    for (int round = 0; round < 50; round++) {
      String uri = TestRoot.uri(directory.resolve("misuse" + round));
      try (TableWriter table = TableWriter.create(uri, FLAT).segmentSize(4096).open()) {
        RowWriter rows = table.newRowWriter();
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Boolean> others = other.submit(() -> isRefused(rows, start));
        boolean isRefused = isRefused(rows, start);
        assertThat(others.get() || isRefused).as("refused in round %s", round).isTrue();
        other.submit(() -> isClosed(rows)).get();
        isClosed(rows);
        assertThatThrownBy(table::commit).isInstanceOf(IllegalStateException.class);
        assertThat(table.memoryUsed()).isZero();
      }
    }
  }

  /** Ends rows, together with another thread; returns whether one was refused. */
  private static boolean isRefused(RowWriter rows, CyclicBarrier start) throws Exception {
    start.await(1, TimeUnit.MINUTES);
    try {
      for (int i = 0; i < 3000; i++) {
        rows.setInt(0, i);
        rows.endRow();
      }
      return false;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("each thread needs a writer of its own");
      return true;
    }
  }

  private static void endRowsUntilClosed(RowWriter rows, AtomicLong ended) {
    try {
      while (true) {
        rows.setNull(0);
        rows.endRow();
        ended.set(ended.get() + 1);
      }
    } catch (ClosedException e) {
      assertThat(rows.rowCount()).isNotNegative();
    }
  }

  /** Closes a writer; returns false if closing found unfinished or lost rows. */
  private static boolean isClosed(RowWriter rows) {
    try {
      rows.close();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
