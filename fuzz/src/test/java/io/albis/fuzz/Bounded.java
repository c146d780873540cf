// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.AlbisException;
import io.albis.storage.memory.BufferAllocator;
import java.lang.management.ManagementFactory;
import java.util.Set;

/** Runs a parser on an input, and checks what every parser promises. */
final class Bounded {

  /** What a parser may allocate on the heap: this, and a multiple of the length of its input. */
  static final long BASE_BYTES = 1 << 20;

  /** A message of two bytes can become an object with several collections. */
  static final long BYTES_PER_BYTE = 1 << 10;

  static final int MAX_MESSAGE = 10_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Bounded() {}

  /** A parser with its input. */
  interface Parsing {
    void run() throws Exception;
  }

  static void run(byte[] input, Set<Class<? extends Exception>> documented, Parsing parsing) {
    run(input.length, BASE_BYTES, documented, parsing);
  }

  /**
   * Runs a parser, which must end with a result or a documented exception, must not allocate more
   * than its input justifies, and must release all off-heap memory.
   */
  static void run(
      int inputLength,
      long baseBytes,
      Set<Class<? extends Exception>> documented,
      Parsing parsing) {
    long limit = baseBytes + inputLength * BYTES_PER_BYTE;
    long allocated = allocated(documented, parsing);
    if (allocated > limit) {
      // Classes are loaded and instrumented when they are first used.
      allocated = Math.min(allocated, allocated(documented, parsing));
    }
    if (allocated > limit) {
      throw new AssertionError(
          allocated + " bytes allocated for an input of " + inputLength + " bytes");
    }
  }

  private static long allocated(Set<Class<? extends Exception>> documented, Parsing parsing) {
    long offHeap = BufferAllocator.totalAllocatedBytes();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Exception failure = null;
    try {
      parsing.run();
    } catch (Exception e) {
      failure = e;
      if (documented.stream().noneMatch(type -> type.isInstance(e))) {
        throw new AssertionError("An exception that is not documented: " + e, e);
      }
      if (e instanceof AlbisException && e.getMessage().length() > MAX_MESSAGE) {
        throw new AssertionError("A message that is too long", e);
      }
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (BufferAllocator.totalAllocatedBytes() != offHeap) {
      throw new AssertionError(
          "Off-heap memory is left: " + BufferAllocator.allocatedByName(), failure);
    }
    return allocated;
  }
}
