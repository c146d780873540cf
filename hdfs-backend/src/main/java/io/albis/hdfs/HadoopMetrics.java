// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import io.albis.storage.StorageMetrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a Hadoop storage does. Thread-safe. */
final class HadoopMetrics {
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder clientRequests = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder writeRequests = new LongAdder();
  private final Map<ReadPath, LongAdder> byWay = new EnumMap<>(ReadPath.class);

  HadoopMetrics() {
    for (ReadPath way : ReadPath.values()) {
      byWay.put(way, new LongAdder());
    }
  }

  /** Bytes that a caller has got. */
  void delivered(long bytes) {
    bytesRead.add(bytes);
  }

  /** Bytes that came some way; their requests are counted where the way does not do it itself. */
  void read(ReadPath way, long bytes) {
    byWay.get(way).add(bytes);
    if (way == ReadPath.CLIENT) {
      clientRequests.increment();
    }
  }

  void wrote(long bytes) {
    bytesWritten.add(bytes);
    writeRequests.increment();
  }

  /** With what was read from files of this node, as the storage that read them tells it. */
  StorageMetrics snapshot(StorageMetrics local) {
    Map<String, Long> ways = new TreeMap<>();
    byWay.forEach(
        (way, bytes) -> {
          if (bytes.sum() > 0) {
            ways.put(way.name().toLowerCase(Locale.ROOT).replace('_', '-'), bytes.sum());
          }
        });
    long written = bytesWritten.sum();
    return new StorageMetrics(
        bytesRead.sum(),
        local.readRequests() + clientRequests.sum(),
        local.directBytesRead(),
        local.bufferedBytesRead() + byWay.get(ReadPath.CLIENT).sum(),
        written,
        writeRequests.sum(),
        0,
        written,
        ways);
  }
}
