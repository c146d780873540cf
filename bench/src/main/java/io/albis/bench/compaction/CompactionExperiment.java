// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.compaction;

import io.albis.bench.layouts.FactTable;
import io.albis.format.metadata.TablePaths;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.Storages;
import io.albis.writer.TableMaintenance;
import io.albis.writer.TableWriter;
import io.albis.writer.maintenance.OptimizeOptions;
import io.albis.writer.maintenance.OptimizeResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Optimizes a table of small row groups, with direct I/O: alone, beside a scan of the same table,
 * and beside a reader of its bytes. Copies the same bytes as a whole for comparison.
 */
public final class CompactionExperiment {

  private static final int COPY_PIECE = 32 << 20;

  /** As long as the requests of a scan. */
  private static final int READ_PIECE = 2 << 20;

  private final String table;
  private final FactTable facts;
  private final int rowGroups;
  private final double seconds;
  private final ExecutorService executor;

  /** Paths of the files of the table before it is optimized. */
  private final Set<String> files = new TreeSet<>();

  private long snapshotId;

  /** Reads until it is stopped, and returns its rate. */
  private interface Reader {
    double read(BooleanSupplier isStopped) throws IOException;
  }

  /**
   * Creates the experiment.
   *
   * @param directory of the table, which must not exist
   * @param rowGroups number of row groups
   * @param seconds how long readers read alone
   * @param executor runs readers beside the optimization
   */
  public CompactionExperiment(
      Path directory, FactTable facts, int rowGroups, double seconds, ExecutorService executor) {
    this.table = directory.toString();
    this.facts = facts;
    this.rowGroups = rowGroups;
    this.seconds = seconds;
    this.executor = executor;
  }

  /** Writes the table. */
  public void write() throws IOException {
    TableWriter.Builder builder = TableWriter.create(table, facts.schema());
    RawFiles.DIRECT.forEach(builder::option);
    try (TableWriter writer = facts.configure(builder).open()) {
      facts.write(writer, rowGroups);
      snapshotId = writer.commit().snapshotId();
    }
    try (Storage storage = Storages.open(table, RawFiles.DIRECT)) {
      files.addAll(list(storage));
    }
  }

  /**
   * Measures everything once. The table is then as it was before.
   *
   * @param number of the round; what comes first changes from round to round
   */
  public CompactionRound run(int number) throws Exception {
    double copy;
    double optimize;
    if (number % 2 == 0) {
      copy = copy();
      optimize = optimize();
    } else {
      optimize = optimize();
      copy = copy();
    }
    double scan = alone(this::scan);
    double scanBeside = beside(this::scan);
    double read = alone(this::readRaw);
    double readBeside = beside(this::readRaw);
    return new CompactionRound(copy, optimize, scan, scanBeside, read, readBeside);
  }

  private String dataDirectory() {
    return table + "/" + TablePaths.DATA_DIRECTORY;
  }

  private double copy() throws IOException {
    try (RawFiles files = RawFiles.open(dataDirectory(), COPY_PIECE)) {
      return files.copy("copy");
    }
  }

  /** Optimizes the table, and undoes that. */
  private double optimize() throws IOException {
    double rate;
    try (TableMaintenance maintenance = TableMaintenance.open(table, RawFiles.DIRECT)) {
      long start = System.nanoTime();
      OptimizeResult result = maintenance.optimize(OptimizeOptions.defaults());
      rate = result.copiedBytes() / ((System.nanoTime() - start) / 1e9);
    }
    undo();
    return rate;
  }

  /** Deletes the files of the optimization: snapshots first, then what they refer to. */
  private void undo() throws IOException {
    try (Storage storage = Storages.open(table, RawFiles.DIRECT)) {
      List<String> added = new ArrayList<>(list(storage));
      added.removeAll(files);
      added.sort(Comparator.comparing(path -> !isSnapshot(path)));
      for (String path : added) {
        storage.delete(path);
      }
    }
  }

  private static boolean isSnapshot(String path) {
    return TablePaths.snapshotId(path.substring(path.lastIndexOf('/') + 1)).isPresent();
  }

  /** Paths of the files of the table. */
  private static Set<String> list(Storage storage) throws IOException {
    Set<String> paths = new TreeSet<>();
    addFiles(storage, TablePaths.METADATA_DIRECTORY, paths);
    addFiles(storage, TablePaths.DATA_DIRECTORY, paths);
    return paths;
  }

  private static void addFiles(Storage storage, String directory, Set<String> paths)
      throws IOException {
    for (FileInfo entry : storage.list(directory)) {
      String path = directory + "/" + entry.name();
      if (entry.isDirectory()) {
        addFiles(storage, path, paths);
      } else {
        paths.add(path);
      }
    }
  }

  private double alone(Reader reader) throws IOException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    return reader.read(() -> System.nanoTime() - end >= 0);
  }

  /** The rate of a reader while the table is optimized. */
  private double beside(Reader reader) throws Exception {
    AtomicBoolean isDone = new AtomicBoolean();
    Future<Double> rate = executor.submit(() -> reader.read(isDone::get));
    try (TableMaintenance maintenance = TableMaintenance.open(table, RawFiles.DIRECT)) {
      maintenance.optimize(OptimizeOptions.defaults());
    } finally {
      isDone.set(true);
    }
    double measured = rate.get();
    undo();
    return measured;
  }

  private double readRaw(BooleanSupplier isStopped) throws IOException {
    try (RawFiles files = RawFiles.open(dataDirectory(), READ_PIECE)) {
      return files.read(isStopped);
    }
  }

  /** Scans all columns again and again; every checksum is verified. */
  private double scan(BooleanSupplier isStopped) {
    ReadOptions options = ReadOptions.defaults().snapshot(snapshotId).options(RawFiles.DIRECT);
    try (Table opened = Table.open(table, options)) {
      long start = System.nanoTime();
      while (!isStopped.getAsBoolean()) {
        try (BatchCursor batches = opened.scan().batches()) {
          boolean isOnBatch = batches.next();
          while (isOnBatch && !isStopped.getAsBoolean()) {
            isOnBatch = batches.next();
          }
        }
      }
      StorageMetrics metrics = opened.metrics();
      return (metrics.directBytesRead() + metrics.bufferedBytesRead())
          / ((System.nanoTime() - start) / 1e9);
    }
  }
}
