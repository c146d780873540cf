// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/**
 * Creates the readers that aggregate the partitions of a scan.
 *
 * @param rows creates the readers of the rows
 */
public record AggregateReaderFactory(ScanReaderFactory rows, PartialAggregation aggregation)
    implements PartitionReaderFactory {

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    ScanPartition range = (ScanPartition) partition;
    return new AggregateReader(rows.spec(range), aggregation, range);
  }
}
