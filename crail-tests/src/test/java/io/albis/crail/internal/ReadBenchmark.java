// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.local.CrailParts;
import io.albis.crail.internal.local.LocalCluster;
import io.albis.crail.internal.local.LocalClusterOptions;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.internal.backend.StorageOptions;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.BatchWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.crail.CrailBuffer;
import org.apache.crail.CrailInputStream;
import org.apache.crail.CrailResult;
import org.apache.crail.CrailStore;
import org.apache.crail.conf.CrailConfiguration;

/**
 * Compares reading a table over TCP with a loop over Crail's own direct stream that reads the same
 * data files, with the same number of requests of 1 MiB in flight. Also prints how much Java heap
 * is allocated per byte that is read, on Java 21 and later. Run by {@code crail-tests/benchmark};
 * arguments: the size of the table in MiB (default 1024), and the number of rounds (default 7).
 */
final class ReadBenchmark {

  private static final int REQUEST = 1 << 20;
  private static final int[] DEPTHS = {1, 4, 16};
  private static final int COLUMNS = 16;
  private static final int BATCH = 8192;
  private static final String NAME = "/benchmark";

  private final LocalCluster cluster;
  private final List<FileInfo> files = new ArrayList<>();
  private final long bytes;
  private final long rows;

  private ReadBenchmark(LocalCluster cluster, long rows) throws IOException {
    this.cluster = cluster;
    this.rows = rows;
    write();
    try (Storage storage = Storage.open(uri(), options(1))) {
      find(storage, "data");
    }
    bytes = files.stream().mapToLong(FileInfo::length).sum();
  }

  /** What is measured. */
  private enum Way {
    RAW("Crail's stream"),
    FILES("files"),
    TABLE("table, values not used"),
    VALUES("table, all values added up");

    private final String text;

    Way(String text) {
      this.text = text;
    }
  }

