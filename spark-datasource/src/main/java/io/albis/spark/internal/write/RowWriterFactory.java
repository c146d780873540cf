// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.spark.internal.type.NanosecondMode;
import io.albis.writer.DistributedWrite;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * Starts the attempts of tasks, on executors.
 *
 * @param write of all tasks
 * @param types of the rows
 * @param nanoseconds how Spark sees times and timestamps in nanoseconds
 */
record RowWriterFactory(DistributedWrite write, StructType types, NanosecondMode nanoseconds)
    implements DataWriterFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    return createWriter(partitionId, taskId, null, null);
  }

  /**
   * Starts an attempt.
   *
   * @param columns of the table, computed of the rows; null if they are the same
   * @param checks fails for rows of the table that violate a constraint; null if there is none
   */
  DataWriter<InternalRow> createWriter(
      int partitionId, long taskId, Seq<Expression> columns, Expression checks) {
    return new RowDataWriter(write, types, nanoseconds, columns, checks, partitionId, taskId);
  }
}
