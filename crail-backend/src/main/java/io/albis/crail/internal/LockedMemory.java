// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory this process may lock, as registering memory with a device does. */
final class LockedMemory {

  static final long UNLIMITED = Long.MAX_VALUE;

  private static final Path PROCESS = Path.of("/proc/self");
  private static final String LIMIT = "Max locked memory";
  private static final String CAPABILITIES = "CapEff:";

  /** The capability CAP_IPC_LOCK, with which the limit does not apply. */
  private static final long IPC_LOCK = 1L << 14;

  private LockedMemory() {}

  /**
   * Returns the limit of this process in bytes.
   *
   * @throws IOException if it cannot be read, as on systems other than Linux
   */
  static long limit() throws IOException {
    return limit(
        Files.readAllLines(PROCESS.resolve("limits")),
        Files.readAllLines(PROCESS.resolve("status")));
  }

  /** Returns the limit according to the files {@code limits} and {@code status} of a process. */
  static long limit(List<String> limits, List<String> status) throws IOException {
    for (String line : status) {
      if (line.startsWith(CAPABILITIES)) {
        String bits = line.substring(CAPABILITIES.length()).trim();
        if ((Long.parseUnsignedLong(bits, 16) & IPC_LOCK) != 0) {
          return UNLIMITED;
        }
      }
    }
    for (String line : limits) {
      if (line.startsWith(LIMIT)) {
        String soft = line.substring(LIMIT.length()).trim().split("\\s+", -1)[0];
        return soft.equals("unlimited") ? UNLIMITED : Long.parseLong(soft);
      }
    }
    throw new IOException("the system has no limit '" + LIMIT + "'");
  }
}
