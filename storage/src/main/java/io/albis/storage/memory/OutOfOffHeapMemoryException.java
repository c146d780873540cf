/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.storage.memory;

/** Thrown when an allocation would take a {@link BufferAllocator} over its limit. */
public final class OutOfOffHeapMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long requested;
  private final long held;
  private final long limit;

  OutOfOffHeapMemoryException(
      String allocator, long requested, long held, long limit, String reason, Throwable cause) {
    super(
        String.format(
            "Cannot allocate %d bytes of off-heap memory in '%s': %s (%d of at most %d bytes held)",
            requested, allocator, reason, held, limit),
        cause);
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
