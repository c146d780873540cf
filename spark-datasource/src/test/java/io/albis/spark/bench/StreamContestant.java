// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The ways to read that {@code measure streams} compares. */
enum StreamContestant {
  PARQUET("parquet", TableFormat.PARQUET_SNAPPY, null),
  ORC("orc", TableFormat.ORC_ZSTD, null),
  ALBIS_BUFFERED("albis-buffered", TableFormat.ALBIS, null),
  ALBIS_DIRECT("albis-direct", TableFormat.ALBIS, null),
  ALBIS_LRU("albis-lru", TableFormat.ALBIS, "lru"),
  ALBIS_LAZY("albis-lazy", TableFormat.ALBIS, "lazy"),
  ALBIS_COST("albis-cost", TableFormat.ALBIS, "cost"),
  ALBIS_SCAN_COUNT("albis-scan-count", TableFormat.ALBIS, "scan-count");

  private final String label;
  private final TableFormat format;
  private final String policy;

  StreamContestant(String label, TableFormat format, String policy) {
    this.label = label;
    this.format = format;
    this.policy = policy;
  }

  /** Returns the contestants of several names; all if there are none. */
  static List<StreamContestant> of(List<String> labels) {
    return labels.isEmpty()
        ? List.of(values())
        : labels.stream().map(StreamContestant::of).distinct().toList();
  }

  private static StreamContestant of(String label) {
    return Arrays.stream(values())
        .filter(contestant -> contestant.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid contestant: "
                        + label
                        + " (expected one of "
                        + Arrays.stream(values())
                            .map(StreamContestant::label)
                            .collect(Collectors.joining(", "))
                        + ")"));
  }

  String label() {
    return label;
  }

  TableFormat format() {
    return format;
  }

  /** Whether reads bypass the page cache. */
  boolean isDirect() {
    return format == TableFormat.ALBIS && this != ALBIS_BUFFERED;
  }

  boolean isCached() {
    return policy != null;
  }

  /** Returns the policy of the column cache; null without one. */
  String policy() {
    return policy;
  }
}
