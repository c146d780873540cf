// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.StorageMetrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the reads and writes of a Hadoop storage. Thread-safe. */
final class HadoopMetrics {
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder clientRequests = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder writeRequests = new LongAdder();
  private final Map<ReadPath, LongAdder> byPath = new EnumMap<>(ReadPath.class);

  HadoopMetrics() {
    for (ReadPath path : ReadPath.values()) {
      byPath.put(path, new LongAdder());
    }
  }

  /** Records bytes that a caller received. */
  void delivered(long bytes) {
    bytesRead.add(bytes);
  }

  /** Records one read; the local storage counts the requests for files of blocks. */
  void read(ReadPath path, long bytes) {
    byPath.get(path).add(bytes);
    if (path == ReadPath.CLIENT) {
      clientRequests.increment();
    }
  }

  void wrote(long bytes) {
    bytesWritten.add(bytes);
    writeRequests.increment();
  }

  /** Returns the metrics, including those of the local storages that read files of blocks. */
  StorageMetrics snapshot(StorageMetrics local) {
    Map<String, Long> byName = new TreeMap<>();
    byPath.forEach(
        (path, bytes) -> {
          if (bytes.sum() > 0) {
            byName.put(path.name().toLowerCase(Locale.ROOT).replace('_', '-'), bytes.sum());
          }
        });
    long written = bytesWritten.sum();
    return new StorageMetrics(
        bytesRead.sum(),
        local.readRequests() + clientRequests.sum(),
        local.directBytesRead(),
        local.bufferedBytesRead() + byPath.get(ReadPath.CLIENT).sum(),
        written,
        writeRequests.sum(),
        0,
        written,
        byName);
  }
}
