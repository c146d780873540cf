// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/** Which memory a large buffer gets, of that which was released before. */
public enum Reuse {
  /**
   * Always the same, as little as possible: it is still in a cache of the processor, into which a
   * device then may write, too.
   */
  SAME,

  /**
   * That which was released longest ago, of at most 64 MiB: it is in the caches of no processor any
   * more, which need not be told, then, that a device writes to it.
   */
  OLDEST
}
