// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;

/** A set of ids as the key of a map. */
final class IdSet {

  private final int[] ids;
  private final int hash;

  /**
   * Creates a set.
   *
   * @param ids ascending; not copied, so they must not change
   */
  IdSet(int[] ids) {
    this.ids = ids;
    this.hash = Arrays.hashCode(ids);
  }

  /** The ids, not copied. */
  int[] ids() {
    return ids;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdSet set && Arrays.equals(ids, set.ids);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
