// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/** Which of the memory that was released before a buffer gets. */
public enum Reuse {
  /**
   * The memory that was released last, and as little of it as possible: it is still in a cache of
   * the processor, and devices that write through that cache find it there.
   */
  HOT,

  /**
   * The memory that was released longest ago, of at most 48 MiB that are kept for this purpose: it
   * has left the caches of all processors, so no cache has to be told when a device writes to it.
   */
  COLD
}
