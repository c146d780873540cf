// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.CorruptFileException;
import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.internal.metric.ScanCounters.Counter;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SourceTable;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/** Reads segments from the files of a table. */
public final class StorageSegments implements SegmentReader {

  private final TableFiles files;
  private final boolean verifyChecksums;
  private final ScanCounters counters;

  /**
   * Creates a reader that verifies checksums or skips that.
   *
   * @param counters of what it reads
   */
  public StorageSegments(TableFiles files, boolean verifyChecksums, ScanCounters counters) {
    this.files = files;
    this.verifyChecksums = verifyChecksums;
    this.counters = counters;
  }

  @Override
  public SourceTable table() {
    return files.table();
  }

  @Override
  public void checkAccess(String path) {
    files.checkAccess(path);
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    if (!files.knowsMayBlock()) {
      try (OpenFiles.Use use = files.use(key.path())) {
        files.setMayBlock(use.file().mayBlock());
      }
    }
    return files.mayBlock();
  }

  @Override
  public void read(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    for (int from = 0; from < keys.size(); ) {
      int end = endOfFile(keys, from);
      String path = keys.get(from).path();
      try (OpenFiles.Use use = files.use(path)) {
        ReadableFile file = use.file();
        List<ReadRequest> requests = requests(file, keys, targets, from, end);
        if (!requests.isEmpty()) {
          long start = countRequest(requests);
          try {
            file.read(requests);
          } finally {
            counters.addSince(Counter.READ_NANOS, start);
          }
          files.setMayBlock(file.mayBlock());
        }
        repair(file, keys, targets, damaged(keys, targets, from, end));
      } catch (IOException e) {
        throw files.failed(path, e);
      }
      from = end;
    }
  }

  @Override
  public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    SegmentLoad load = new SegmentLoad(files);
    for (int from = 0; from < keys.size(); ) {
      int end = endOfFile(keys, from);
      try {
        start(load, keys, targets, from, end);
      } catch (RuntimeException | Error e) {
        load.started(e);
        return load;
      }
      from = end;
    }
    load.started(null);
    return load;
  }

  private void start(
      SegmentLoad load, List<SegmentKey> keys, List<OffHeapBuffer> targets, int from, int end) {
    String path = keys.get(from).path();
    OpenFiles.Use use = files.use(path);
    try {
      ReadableFile file = use.file();
      List<ReadRequest> requests = requests(file, keys, targets, from, end);
      long start = countRequest(requests);
      load.add(
          path,
          use,
          file.readAsync(requests),
          () -> {
            counters.addSince(Counter.READ_NANOS, start);
            files.setMayBlock(file.mayBlock());
            return damaged(keys, targets, from, end);
          },
          found -> repair(file, keys, targets, found));
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  /** Counts what is read by one request; returns the time of its start. */
  private long countRequest(List<ReadRequest> requests) {
    long bytes = 0;
    for (ReadRequest request : requests) {
      bytes += request.length();
    }
    counters.add(Counter.REQUESTS, requests.isEmpty() ? 0 : 1);
    counters.add(Counter.BYTES_READ, bytes);
    return System.nanoTime();
  }

  private static int endOfFile(List<SegmentKey> keys, int from) {
    int end = from + 1;
    while (end < keys.size() && keys.get(end).path().equals(keys.get(from).path())) {
      end++;
    }
    return end;
  }

  private static List<ReadRequest> requests(
      ReadableFile file, List<SegmentKey> keys, List<OffHeapBuffer> targets, int from, int end) {
    List<ReadRequest> requests = new ArrayList<>(end - from);
    for (int i = from; i < end; i++) {
      SegmentKey key = keys.get(i);
      if (key.minFileLength() > file.length()) {
        throw new CorruptFileException(
            key.path(), file.length(), "length", "at least " + key.minFileLength(), file.length());
      }
      if (key.length() > 0) {
        requests.add(new ReadRequest(key.offset(), key.length(), targets.get(i), 0));
      }
    }
    return requests;
  }

  /** Returns the indexes of the segments whose checksums do not match. */
  private List<Integer> damaged(
      List<SegmentKey> keys, List<OffHeapBuffer> targets, int from, int end) {
    List<Integer> damaged = List.of();
    if (!verifyChecksums) {
      return damaged;
    }
    long start = System.nanoTime();
    for (int i = from; i < end; i++) {
      if (checksum(keys.get(i), targets.get(i)) != keys.get(i).crc32c()) {
        damaged = damaged.isEmpty() ? new ArrayList<>() : damaged;
        damaged.add(i);
      }
    }
    counters.addSince(Counter.CHECKSUM_NANOS, start);
    return damaged;
  }

  /** Reads corrupt segments again, if the storage has another copy of them. */
  private static void repair(
      ReadableFile file, List<SegmentKey> keys, List<OffHeapBuffer> targets, List<Integer> damaged)
      throws IOException {
    for (int i : damaged) {
      SegmentKey key = keys.get(i);
      OffHeapBuffer target = targets.get(i);
      int found = checksum(key, target);
      if (file.readElsewhere(new ReadRequest(key.offset(), key.length(), target, 0))) {
        found = checksum(key, target);
      }
      if (found != key.crc32c()) {
        throw new CorruptFileException(
            key.path(),
            key.offset(),
            "checksum of segment",
            Integer.toHexString(key.crc32c()),
            Integer.toHexString(found));
      }
    }
  }

  private static int checksum(SegmentKey key, OffHeapBuffer bytes) {
    if (key.length() == 0) {
      return key.crc32c();
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes.nioBuffer(0, key.length()));
    return (int) crc.getValue();
  }
}
