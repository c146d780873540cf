// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Predicate;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Creates the readers of a scan's partitions. Those of partitions that a runtime filter has pruned
 * skip segments by it, too. It is here, as all tasks of a stage share it, and partitions have only
 * its number: Spark may take the factory and the partitions from different batches of a scan.
 */
public final class ScanReaderFactory implements PartitionReaderFactory {

  private static final long serialVersionUID = 1L;

  private final ReadSpec spec;
  private final int runtimeFilter;
  private final Predicate pruning;
  private final List<JoinKeys> joins;

  /**
   * Creates a factory.
   *
   * @param runtimeFilter the number of a runtime filter
   * @param pruning what it skips; null for nothing
   * @param joins what rows must match to be in the result of the query
   */
  public ScanReaderFactory(
      ReadSpec spec, int runtimeFilter, Predicate pruning, List<JoinKeys> joins) {
    this.joins = List.copyOf(joins);
    this.spec = spec;
    this.runtimeFilter = runtimeFilter;
    this.pruning = pruning;
  }

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
    ScanPartition rows = (ScanPartition) partition;
    return new ColumnarReader(spec(rows), rows);
  }

  /** Returns what the reader of a partition reads. */
  ReadSpec spec(ScanPartition partition) {
    boolean isFiltered = partition.runtimeFilter() == runtimeFilter;
    ReadSpec pruned = isFiltered ? spec.pruneBy(pruning) : spec;
    return joins.isEmpty() ? pruned : pruned.pruneRowsBy(keys());
  }

  private List<Predicate> keys() {
    return joins.stream().flatMap(keys -> keys.predicate().stream()).toList();
  }
}
