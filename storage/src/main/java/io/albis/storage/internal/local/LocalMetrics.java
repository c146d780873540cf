// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.StorageMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the reads and writes of a local storage. */
final class LocalMetrics {
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder readRequests = new LongAdder();
  private final LongAdder directRead = new LongAdder();
  private final LongAdder bufferedRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder writeRequests = new LongAdder();
  private final LongAdder directWritten = new LongAdder();
  private final LongAdder bufferedWritten = new LongAdder();

  void delivered(long bytes) {
    bytesRead.add(bytes);
  }

  void read(long bytes, boolean direct) {
    readRequests.increment();
    (direct ? directRead : bufferedRead).add(bytes);
  }

  void accepted(long bytes) {
    bytesWritten.add(bytes);
  }

  void wrote(long bytes, boolean direct) {
    writeRequests.increment();
    (direct ? directWritten : bufferedWritten).add(bytes);
  }

  StorageMetrics snapshot() {
    return new StorageMetrics(
        bytesRead.sum(),
        readRequests.sum(),
        directRead.sum(),
        bufferedRead.sum(),
        bytesWritten.sum(),
        writeRequests.sum(),
        directWritten.sum(),
        bufferedWritten.sum(),
        byReadPath());
  }

  private Map<String, Long> byReadPath() {
    Map<String, Long> bytes = new HashMap<>();
    if (directRead.sum() > 0) {
      bytes.put("direct", directRead.sum());
    }
    if (bufferedRead.sum() > 0) {
      bytes.put("buffered", bufferedRead.sum());
    }
    return bytes;
  }
}