  public static void main(String[] arguments) throws Exception {
    long mebibytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    Path directory = Files.createTempDirectory("albis-crail-benchmark-");
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory,
            1,
            REQUEST,
            (mebibytes + mebibytes / 8 + 256) << 20,
            10,
            List.of("-Xmx512m"),
            CrailParts.DEFAULT);
    try (LocalCluster cluster = LocalCluster.start(options)) {
      long rows = (mebibytes << 20) / (COLUMNS * Long.BYTES);
      ReadBenchmark benchmark = new ReadBenchmark(cluster, rows);
      for (int depth : DEPTHS) {
        benchmark.measure(depth, rounds);
      }
    }
  }

  private void measure(int depth, int rounds) throws Exception {
    double connecting = allocatedByConnecting(depth);
    Map<Way, double[]> rates = new EnumMap<>(Way.class);
    Map<Way, double[]> allocated = new EnumMap<>(Way.class);
    for (int round = 0; round < rounds; round++) {
      for (Way way : Way.values()) {
        AllocatedBytes allocation = AllocatedBytes.sinceNow();
        long before = System.nanoTime();
        run(way, depth);
        double rate = (double) bytes / (System.nanoTime() - before);
        rates.computeIfAbsent(way, unused -> new double[rounds])[round] = rate;
        allocated.computeIfAbsent(way, unused -> new double[rounds])[round] =
            (allocation.bytes() - connecting) / bytes;
      }
    }
    double raw = median(rates.get(Way.RAW));
    for (Way way : Way.values()) {
      double rate = median(rates.get(way));
      System.out.printf(
          "depth %2d: %-28s %.2f GB/s, ratio %.3f, %.4f bytes allocated per byte%n",
          depth, way.text, rate, rate / raw, median(allocated.get(way)));
    }
  }

  /** NaRPC allocates its buffers when it connects: 32 of the length of a block. */
  private double allocatedByConnecting(int depth) throws Exception {
    AllocatedBytes allocation = AllocatedBytes.sinceNow();
    try (Storage storage = Storage.open(uri(), options(depth));
        ReadableFile file = storage.openFile(files.get(0).name())) {
      file.readBytes(0, 1);
    }
    return allocation.bytes();
  }

  private void run(Way way, int depth) throws Exception {
    switch (way) {
      case RAW -> raw(depth);
      case FILES -> files(depth);
      case TABLE -> table(depth, false);
      case VALUES -> table(depth, true);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private String uri() {
    return cluster.uri(NAME).toString();
  }

  /** The same settings of Crail for every depth, as the backend requires. */
  private static Map<String, String> options(int depth) {
    return Map.of(StorageOptions.DEPTH, String.valueOf(depth), "crail.cachelimit", "0");
  }

  private void write() {
    Field[] fields = new Field[COLUMNS];
    Arrays.setAll(fields, i -> Field.required("c" + i, Type.int64()));
    TableWriter.Builder builder = TableWriter.create(uri(), Schema.of(fields));
    options(4).forEach(builder::option);
    try (TableWriter writer = builder.open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (long row = 0; row < rows; row += BATCH) {
          int count = (int) Math.min(BATCH, rows - row);
          for (int column = 0; column < COLUMNS; column++) {
            long first = row * (column + 1);
            // Not reused: the writer reads it when the batch ends.
            long[] values = new long[count];
            Arrays.setAll(values, i -> first + i);
            batches.setLongs(column, values);
          }
          batches.endBatch(count);
        }
      }
      writer.commit();
    }
  }

  private void find(Storage storage, String directory) throws IOException {
    for (FileInfo entry : storage.list(directory)) {
      String path = directory + "/" + entry.name();
      if (entry.isDirectory()) {
        find(storage, path);
      } else {
        files.add(new FileInfo(path, false, entry.length(), entry.modified()));
      }
    }
  }

  private void raw(int depth) throws Exception {
    CrailConfiguration configuration = CrailConfiguration.createEmptyConfiguration();
    configuration.set("crail.namenode.address", cluster.uri("").toString());
    configuration.set("crail.cachelimit", "0");
    CrailStore store = CrailStore.newInstance(configuration);
    List<CrailInputStream> streams = new ArrayList<>();
    ArrayDeque<CrailBuffer> free = new ArrayDeque<>();
    for (int i = 0; i < depth; i++) {
      free.add(org.apache.crail.memory.OffHeapBuffer.wrap(ByteBuffer.allocateDirect(REQUEST)));
    }
    ArrayDeque<Future<CrailResult>> reads = new ArrayDeque<>();
    ArrayDeque<CrailBuffer> busy = new ArrayDeque<>();
    for (FileInfo file : files) {
      CrailInputStream stream =
          store.lookup(NAME + "/" + file.name()).get().asFile().getDirectInputStream(file.length());
      streams.add(stream);
      for (long done = 0; done < file.length(); done += REQUEST) {
        if (reads.size() == depth) {
          reads.remove().get();
          free.add(busy.remove());
        }
        CrailBuffer buffer = free.remove();
        buffer.clear();
        buffer.limit((int) Math.min(REQUEST, file.length() - done));
        reads.add(stream.read(buffer));
        busy.add(buffer);
      }
    }
    while (!reads.isEmpty()) {
      reads.remove().get();
    }
    for (CrailInputStream stream : streams) {
      stream.close();
    }
    store.close();
  }

  /** As a reader does: more reads are queued than are in flight. */
  private void files(int depth) throws IOException {
    ArrayDeque<OffHeapBuffer> free = new ArrayDeque<>();
    ArrayDeque<OffHeapBuffer> busy = new ArrayDeque<>();
    ArrayDeque<CompletableFuture<Void>> reads = new ArrayDeque<>();
    List<ReadableFile> open = new ArrayList<>();
    try (BufferAllocator allocator = BufferAllocator.create("benchmark", 256L << 20);
        Storage storage = Storage.open(uri(), options(depth))) {
      for (int i = 0; i < 2 * depth; i++) {
        free.add(allocator.allocate(REQUEST));
      }
      for (FileInfo info : files) {
        ReadableFile file = storage.openFile(info.name());
        open.add(file);
        for (long done = 0; done < info.length(); done += REQUEST) {
          if (free.isEmpty()) {
            Reads.await(reads.remove());
            free.add(busy.remove());
          }
          OffHeapBuffer target = free.remove();
          int length = (int) Math.min(REQUEST, info.length() - done);
          reads.add(file.readAsync(List.of(new ReadRequest(done, length, target, 0))));
          busy.add(target);
        }
      }
      while (!reads.isEmpty()) {
        Reads.await(reads.remove());
      }
      free.addAll(busy);
      free.forEach(OffHeapBuffer::release);
      for (ReadableFile file : open) {
        file.close();
      }
    }
  }

  private void table(int depth, boolean usesValues) {
    ReadOptions options = ReadOptions.defaults().options(options(depth));
    long found = 0;
    long sum = 0;
    try (Table table = Table.open(uri(), options);
        BatchCursor cursor = table.scan().batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        found += batch.rowCount();
        for (int column = 0; column < COLUMNS; column++) {
          ColumnVector vector = batch.column(column);
          if (usesValues) {
            sum += sum(vector, batch.rowCount());
          }
        }
      }
    }
    check(found, rows);
    if (usesValues) {
      check(sum, expectedSum());
    }
  }

  private static long sum(ColumnVector vector, int count) {
    long sum = 0;
    for (int row = 0; row < count; row++) {
      sum += vector.getLong(row);
    }
    return sum;
  }

  private long expectedSum() {
    long sum = 0;
    for (long row = 0; row < rows; row += BATCH) {
      long count = Math.min(BATCH, rows - row);
      for (int column = 0; column < COLUMNS; column++) {
        sum += row * (column + 1) * count + count * (count - 1) / 2;
      }
    }
    return sum;
  }

  private static void check(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("Read " + found + " (expected " + expected + ")");
    }
  }
}
