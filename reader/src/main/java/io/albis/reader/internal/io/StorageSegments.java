// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;

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
      read(new SegmentTargets(keys.subList(from, end), targets.subList(from, end)));
      from = end;
    }
  }

  @Override
  public void readRange(List<SegmentKey> keys, long offset, OffHeapBuffer target) {
    read(new RangeTarget(keys, offset, target));
  }

  private void read(ReadTargets targets) {
    String path = targets.path();
    try (OpenFiles.Use use = files.use(path)) {
      ReadableFile file = use.file();
      List<ReadRequest> requests = targets.requests(file.length());
      if (!requests.isEmpty()) {
        long start = countRequest(targets, requests);
        try {
          file.read(requests);
        } finally {
          counters.addSince(Counter.READ_NANOS, start);
        }
        files.setMayBlock(file.mayBlock());
      }
      repair(targets, file, verify(targets));
    } catch (IOException e) {
      throw files.failed(path, e);
    }
  }

  @Override
  public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    SegmentLoad load = new SegmentLoad(files);
    for (int from = 0; from < keys.size(); ) {
      int end = endOfFile(keys, from);
      ReadTargets ofFile = new SegmentTargets(keys.subList(from, end), targets.subList(from, end));
      if (!start(load, ofFile)) {
        return load;
      }
      from = end;
    }
    load.started(null);
    return load;
  }

  @Override
  public CompletableFuture<Void> readRangeAsync(
      List<SegmentKey> keys, long offset, OffHeapBuffer target) {
    SegmentLoad load = new SegmentLoad(files);
    if (start(load, new RangeTarget(keys, offset, target))) {
      load.started(null);
    }
    return load;
  }

  /** Starts a read; if that fails, the load ends with the failure. */
  private boolean start(SegmentLoad load, ReadTargets targets) {
    try {
      add(load, targets);
      return true;
    } catch (RuntimeException | Error e) {
      load.started(e);
      return false;
    }
  }

  private void add(SegmentLoad load, ReadTargets targets) {
    String path = targets.path();
    OpenFiles.Use use = files.use(path);
    try {
      ReadableFile file = use.file();
      List<ReadRequest> requests = targets.requests(file.length());
      long start = countRequest(targets, requests);
      load.add(
          path,
          use,
          file.readAsync(requests),
          () -> {
            counters.addSince(Counter.READ_NANOS, start);
            files.setMayBlock(file.mayBlock());
            return verify(targets);
          },
          found -> repair(targets, file, found));
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  /** Counts what is read by one request; returns the time of its start. */
  private long countRequest(ReadTargets targets, List<ReadRequest> requests) {
    long bytes = 0;
    for (SegmentKey key : targets.keys()) {
      bytes += key.length();
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

  /**
   * Returns the indexes of the segments whose checksums do not match. If there are none, the
   * offsets in the segments have been checked, too.
   */
  private List<Integer> verify(ReadTargets targets) {
    List<Integer> damaged = List.of();
    if (verifyChecksums) {
      long start = System.nanoTime();
      damaged = targets.damaged();
      counters.addSince(Counter.CHECKSUM_NANOS, start);
    }
    if (damaged.isEmpty()) {
      targets.checkOffsets();
    }
    return damaged;
  }

  private static void repair(ReadTargets targets, ReadableFile file, List<Integer> damaged)
      throws IOException {
    if (!damaged.isEmpty()) {
      targets.repair(file, damaged);
      targets.checkOffsets();
    }
  }
}
