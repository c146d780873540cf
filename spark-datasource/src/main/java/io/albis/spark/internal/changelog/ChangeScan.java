// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.util.List;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/** A scan of changes. Immutable; what it reads is planned when Spark asks for partitions. */
final class ChangeScan implements Scan, Batch {

  private final ChangedTable table;
  private final ChangedColumns columns;
  private final Commits commits;
  private final boolean isNet;
  private final boolean isUpdates;
  private final ChangeFilter filter;
  private final StructType required;

  /**
   * Creates a scan.
   *
   * @param isNet whether only the first and the last snapshot are compared
   * @param isUpdates whether Spark looks for updates
   * @param filter of the rows; Spark evaluates it again
   * @param required the columns to return
   */
  ChangeScan(
      ChangedTable table,
      ChangedColumns columns,
      Commits commits,
      boolean isNet,
      boolean isUpdates,
      ChangeFilter filter,
      StructType required) {
    this.table = table;
    this.columns = columns;
    this.commits = commits;
    this.isNet = isNet;
    this.isUpdates = isUpdates;
    this.filter = filter;
    this.required = required;
  }

  @Override
  public StructType readSchema() {
    return required;
  }

  @Override
  public String description() {
    return "albis changes of "
        + table.source().uri()
        + " Snapshots: ["
        + commits.first()
        + ", "
        + commits.last()
        + "] PushedPredicates: "
        + filter
        + (isNet ? " Net" : "");
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  /**
   * Not with what Spark computes by the times of commits: it would lose the changes of a snapshot
   * that is not later than the last one of the batch before, and clocks of writers differ.
   */
  @Override
  public MicroBatchStream toMicroBatchStream(String checkpoint) {
    if (isNet || isUpdates) {
      throw new UnsupportedOperationException(
          "Cannot read the changes of "
              + table.source().uri()
              + " as a stream with "
              + (isNet ? "net changes" : "computeUpdates")
              + ": Spark would find them by the times of commits, which need not increase (read"
              + " deletes and inserts, or read the changes between two snapshots by a batch"
              + " query)");
    }
    return new ChangeStream(table, columns, commits, required);
  }

  @Override
  public InputPartition[] planInputPartitions() {
    if (commits.isEmpty()) {
      return new InputPartition[0];
    }
    ChangePlanner planner = new ChangePlanner(table, columns, filter, required);
    List<Change> changes = isNet ? planner.netChanges(commits) : planner.changes(commits);
    return ChangePlanner.partitions(changes, columns.options().splitSize())
        .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ChangeReaderFactory();
  }
}
