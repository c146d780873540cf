// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.List;

/** Statistics that are rarely used: decoded lazily and cached. Thread-safe. */
final class LazyStatistics {

  private final List<MetadataProtos.ColumnStatistics> messages;

  /** Null until first used. Written without a lock: threads may race, with equal lists. */
  private List<ColumnStatistics> converted;

  LazyStatistics(List<MetadataProtos.ColumnStatistics> messages) {
    this.messages = messages;
  }

  List<ColumnStatistics> get() {
    List<ColumnStatistics> known = converted;
    if (known == null) {
      known = ColumnStatistics.of(messages);
      converted = known;
    }
    return known;
  }
}
