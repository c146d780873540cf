// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.error.AlbisException;
import io.albis.format.error.ClosedException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.ArrowInput;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A program in which eight threads write, each with a writer of its own or all with the same one,
 * while another one closes their writers, for some seconds. The exit code is 0 if every thread was
 * stopped by an exception that says why and all memory was released; a crash of the JVM results in
 * another exit code.
 */
final class CloseRaces {

  private static final int THREADS = 8;

  /** The program continues after a failure, since a crash may follow. */
  private static final int MAX_UNEXPECTED = 20;

  private static final Schema FLAT =
      Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));

  private static final Schema NESTED =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("list", Type.parse("list<string>")),
          Field.nullable("struct", Type.parse("struct<a: int64, b: string>")));

  private static final Schema FIXED =
      Schema.of(Field.required("id", Type.int64()), Field.nullable("value", Type.float64()));

  /** The method that the threads call. */
  enum Entry {
    ROWS,
    FIXED_ROWS,
    ROW_WRITER_CLOSE,
    SHARED_ROWS,
    SHARED_FIXED_ROWS,
    SHARED_NESTED,
    NESTED,
    BATCHES,
    ARROW,
    UPDATE
  }

  private final Entry entry;
  private final Path directory;
  private final SplittableRandom random = new SplittableRandom();
  private final ConcurrentLinkedQueue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<AutoCloseable> started = new ConcurrentLinkedQueue<>();

  private CloseRaces(Entry entry, Path directory) {
    this.entry = entry;
    this.directory = directory;
  }

  /** Arguments: the entry point, seconds, and a directory for the tables. */
  public static void main(String[] arguments) throws Exception {
    CloseRaces races = new CloseRaces(Entry.valueOf(arguments[0]), Path.of(arguments[2]));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
    int count = 0;
    while (System.nanoTime() < end && races.unexpected.size() < MAX_UNEXPECTED) {
      races.race();
      count++;
    }
    races.unexpected.forEach(Throwable::printStackTrace);
    System.out.println(count + " races");
    System.exit(races.unexpected.isEmpty() ? 0 : 1);
  }

  private interface Work {
    void run() throws Exception;
  }

  private static List<Path> files(Path table) throws IOException {
    if (!Files.exists(table)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(table)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  private static long dataFiles(Path table) throws IOException {
    return files(table).stream().filter(file -> file.toString().endsWith(".albis")).count();
  }

  private void race() throws Exception {
    Path table = directory.resolve("t");
    long dataFiles = 0;
    if (entry == Entry.UPDATE) {
      try (TableWriter writer = TableWriter.create(table.toString(), FLAT).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          writeRow(rows, 1);
        }
        writer.commit();
      }
      dataFiles = dataFiles(table);
      TableUpdate[] updates = new TableUpdate[THREADS];
      Arrays.setAll(updates, i -> TableUpdate.open(table.toString()));
      race(
          i -> () -> addColumn(updates[i], i),
          () -> Arrays.stream(updates).forEach(TableUpdate::close));
    } else {
      Schema schema =
          switch (entry) {
            case NESTED, SHARED_NESTED -> NESTED;
            case FIXED_ROWS, SHARED_FIXED_ROWS -> FIXED;
            default -> FLAT;
          };
      TableWriter writer =
          TableWriter.create(table.toString(), schema)
              .threads(THREADS)
              .columnGroups(
                  random.nextBoolean() ? ColumnGroupSpec.auto() : ColumnGroupSpec.single())
              .rowGroupSize(1 << 20)
              .segmentSize(1 << 16)
              .open();
      RowWriter shared = isShared() ? writer.newRowWriter() : null;
      race(i -> () -> write(writer, shared), () -> close(writer));
      if (writer.memoryUsed() != 0) {
        unexpected.add(new AssertionError(writer.memoryUsed() + " bytes are still in use"));
      }
    }
    started.clear();
    if (BufferAllocator.totalAllocatedBytes() != 0) {
      unexpected.add(new AssertionError(BufferAllocator.allocatedByName() + " are in use"));
    }
    if (dataFiles(table) != dataFiles) {
      unexpected.add(new AssertionError("Data files were left: " + files(table)));
    }
    for (Path file : files(table)) {
      Files.delete(file);
    }
  }

  private void race(IntFunction<Work> works, Runnable close) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Work work = works.apply(i);
      Thread thread = new Thread(() -> runUntilClosed(work));
      thread.start();
      threads.add(thread);
    }
    LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(60)));
    try {
      close.run();
    } catch (RuntimeException e) {
      unexpected.add(e);
    }
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
      if (thread.isAlive()) {
        AssertionError hangs = new AssertionError("A writing thread continues after the close");
        hangs.setStackTrace(thread.getStackTrace());
        unexpected.add(hangs);
      }
    }
  }

  private void close(TableWriter writer) {
    if (entry == Entry.ROW_WRITER_CLOSE || entry == Entry.FIXED_ROWS) {
      for (AutoCloseable rows : started) {
        try {
          rows.close();
        } catch (Exception e) {
          // Rows that could not be written are not a failure here, since the table is not
          // committed.
          boolean isLost =
              e instanceof IllegalStateException && e.getMessage().endsWith("its rows are lost");
          if (!isLost && !(e instanceof AlbisException)) {
            unexpected.add(e);
          }
        }
      }
    }
    writer.close();
  }

  private void runUntilClosed(Work work) {
    try {
      work.run();
    } catch (ClosedException e) {
      // Expected.
      return;
    } catch (Throwable e) {
      boolean isMisuse =
          e instanceof IllegalStateException
              && e.getMessage().endsWith("each thread needs a writer of its own");
      if (!isShared() || !isMisuse) {
        unexpected.add(e);
      }
    }
  }

  /** Whether all threads use the same row writer, which is misuse. */
  private boolean isShared() {
    return switch (entry) {
      case SHARED_ROWS, SHARED_FIXED_ROWS, SHARED_NESTED -> true;
      default -> false;
    };
  }

  private void write(TableWriter writer, RowWriter shared) throws Exception {
    switch (entry) {
      case BATCHES -> writeBatches(writer);
      case ARROW -> writeArrow(writer);
      default -> {
        RowWriter rows = shared == null ? writer.newRowWriter() : shared;
        started.add(rows);
        for (long i = 0; ; i++) {
          writeRow(rows, i);
        }
      }
    }
  }

  private void writeRow(RowWriter rows, long i) {
    rows.setLong(0, i);
    if (entry == Entry.FIXED_ROWS || entry == Entry.SHARED_FIXED_ROWS) {
      rows.setDouble(1, (double) i);
      rows.endRow();
      return;
    }
    if (entry != Entry.NESTED && entry != Entry.SHARED_NESTED) {
      rows.setString(1, "row " + i);
      rows.endRow();
      return;
    }
    ValueWriter list = rows.value(1);
    list.beginList();
    for (int e = 0; e < i % 5; e++) {
      list.element().setString("element " + i);
    }
    list.endList();
    ValueWriter struct = rows.value(2);
    struct.beginStruct();
    struct.field(0).setLong(i);
    struct.field(1).setString("b" + i);
    struct.endStruct();
    rows.endRow();
  }

  private static void writeBatches(TableWriter writer) {
    BatchWriter batches = writer.newBatchWriter();
    long[] ids = new long[10_000];
    String[] names = new String[ids.length];
    Arrays.fill(names, "name");
    while (true) {
      batches.setLongs(0, ids);
      batches.setStrings(1, names);
      batches.endBatch(ids.length);
    }
  }

  private static void writeArrow(TableWriter writer) {
    try (RootAllocator allocator = new RootAllocator();
        BigIntVector ids = new BigIntVector("id", allocator);
        VarCharVector names = new VarCharVector("name", allocator)) {
      ids.allocateNew(1000);
      names.allocateNew(1000);
      for (int i = 0; i < 1000; i++) {
        ids.set(i, i);
        names.setSafe(i, new byte[i % 20]);
      }
      VectorSchemaRoot batch = VectorSchemaRoot.of(ids, names);
      batch.setRowCount(1000);
      ArrowInput input = new ArrowInput(writer.schema(), writer.newBatchWriter());
      while (true) {
        input.write(batch);
      }
    }
  }

  private static void addColumn(TableUpdate update, int i) {
    update.addColumn(
        Field.nullable("added" + i, Type.string()),
        (firstRow, rowCount, column) -> {
          for (long r = 0; ; r++) {
            column.setString(0, "value " + r);
            column.endRow();
          }
        });
  }
}
