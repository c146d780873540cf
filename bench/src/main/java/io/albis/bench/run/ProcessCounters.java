// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel and the JVM have counted of this process. */
final class ProcessCounters {

  private static final Path IO = Path.of("/proc/self/io");
  private static final Path STATUS = Path.of("/proc/self/status");

  private ProcessCounters() {}

  /** Milliseconds of garbage collections so far. */
  static long gcMillis() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis;
  }

  /**
   * Bytes read from devices for this process, directly or through the page cache; -1 if unknown.
   */
  static long deviceBytes() throws IOException {
    return field(IO, "read_bytes:");
  }

  /** The most bytes of this process that have been in RAM at a time; -1 if unknown. */
  static long peakResidentBytes() throws IOException {
    long kilobytes = field(STATUS, "VmHWM:");
    return kilobytes < 0 ? -1 : kilobytes << 10;
  }

  private static long field(Path file, String name) throws IOException {
    if (!Files.isReadable(file)) {
      return -1;
    }
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).strip().split(" ", -1)[0]);
      }
    }
    return -1;
  }
}
