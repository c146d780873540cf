// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import scala.collection.immutable.Seq;

/**
 * Starts the attempts of tasks of a batch of a stream, on executors.
 *
 * @param rows of the table
 * @param columns of the table, computed of the rows of the query; null if they are the same
 * @param checks fails for rows of the table that violate a constraint; null if there is none
 */
record StreamWriterFactory(RowWriterFactory rows, Seq<Expression> columns, Expression checks)
    implements StreamingDataWriterFactory {

  private static final long serialVersionUID = 1L;

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long batch) {
    return rows.createWriter(partitionId, taskId, columns, checks);
  }
}
