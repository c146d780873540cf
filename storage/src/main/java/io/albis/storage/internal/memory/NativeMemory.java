// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The system calls that map memory, on platforms where they can be made. */
public final class NativeMemory {

  private static final Logger LOG = LoggerFactory.getLogger(NativeMemory.class);

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_WILLNEED = 3;
  private static final int MADV_DONTNEED = 4;
  private static final int MADV_HUGEPAGE = 14;
  private static final int MADV_PAGEOUT = 21;
  private static final int MADV_POPULATE_READ = 22;

  /** What {@link #map} returns if the system has no memory left. */
  static final long FAILED = -1;

  private static final LongAdder DISCARDS = new LongAdder();

  private static final boolean AVAILABLE = register();

  private NativeMemory() {}

  private static boolean register() {
    if (!Platform.isLinux() || !Platform.is64Bit()) {
      return false;
    }
    try {
      Native.register(NativeMemory.class, Platform.C_LIBRARY_NAME);
      return true;
    } catch (LinkageError | RuntimeException e) {
      LOG.warn("Cannot call the C library; using ordinary pages: {}", e.toString());
      return false;
    }
  }

  /** Whether memory can be mapped. */
  public static boolean isAvailable() {
    return AVAILABLE;
  }

  private static native long mmap(
      long address, long length, int protection, int flags, int descriptor, long offset);

  private static native int munmap(long address, long length);

  private static native int madvise(long address, long length, int advice);

  private static native int mincore(long address, long length, byte[] pages);

  /**
   * Maps memory that starts at a multiple of the huge page size and requests huge pages.
   *
   * @param length a multiple of the huge page size
   * @return its address, or -1 if there is none left
   */
  static long map(long length) {
    long whole = length + Pages.HUGE;
    long start = mmap(0, whole, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
    if (start == FAILED) {
      return FAILED;
    }
    long aligned = Pages.roundUp(start, Pages.HUGE);
    unmapIfAny(start, aligned - start);
    unmapIfAny(aligned + length, start + whole - aligned - length);
    // If the system has no huge pages, ordinary pages work too, only slower.
    madvise(aligned, length, MADV_HUGEPAGE);
    return aligned;
  }

  private static void unmapIfAny(long address, long length) {
    if (length > 0) {
      unmap(address, length);
    }
  }

  static void unmap(long address, long length) {
    if (munmap(address, length) != 0) {
      throw new IllegalStateException("Failed to unmap " + length + " bytes of memory");
    }
  }

  /**
   * Returns the pages of a range to the system; the range stays mapped, with undefined contents.
   *
   * @return false if the system refuses, as it does for locked pages
   */
  static boolean discard(long address, long length) {
    DISCARDS.increment();
    return madvise(address, length, MADV_DONTNEED) == 0;
  }

  /** Starts to read the pages of a range of a mapped file, without waiting for them. */
  public static void willNeed(long address, long length) {
    advise(address, length, MADV_WILLNEED);
  }

  /**
   * Reads the pages of a range of a mapped file that are not in memory, and makes them accessible.
   */
  public static void populate(long address, long length) {
    advise(address, length, MADV_POPULATE_READ);
  }

  /** Gives up access to the pages of a range of a mapped file until they are accessed again. */
  public static void unpopulate(long address, long length) {
    advise(address, length, MADV_DONTNEED);
  }

  /** Whether the page of an address in a mapped file is in memory; true if that is unknown. */
  public static boolean isInMemory(long address) {
    byte[] page = {1};
    boolean isUnknown = !AVAILABLE || mincore(startOfPage(address), Pages.SIZE, page) != 0;
    return isUnknown || (page[0] & 1) != 0;
  }

  /**
   * Removes those pages of a range of a mapped file from memory to which this process has access,
   * unless they have to be written first, or are mapped elsewhere.
   */
  public static void evict(long address, long length) {
    advise(address, length, MADV_PAGEOUT);
  }

  private static long startOfPage(long address) {
    return address / Pages.SIZE * Pages.SIZE;
  }

  /** What systems refuse, or do not know, makes access slower at most. */
  private static void advise(long address, long length, int advice) {
    if (AVAILABLE) {
      long start = startOfPage(address);
      madvise(start, address + length - start, advice);
    }
  }

  /** The number of calls of {@link #discard}. */
  public static long discards() {
    return DISCARDS.sum();
  }

  /** A direct buffer over mapped memory, which it does not own. */
  static ByteBuffer buffer(long address, int length) {
    return new Pointer(address).getByteBuffer(0, length);
  }
}
