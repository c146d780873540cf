// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;

/** Statistics of presence leaves, lists and maps, whose values have no order. */
final class UnboundedStatistics extends LeafStatistics {

  @Override
  public void scan(long slot, long step, NullRows nulls, long area) {
    nullCount += nulls.count();
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    throw new IllegalStateException("Values without an order have no bounds");
  }

  @Override
  Bounds bounds() {
    throw new IllegalStateException("Values without an order have no bounds");
  }
}
