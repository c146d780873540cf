// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory that this process has mapped for off-heap buffers, for code that registers memory with
 * devices.
 *
 * <p>Thread-safe.
 */
public final class MemoryRegions {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryRegions.class);

  private static final Object LOCK = new Object();
  private static final Set<MemoryRegion> MAPPED = new LinkedHashSet<>();
  private static final List<MemoryRegionListener> LISTENERS = new ArrayList<>();

  /** Set when {@link OffHeapBuffer} is initialized, so before there is a buffer. */
  private static Function<OffHeapBuffer, Piece> pieces;

  private MemoryRegions() {}

  /** Called by {@link OffHeapBuffer} only. */
  public static void accessThrough(Function<OffHeapBuffer, Piece> own) {
    pieces = own;
  }

  /**
   * The region that contains a buffer. It stays mapped at least as long as the buffer is live; see
   * {@link MemoryRegion#pin} for memory that devices access.
   */
  public static MemoryRegion of(OffHeapBuffer buffer) {
    buffer.checkRange(0, 0);
    return pieces.apply(buffer).region();
  }

  /**
   * Adds a listener and calls {@link MemoryRegionListener#mapped} for each existing region. The
   * listener is then notified of every region until the registration is closed. If the listener
   * throws, it is not added.
   */
  public static Registration addListener(MemoryRegionListener listener) {
    synchronized (LOCK) {
      MAPPED.forEach(listener::mapped);
      LISTENERS.add(listener);
    }
    AtomicBoolean closed = new AtomicBoolean();
    return () -> {
      if (closed.compareAndSet(false, true)) {
        synchronized (LOCK) {
          LISTENERS.remove(listener);
        }
      }
    };
  }

  /**
   * Returns how the memory of this process is used. Takes time proportional to the number of its
   * buffers.
   */
  public static MemoryUsage usage() {
    if (NativeMemory.isAvailable()) {
      return Slabs.shared().usage();
    }
    synchronized (LOCK) {
      long mapped = MAPPED.stream().mapToLong(MemoryRegion::length).sum();
      return new MemoryUsage(mapped, mapped, mapped, 0, 0);
    }
  }

  /**
   * A direct {@link ByteBuffer} over a whole region, for libraries that register memory by such
   * buffers. It holds no reference: the region must be pinned while the buffer is used.
   *
   * @throws ArithmeticException if the region is longer than 2^31 - 1 bytes
   */
  public static ByteBuffer nioBuffer(MemoryRegion region) {
    int length = Math.toIntExact(region.length());
    return region instanceof Piece piece
        ? piece.nioBuffer(region.address(), length)
        : NativeMemory.buffer(region.address(), length);
  }

  /** Must be called before the region contains a buffer. */
  static void mapped(MemoryRegion region) {
    synchronized (LOCK) {
      int told = 0;
      try {
        for (MemoryRegionListener listener : LISTENERS) {
          listener.mapped(region);
          told++;
        }
        MAPPED.add(region);
      } finally {
        if (!MAPPED.contains(region)) {
          LISTENERS.subList(0, told).forEach(listener -> listener.unmapping(region));
        }
      }
    }
  }

  /**
   * Must be called when the region no longer contains a buffer.
   *
   * @return whether the region may be unmapped
   */
  static boolean unmapping(MemoryRegion region) {
    synchronized (LOCK) {
      try {
        LISTENERS.forEach(listener -> listener.unmapping(region));
        return true;
      } catch (RuntimeException e) {
        LOG.error(
            "A listener failed: {} bytes at address {} stay mapped",
            region.length(),
            Long.toHexString(region.address()),
            e);
        return false;
      } finally {
        MAPPED.remove(region);
      }
    }
  }
}
