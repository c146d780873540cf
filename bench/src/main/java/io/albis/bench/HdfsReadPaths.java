// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.split.Split;
import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;

/** The read paths for the files of one table. Each returns the number of bytes read. */
final class HdfsReadPaths {

  private static final int REQUEST = 4 << 20;

  private final String table;
  private final List<String> files;
  private final List<Path> blocks;
  private final Map<String, String> settings;
  private final ExecutorService executor;

  /**
   * Creates the read paths of one table.
   *
   * @param settings Hadoop settings for local reads
   */
  HdfsReadPaths(
      String table, List<Path> blocks, Map<String, String> settings, ExecutorService executor)
      throws IOException {
    this.table = table;
    this.blocks = blocks;
    this.settings = settings;
    this.executor = executor;
    this.files = new ArrayList<>();
    try (Storage storage = Storages.open(table, Map.of())) {
      addFiles(storage, "", files);
    }
  }

  private static void addFiles(Storage storage, String directory, List<String> files)
      throws IOException {
    for (FileInfo entry : storage.list(directory)) {
      String path = directory.isEmpty() ? entry.name() : directory + "/" + entry.name();
      if (entry.isDirectory()) {
        addFiles(storage, path, files);
      } else {
        files.add(path);
      }
    }
  }

  /** Reads the block files directly, without HDFS. */
  long raw(int threads) throws Exception {
    Path root = blocks.get(0).getRoot();
    try (Storage storage = Storages.open(root.toString(), Map.of("io.direct", "always"))) {
      List<String> names = blocks.stream().map(file -> root.relativize(file).toString()).toList();
      return readAll(storage, names, threads);
    }
  }

  /** Reads through the storage of Albis alone. */
  long storage(int threads, Local local) throws Exception {
    try (Storage storage = Storages.open(table, options(local))) {
      return readAll(storage, files, threads);
    }
  }

  /** How blocks on this machine are read. */
  enum Local {
    FILES,
    CLIENT
  }

  private Map<String, String> options(Local local) {
    Map<String, String> options = new HashMap<>();
    options.put("hdfs.local-reads", String.valueOf(local == Local.FILES));
    if (local == Local.FILES) {
      settings.forEach((name, value) -> options.put("hadoop." + name, value));
      options.put("hdfs.native-version", VersionInfo.getVersion());
    }
    return options;
  }

  private long readAll(Storage storage, List<String> names, int threads) throws Exception {
    AtomicInteger next = new AtomicInteger();
    return inParallel(
        threads,
        () -> {
          long bytes = 0;
          try (BufferAllocator allocator = BufferAllocator.create("hdfs", REQUEST)) {
            OffHeapBuffer target = allocator.allocate(REQUEST);
            for (int i = next.getAndIncrement(); i < names.size(); i = next.getAndIncrement()) {
              try (ReadableFile file = storage.openFile(names.get(i))) {
                for (long at = 0; at < file.length(); at += REQUEST) {
                  file.read(at, target, 0, Math.min(REQUEST, file.length() - at));
                }
                bytes += file.length();
              }
            }
            target.release();
          }
          return bytes;
        });
  }

  /** Reads through Hadoop's client as most programs do: one stream, from start to end. */
  long client(int threads, Local local) throws Exception {
    Configuration configuration = new Configuration();
    if (local == Local.FILES) {
      settings.forEach(configuration::set);
    }
    try (FileSystem fileSystem = FileSystem.newInstance(URI.create(table), configuration)) {
      return readAll(fileSystem, threads);
    }
  }

  private long readAll(FileSystem fileSystem, int threads) throws Exception {
    AtomicInteger next = new AtomicInteger();
    return inParallel(
        threads,
        () -> {
          long bytes = 0;
          ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST);
          for (int i = next.getAndIncrement(); i < files.size(); i = next.getAndIncrement()) {
            try (FSDataInputStream in =
                fileSystem.open(new org.apache.hadoop.fs.Path(table, files.get(i)))) {
              for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
                buffer.clear();
              }
            }
          }
          return bytes;
        });
  }

  /** Scans all columns, verifies checksums and sums every value. */
  long scan(int threads, Local local) throws Exception {
    ReadOptions options = ReadOptions.defaults().options(options(local));
    try (Table opened = Table.open(table, options)) {
      DatasetScan scan = opened.scan();
      List<Split> all = scan.splits(Long.MAX_VALUE);
      long size = all.stream().mapToLong(Split::bytes).sum() / threads + 1;
      List<Callable<Long>> parts = new ArrayList<>();
      for (Split split : scan.splits(size)) {
        parts.add(() -> sum(opened, split));
      }
      for (Future<Long> part : executor.invokeAll(parts)) {
        part.get();
      }
      return opened.metrics().bytesRead();
    }
  }

  private static long sum(Table table, Split split) {
    long rows = 0;
    double total = 0;
    try (BatchCursor batches = table.scan().batches(split)) {
      while (batches.next()) {
        total += ReaderSums.columns(batches.batch());
        rows += batches.batch().rowCount();
      }
    }
    if (total == 0) {
      throw new IllegalStateException("The sum of " + rows + " rows is 0");
    }
    return rows;
  }

  private long inParallel(int threads, Callable<Long> reader) throws Exception {
    List<Callable<Long>> readers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      readers.add(reader);
    }
    long bytes = 0;
    for (Future<Long> part : executor.invokeAll(readers)) {
      bytes += part.get();
    }
    return bytes;
  }
}
