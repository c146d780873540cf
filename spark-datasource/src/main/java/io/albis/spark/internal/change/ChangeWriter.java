// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.write.WriteMetrics;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * An attempt of a task to change rows: new rows go to files, and the places of deleted rows to the
 * driver. An updated row is deleted and written anew. For one thread.
 */
final class ChangeWriter implements DeltaWriter<InternalRow> {

  private final Supplier<DataWriter<InternalRow>> writers;
  private final DeletedRows deleted = new DeletedRows();

  /** Null until there is a new row. */
  private DataWriter<InternalRow> rows;

  /**
   * Starts an attempt.
   *
   * @param writers starts to write rows
   */
  ChangeWriter(Supplier<DataWriter<InternalRow>> writers) {
    this.writers = writers;
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) {
    deleted.add(id.getLong(0), id.getLong(1));
  }

  /** Never called: Spark asks for a deletion and an insertion. */
  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) {
    throw new UnsupportedOperationException("Updates are deletions and insertions");
  }

  @Override
  public void reinsert(InternalRow metadata, InternalRow row) throws IOException {
    insert(row);
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    if (rows == null) {
      rows = writers.get();
    }
    rows.write(row);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    return new ChangeCommit(rows == null ? null : rows.commit(), deleted);
  }

  @Override
  public void abort() throws IOException {
    if (rows != null) {
      rows.abort();
    }
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return rows == null ? WriteMetrics.values(null) : rows.currentMetricsValues();
  }
}
