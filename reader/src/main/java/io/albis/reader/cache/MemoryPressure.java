// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

/**
 * Measures whether the system is short of memory. The cache asks it a few times per second, on a
 * thread of its own, never while it reads.
 */
@FunctionalInterface
public interface MemoryPressure {

  /** The share of the memory of the machine or container that may be used by default. */
  double DEFAULT_SHARE = 0.8;

  /** Returns the bytes that the cache should release now; 0 if there is enough memory. */
  long excessBytes();

  /**
   * Measures the system: the memory that cannot be reclaimed should be at most a share of that of
   * the machine, or of the container if that has less (cgroup v2 or v1). Pages of files can be
   * reclaimed; what is left of the memory is for them. When programs in the control group of the
   * process (cgroup v2; otherwise on the machine) have waited for memory for a second within ten
   * seconds (pressure stall information), a sixteenth of the memory in use should be released, too.
   * Each second of waiting is reported once, so each cache needs a measurement of its own.
   *
   * @param share of the memory that may be used, such as 0.8 (Column Cache, section III-E)
   */
  static MemoryPressure ofSystem(double share) {
    return new SystemPressure(SystemMemory.ofProcess(), share, false, System::nanoTime);
  }

  /**
   * Like {@link #ofSystem}, but the page cache counts as used: the cache then releases memory
   * before the system evicts pages of other programs, as in Column Cache. Only useful where the
   * page cache does not fill the memory with unneeded pages.
   *
   * @param share of the memory that may be used
   */
  static MemoryPressure ofSystemWithPageCache(double share) {
    return new SystemPressure(SystemMemory.ofProcess(), share, true, System::nanoTime);
  }

  /** Returns the memory of the machine, or of the container if that has less, in bytes. */
  static long systemMemory() {
    return SystemMemory.ofProcess().total();
  }

  /**
   * Returns the default limit of caches, in bytes: what the share of the memory leaves after the
   * maximum of the Java heap and 128 MiB for the rest of the JVM. At most half of the memory of a
   * container, or a quarter of that of a machine; at least a sixteenth.
   *
   * @param share of the memory that may be used
   */
  static long memoryForCache(double share) {
    return SystemMemory.ofProcess().forCache(share, Runtime.getRuntime().maxMemory());
  }

  /** There is always enough memory. */
  static MemoryPressure none() {
    return () -> 0;
  }
}
