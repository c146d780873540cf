// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;

/** Rows of one partition of the table. */
public final class KeyedScanPartition extends ScanPartition implements HasPartitionKey {

  private static final long serialVersionUID = 1L;

  private final InternalRow key;

  /**
   * Creates a partition.
   *
   * @param key results of the table's partition transforms
   */
  public KeyedScanPartition(List<Rows> rows, List<String> hosts, InternalRow key) {
    this(rows, hosts, key, NO_RUNTIME_FILTER);
  }

  private KeyedScanPartition(
      List<Rows> rows, List<String> hosts, InternalRow key, int runtimeFilter) {
    super(rows, hosts, runtimeFilter);
    this.key = key;
  }

  @Override
  public ScanPartition prunedTo(List<Rows> left, int number) {
    return new KeyedScanPartition(left, List.of(preferredLocations()), key, number);
  }

  @Override
  public InternalRow partitionKey() {
    return key;
  }
}
