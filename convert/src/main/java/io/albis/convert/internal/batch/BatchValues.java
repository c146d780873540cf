// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.batch;

import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.util.List;

/** A batch writer that passes batches on, to be read value by value. For one thread. */
public final class BatchValues implements BatchWriter {

  /** Takes batches. */
  public interface Receiver {
    /**
     * Takes a batch.
     *
     * @param columns valid during the call
     */
    void accept(List<BatchColumnValues> columns, int rows);
  }

  private final List<BatchColumnValues> columns;
  private final Receiver receiver;
  private long rowCount;

  /** Passes batches of a schema on. */
  public BatchValues(Schema schema, Receiver receiver) {
    this.columns = schema.fields().stream().map(BatchColumnValues::new).toList();
    this.receiver = receiver;
  }

  /** Returns the columns, the same for all batches. */
  public List<BatchColumnValues> columns() {
    return columns;
  }

  @Override
  public BatchColumnValues column(int field) {
    return columns.get(field);
  }

  /**
   * Passes the rows on.
   *
   * @throws IllegalArgumentException if a column has fewer values than that
   * @throws io.albis.format.error.InvalidArgumentException if offsets decrease, or refer to bytes
   *     that do not exist
   */
  @Override
  public void endBatch(int rows) {
    columns.forEach(column -> column.complete(rows));
    receiver.accept(columns, rows);
    columns.forEach(BatchColumnValues::clear);
    rowCount += rows;
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void close() {}
}
