// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.List;

/** Statistics that few ask for: converted when somebody does, and kept. Thread-safe. */
final class LazyStatistics {

  private final List<MetadataProtos.ColumnStatistics> messages;

  /** Null before somebody asks. Written without a lock: any thread's list is as good. */
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
