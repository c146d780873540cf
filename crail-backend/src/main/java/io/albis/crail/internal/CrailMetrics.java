// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.StorageMetrics;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the reads and writes of a storage. Thread-safe. */
final class CrailMetrics {

  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder readRequests = new LongAdder();
  private final LongAdder bytesRequested = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder writeRequests = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();

  /** Records bytes that a caller received. */
  void delivered(long bytes) {
    bytesRead.add(bytes);
  }

  /** Records one request to a data node. */
  void requested(long bytes) {
    readRequests.increment();
    bytesRequested.add(bytes);
  }

  /** Records bytes from a caller. */
  void accepted(long bytes) {
    bytesWritten.add(bytes);
  }

  /** Records one request to a data node. */
  void sent(long bytes) {
    writeRequests.increment();
    bytesSent.add(bytes);
  }

  /** Crail has no page cache on the side of the client: everything is direct. */
  StorageMetrics snapshot() {
    long requested = bytesRequested.sum();
    return new StorageMetrics(
        bytesRead.sum(),
        readRequests.sum(),
        requested,
        0,
        bytesWritten.sum(),
        writeRequests.sum(),
        bytesSent.sum(),
        0,
        requested > 0 ? Map.of("crail", requested) : Map.of());
  }
}
