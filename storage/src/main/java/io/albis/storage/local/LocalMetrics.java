// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import io.albis.storage.StorageMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a local storage does. */
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
        ways());
  }

  private Map<String, Long> ways() {
    Map<String, Long> ways = new HashMap<>();
    if (directRead.sum() > 0) {
      ways.put("direct", directRead.sum());
    }
    if (bufferedRead.sum() > 0) {
      ways.put("buffered", bufferedRead.sum());
    }
    return ways;
  }
}
