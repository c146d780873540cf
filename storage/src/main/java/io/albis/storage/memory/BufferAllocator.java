// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.Map;

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

  private BufferAllocator(String name, long limit) {
    this.name = name;
    this.account = new MemoryAccount(name, limit);
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
    return new BufferAllocator(name, limitBytes);
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
   * Registers a holder of memory, which is asked to release some when an allocation would exceed
   * the limit or the system is out of memory. Holders are asked in the order of registration.
   *
   * @return ends the registration when closed; a call in progress may still continue then
   */
  public Registration register(MemoryHolder holder) {
    return holders.register(holder);
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
    return allocate(bytes, Reuse.HOT);
  }

  /**
   * Like {@link #allocate(long)}.
   *
   * @param reuse which memory to prefer
   */
  public OffHeapBuffer allocate(long bytes, Reuse reuse) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Invalid buffer size: " + bytes + " (expected at least 0 bytes)");
    }
    if (holders.isInside()) {
      throw new IllegalStateException(
          "Cannot allocate in '" + name + "' while releasing its memory");
    }
    long reserved = heldBytes(bytes);
    reserve(bytes, reserved);
    Piece piece = null;
    try {
      piece = piece(bytes, reserved, reuse);
      return new OffHeapBuffer(piece, bytes, this);
    } finally {
      if (piece == null) {
        account.giveBack(reserved);
      }
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
    throw outOfMemory(bytes, "the limit is reached", null);
  }

  private Piece piece(long bytes, long reserved, Reuse reuse) {
    try {
      Piece piece = pieceOfSystem(reserved, reuse);
      if (piece == null && holders.ask(() -> reserved)) {
        piece = pieceOfSystem(reserved, reuse);
      }
      if (piece == null) {
        throw outOfMemory(bytes, "the operating system has no memory left", null);
      }
      return piece;
    } catch (OutOfMemoryError e) {
      throw outOfMemory(bytes, "the JVM allows no more direct memory", e);
    }
  }

  private static Piece pieceOfSystem(long reserved, Reuse reuse) {
    return NativeMemory.isAvailable()
        ? Slabs.shared().allocate(reserved, reuse)
        : DirectPiece.allocate(reserved);
  }

  private void checkOpen() {
    if (account.isClosed()) {
      throw new IllegalStateException("Cannot allocate in '" + name + "': the allocator is closed");
    }
  }

  private OutOfOffHeapMemoryException outOfMemory(long bytes, String reason, Throwable cause) {
    return new OutOfOffHeapMemoryException(
        name, bytes, account.held(), account.limit(), reason, cause);
  }

  /** Frees the memory of a buffer. */
  void free(Piece piece) {
    long bytes = piece.length();
    piece.free();
    account.giveBack(bytes);
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
   * Closes the allocator. Idempotent.
   *
   * @throws IllegalStateException if buffers have not been released
   */
  @Override
  public void close() {
    long held = account.close();
    if (held > 0) {
      throw new IllegalStateException(
          "Failed to close allocator '" + name + "': " + held + " bytes were not released");
    }
  }
}
