// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/** Thrown when an allocation would take a {@link BufferAllocator} over its limit. */
public final class OutOfOffHeapMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long requested;
  private final long held;
  private final long limit;

  OutOfOffHeapMemoryException(
      String allocator, long requested, long held, long limit, String reason) {
    super(
        String.format(
            "Cannot allocate %d bytes of off-heap memory in '%s': %s (%d of at most %d bytes held)",
            requested, allocator, reason, held, limit));
    this.requested = requested;
    this.held = held;
    this.limit = limit;
  }

  /** The size of the refused allocation in bytes. */
  public long requestedBytes() {
    return requested;
  }

  /** The bytes that the allocator held when it refused. */
  public long heldBytes() {
    return held;
  }

  /** The limit of the allocator in bytes. */
  public long limitBytes() {
    return limit;
  }
}
