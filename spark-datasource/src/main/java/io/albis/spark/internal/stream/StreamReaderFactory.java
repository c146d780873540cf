// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanReaderFactory;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Creates the readers of tasks. All that they need is in the partitions. */
record StreamReaderFactory() implements PartitionReaderFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new UnsupportedOperationException("Cannot read rows: the scan is columnar");
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    StreamPartition part = (StreamPartition) partition;
    return new ScanReaderFactory(part.spec(), ScanPartition.NO_RUNTIME_FILTER, null, List.of())
        .createColumnarReader(part.rows());
  }
}
