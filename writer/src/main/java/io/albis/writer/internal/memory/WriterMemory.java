// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryHolder;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Owns the off-heap buffers in which one row or batch writer builds its segments, and releases them
 * together. For the thread that owns the writer.
 *
 * <p>If an engine grants the memory, enough is kept at all times to seal the rows of the largest
 * part: {@link #allocateKept} is then granted, at the latest when what is being sent has been sent.
 */
public final class WriterMemory implements AutoCloseable {

  /** Bytes by which a segment may be longer than the memory of its rows: a page, and alignment. */
  private static final long SEGMENT_EXCESS = BufferAllocator.heldBytes(1) + 256;

  private final BufferAllocator allocator;
  private final Set<OffHeapBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());

  /** What this is a part of, or this. */
  private final WriterMemory whole;

  /** Released with this. */
  private final Set<WriterMemory> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Of the whole; null if no engine grants the memory. */
  private final EndingBudget budget;

  /** Bytes by which all segments of a row group may be longer than the memory of its rows. */
  private final long excess;

  private final Runnable whenClosed;
  private final List<MemoryHolder> holders = new ArrayList<>();
  private long allocatedBytes;

  /** Memory of the segments that wait for the end of their row group, in bytes. */
  private long sealedBytes;

  /** Of the whole: allocated and sealed bytes, with those of parts. */
  private long allBytes;

  /** Of the whole: at least the most bytes that it or a part has for rows to be sealed. */
  private long largestBytes;

  /** Of the whole: whether there were parts, so that its own rows are copied to these. */
  private boolean isDivided;

  /** Of the whole. */
  private boolean hasRefused;

  private boolean closed;

  public WriterMemory(BufferAllocator allocator) {
    this(allocator, null, 0, () -> {});
  }

  /**
   * Starts without buffers.
   *
   * @param granting grants the memory of the allocator; null if none does
   * @param segments of a row group, at least
   * @param whenClosed run once by {@link #close}
   */
  WriterMemory(
      BufferAllocator allocator, EndingBudget granting, int segments, Runnable whenClosed) {
    this.allocator = allocator;
    this.budget = granting;
    this.excess = BufferAllocator.heldBytes(segments * SEGMENT_EXCESS);
    this.whenClosed = whenClosed;
    this.whole = this;
  }

  private WriterMemory(WriterMemory whole) {
    this.allocator = whole.allocator;
    this.budget = whole.budget;
    this.excess = whole.excess;
    this.whenClosed = () -> {};
    this.whole = whole;
  }

  /** Memory that can be released before this; at the latest, it is released with this. */
  public WriterMemory newPart() {
    isDivided = true;
    WriterMemory part = new WriterMemory(this);
    parts.add(part);
    return part;
  }

  /** Releases a part of this. */
  public void release(WriterMemory part) {
    parts.remove(part);
    part.close();
    settle();
  }

  /** Whether an engine grants the memory, which may refuse it at any time. */
  public boolean isGranted() {
    return budget != null;
  }

  /** The bytes that an engine has granted to the whole; 0 if there is none. */
  public long grantedBytes() {
    return budget == null ? 0 : budget.grantedBytes();
  }

  /** Runs a task that does with the memory that the engine has granted before. */
  public void withoutAsking(Runnable task) {
    budget.freeze(true);
    try {
      task.run();
    } finally {
      budget.freeze(false);
    }
  }

  /** Asks a holder for memory if none is granted, until this is closed. */
  public void register(MemoryHolder holder) {
    allocator.register(holder);
    holders.add(holder);
  }

  /** Whether memory for rows has been refused since the last call. Only of the whole. */
  public boolean takeRefusal() {
    boolean refused = hasRefused;
    hasRefused = false;
    return refused;
  }

  /** Bytes of the limit that buffers hold, without those of parts. */
  public long allocatedBytes() {
    return allocatedBytes;
  }

  /**
   * Allocates a buffer for rows, which this object owns.
   *
   * @throws OutOfOffHeapMemoryException if the limit would be exceeded, or an engine refuses; the
   *     rows that were there before can still be sealed
   */
  public OffHeapBuffer allocate(long bytes) {
    return replace(null, bytes);
  }

  /**
   * As {@link #allocate}, for the rows of another buffer, which the caller then releases.
   *
   * @param old null if there is none
   */
  public OffHeapBuffer replace(OffHeapBuffer old, long bytes) {
    if (budget == null) {
      return own(allocator.allocate(bytes));
    }
    long held = BufferAllocator.heldBytes(bytes);
    long replaced = old == null ? 0 : BufferAllocator.heldBytes(old.capacity());
    long own = isDivided ? 0 : allocatedBytes + held - replaced;
    long largest = Math.max(whole.largestBytes, own);
    long after = whole.allBytes + held - replaced + largest + excess;
    // Nothing is sealed while both buffers are there.
    budget.plan(Math.max(after, whole.allBytes + held));
    boolean isGranted = false;
    try {
      OffHeapBuffer buffer = own(allocator.allocate(bytes));
      whole.largestBytes = largest;
      isGranted = true;
      return buffer;
    } finally {
      budget.plan(0);
      if (!isGranted) {
        whole.hasRefused = true;
        lower();
      }
    }
  }

  /** Allocates a buffer for a segment of present rows, or to release larger ones. */
  public OffHeapBuffer allocateKept(long bytes) {
    return own(allocator.allocate(bytes));
  }

  private OffHeapBuffer own(OffHeapBuffer buffer) {
    buffers.add(buffer);
    add(BufferAllocator.heldBytes(buffer.capacity()));
    return buffer;
  }

  private void add(long bytes) {
    allocatedBytes += bytes;
    whole.allBytes += bytes;
  }

  /** Releases one buffer. */
  public void release(OffHeapBuffer buffer) {
    if (buffers.remove(buffer)) {
      add(-BufferAllocator.heldBytes(buffer.capacity()));
      buffer.release();
      lower();
    }
  }

  /** Transfers the ownership of a buffer to the caller, which must release it. */
  public OffHeapBuffer handOver(OffHeapBuffer buffer) {
    buffers.remove(buffer);
    add(-BufferAllocator.heldBytes(buffer.capacity()));
    return buffer;
  }

  /**
   * Sets the memory of the segments that wait for the end of their row group.
   *
   * @return false if an engine refuses more: then the row group has to be ended now
   */
  public boolean trySetSealed(long bytes) {
    whole.allBytes += bytes - sealedBytes;
    sealedBytes = bytes;
    lower();
    return budget == null || budget.tryKeep(whole.endingBytes());
  }

  /** Keeps no more than what is needed now. */
  public void settle() {
    whole.largestBytes = whole.isDivided ? 0 : whole.allocatedBytes;
    for (WriterMemory part : whole.parts) {
      whole.largestBytes = Math.max(whole.largestBytes, part.allocatedBytes);
    }
    lower();
  }

  private void lower() {
    if (budget != null) {
      budget.lower(whole.endingBytes());
    }
  }

  /** Of the whole: what it takes to end one row group after the other, in bytes. */
  private long endingBytes() {
    return allBytes == 0 ? 0 : allBytes + largestBytes + excess;
  }

  /** Releases all buffers, which must no longer be in use. Idempotent. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      buffers.forEach(OffHeapBuffer::release);
      parts.forEach(WriterMemory::close);
      holders.forEach(allocator::unregister);
    } finally {
      buffers.clear();
      parts.clear();
      add(-allocatedBytes);
      whole.allBytes -= sealedBytes;
      sealedBytes = 0;
      lower();
      whenClosed.run();
    }
  }
}
