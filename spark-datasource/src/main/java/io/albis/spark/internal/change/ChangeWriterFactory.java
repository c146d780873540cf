// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;

/**
 * Starts the attempts of tasks, on executors.
 *
 * @param rows starts to write new rows
 */
record ChangeWriterFactory(DataWriterFactory rows) implements DeltaWriterFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public DeltaWriter<InternalRow> createWriter(int partitionId, long taskId) {
    return new ChangeWriter(() -> rows.createWriter(partitionId, taskId));
  }
}
