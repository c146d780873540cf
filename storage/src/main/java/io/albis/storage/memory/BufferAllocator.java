// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import io.albis.storage.internal.memory.DirectPiece;
import io.albis.storage.internal.memory.NativeMemory;
import io.albis.storage.internal.memory.Pages;
import io.albis.storage.internal.memory.Piece;
import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.internal.memory.Slabs;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Allocates {@link OffHeapBuffer}s of exact size under a hard limit in bytes.
 *
 * <p>The limit counts the memory of live buffers, in whole pages. In addition, the process keeps
 * released memory for reuse: for all allocators together, at most the larger of 256 MiB and a
 * sixteenth of the memory of live buffers. Anything above that is returned to the operating system
 * immediately.
 *
 * <p>Before an allocation fails, the allocator asks its {@link #register registered} holders to
 * release memory.
 *
 * <p>Thread-safe. A buffer may be released by any thread.
 */
public final class BufferAllocator implements AutoCloseable {

  /** How often an allocation may lose released memory to other threads before it fails. */
  private static final int MAX_ROUNDS = 100;

  private final String name;
  private final MemoryAccount account;
  private final MemoryHolders holders = new MemoryHolders();

  /** The allocator that this one shares the limit with; null for one of its own. */
  private final BufferAllocator parent;

  /** Asked before memory is allocated; null if there is none. */
  private final MemoryBudget budget;

  private BufferAllocator(
      String name, MemoryAccount account, BufferAllocator parent, MemoryBudget budget) {
    this.name = name;
    this.account = account;
    this.parent = parent;
    this.budget = budget;
  }

  /**
   * Creates an allocator.
   *
   * @param name purpose of the memory, used in messages
   * @param limitBytes maximum memory of all live buffers, in bytes; whole pages count
   */
  public static BufferAllocator create(String name, long limitBytes) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException(
          "Invalid memory limit: " + limitBytes + " (expected at least 0 bytes)");
    }
    return new BufferAllocator(name, new MemoryAccount(name, limitBytes), null, null);
  }

  /**
   * Returns an allocator that shares the limit of this one, and also asks a budget before it
   * allocates. If the budget refuses, only the holders that are registered with the returned
   * allocator are asked to release memory; if they have none, the allocation fails.
   *
   * <p>{@link #allocatedBytes}, {@link #peakBytes} and {@link #limit} of both are the same. The
   * returned allocator need not be closed.
   *
   * @throws IllegalStateException if this allocator has a budget already
   */
  public BufferAllocator within(MemoryBudget memory) {
    if (parent != null) {
      throw new IllegalStateException("Cannot set the budget of '" + name + "': it has one");
    }
    return new BufferAllocator(name, account, this, Objects.requireNonNull(memory, "memory"));
  }

  /** The bytes held by live buffers of all allocators of this process. */
  public static long totalAllocatedBytes() {
    return MemoryAccount.totalHeld();
  }

  /**
   * The bytes held by live buffers, by the name of their allocators; allocators without live
   * buffers are left out.
   */
  public static Map<String, Long> allocatedByName() {
    return MemoryAccount.heldByName();
  }

  /**
   * Returns memory of released buffers, which is kept for reuse, to the operating system now: for
   * holders of much memory that have released some of it for others.
   *
   * @param bytes to return; fewer if less is kept, or threads are using it
   */
  public static void returnIdleMemory(long bytes) {
    if (bytes > 0 && NativeMemory.isAvailable()) {
      Slabs.shared().trimBy(bytes);
    }
  }

  /**
   * Registers a holder of memory, which is asked to release some when an allocation would exceed
   * the limit or the system is out of memory. Holders are asked in the order of registration.
   */
  public void register(MemoryHolder holder) {
    holders.register(holder);
    if (parent != null) {
      parent.register(holder);
    }
  }

  /**
   * Ends the registration of a holder, if it is registered. A call in progress may still continue
   * then.
   */
  public void unregister(MemoryHolder holder) {
    holders.unregister(holder);
    if (parent != null) {
      parent.unregister(holder);
    }
  }

  /**
   * Allocates a buffer of exactly {@code bytes} bytes at a page-aligned address. Its contents are
   * undefined. The caller owns its only reference.
   *
   * @throws OutOfOffHeapMemoryException if the limit would be exceeded or the system is out of
   *     memory, and the registered holders have released too little
   * @throws IllegalStateException if the allocator is closed, or this is called by a holder while
   *     it releases memory
   */
  public OffHeapBuffer allocate(long bytes) {
    checkAllocation(bytes);
    long reserved = heldBytes(bytes);
    root().reserve(bytes, reserved);
    boolean isGranted = false;
    try {
      isGranted = reserveOfBudget(reserved);
    } finally {
      if (!isGranted) {
        account.unreserve(reserved);
      }
    }
    if (!isGranted) {
      throw outOfMemory(
          bytes,
          "its memory budget grants no more (raise the memory of the task, use fewer columns, or"
              + " run fewer tasks at a time)");
    }
    return buffer(bytes, reserved, () -> root().piece(bytes, reserved, Reuse.HOT));
  }

  /**
   * Like {@link #allocate}, but asks no holder to release memory and does not wait: for buffers
   * that the caller can do without, or if others wait for it.
   *
   * @return null if the limit would be exceeded, the budget refuses, or the system is out of memory
   */
  public OffHeapBuffer tryAllocate(long bytes) {
    return tryAllocate(bytes, Reuse.HOT);
  }

  /**
   * Like {@link #tryAllocate}, but prefers memory that was released long ago: no processor cache
   * holds it any more, so a device that writes to it need not invalidate any cache.
   */
  public OffHeapBuffer tryAllocateCold(long bytes) {
    return tryAllocate(bytes, Reuse.COLD);
  }

  private OffHeapBuffer tryAllocate(long bytes, Reuse reuse) {
    checkAllocation(bytes);
    long reserved = heldBytes(bytes);
    if (!account.tryTake(reserved)) {
      checkOpen();
      return null;
    }
    boolean isGranted = false;
    try {
      isGranted = budget == null || budget.tryReserveFree(reserved);
    } finally {
      if (!isGranted) {
        account.unreserve(reserved);
      }
    }
    return isGranted ? buffer(bytes, reserved, () -> pieceOfSystem(reserved, reuse)) : null;
  }

  private void checkAllocation(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Invalid buffer size: " + bytes + " (expected at least 0 bytes)");
    }
    if (holders.isInside() || root().holders.isInside()) {
      throw new IllegalStateException(
          "Cannot allocate in '" + name + "' while releasing its memory");
    }
  }

  /** The allocator that has the limit. */
  private BufferAllocator root() {
    return parent == null ? this : parent;
  }

  /** Allocates memory that has been reserved; null if there is none. */
  private OffHeapBuffer buffer(long bytes, long reserved, Supplier<Piece> memory) {
    Piece piece = null;
    try {
      piece = memory.get();
      return piece == null ? null : new OffHeapBuffer(piece, bytes, this);
    } finally {
      if (piece == null) {
        unreserve(reserved);
      }
    }
  }

  /** Reserves bytes of the budget; asks the holders while they have something to release. */
  private boolean reserveOfBudget(long reserved) {
    if (budget == null) {
      return true;
    }
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long successes = holders.successes();
      if (budget.tryReserve(reserved)) {
        return true;
      }
      if (!holders.ask(() -> reserved) && !holders.awaitSuccess(successes)) {
        // The last of it may have been released since the budget refused.
        return budget.tryReserve(reserved);
      }
    }
    return false;
  }

  private void unreserve(long reserved) {
    account.unreserve(reserved);
    if (budget != null) {
      budget.release(reserved);
    }
  }

  /** The bytes that a buffer of a size holds, in whole pages: what counts for the limit. */
  public static long heldBytes(long size) {
    return Math.max(Pages.SIZE, Pages.roundUp(size, Pages.SIZE));
  }

  /** Reserves bytes of the limit; asks the holders for what is missing. */
  private void reserve(long bytes, long reserved) {
    if (account.tryTake(reserved)) {
      return;
    }
    boolean isPossible = reserved <= account.limit();
    for (int round = 0; isPossible && round < MAX_ROUNDS; round++) {
      checkOpen();
      long successes = holders.successes();
      boolean hasGiven = holders.ask(() -> reserved - (account.limit() - account.held()));
      if (account.tryTake(reserved)) {
        return;
      }
      isPossible = hasGiven || holders.awaitSuccess(successes);
    }
    checkOpen();
    throw outOfMemory(bytes, "the limit is reached");
  }

  private Piece piece(long bytes, long reserved, Reuse reuse) {
    Piece piece = pieceOfSystem(reserved, reuse);
    if (piece == null) {
      // Even if no holder has any, others may have released memory meanwhile.
      holders.ask(() -> reserved);
      piece = pieceOfSystem(reserved, reuse);
    }
    if (piece == null) {
      throw outOfMemory(bytes, "the operating system or the JVM has no memory left");
    }
    return piece;
  }

  /** Null if there is none. */
  private static Piece pieceOfSystem(long reserved, Reuse reuse) {
    try {
      return NativeMemory.isAvailable()
          ? Slabs.shared().allocate(reserved, reuse)
          : DirectPiece.allocate(reserved);
    } catch (OutOfMemoryError e) {
      // The JVM allows no more direct memory.
      return null;
    }
  }

  private void checkOpen() {
    if (account.isClosed()) {
      throw new IllegalStateException("Cannot allocate in '" + name + "': the allocator is closed");
    }
  }

  private OutOfOffHeapMemoryException outOfMemory(long bytes, String reason) {
    return new OutOfOffHeapMemoryException(name, bytes, account.held(), account.limit(), reason);
  }

  /** Frees the memory of a buffer. */
  void free(Piece piece) {
    long bytes = piece.length();
    piece.free();
    unreserve(bytes);
  }

  /** The name given at creation. */
  public String name() {
    return name;
  }

  /** The bytes that live buffers hold, in whole pages. */
  public long allocatedBytes() {
    return account.held();
  }

  /** The peak of {@link #allocatedBytes()}. */
  public long peakBytes() {
    return account.peak();
  }

  /** The limit in bytes. */
  public long limit() {
    return account.limit();
  }

  /**
   * Closes the allocator. Idempotent. Has no effect on one that shares the limit of another.
   *
   * @throws IllegalStateException if buffers have not been released
   */
  @Override
  public void close() {
    if (parent != null) {
      return;
    }
    long held = account.close();
    if (held > 0) {
      throw new IllegalStateException(
          "Failed to close allocator '" + name + "': " + held + " bytes were not released");
    }
  }
}
