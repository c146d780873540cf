// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * Rows of one snapshot, with the columns that the changes have.
 *
 * @param spec the columns and row groups to read
 * @param partition the rows
 * @param values the columns of the changes, of those that are read; then those of {@link
 *     ChangeColumn}, which follow what is read, if they are wanted
 */
record StoredRows(ReadSpec spec, ScanPartition partition, List<Expression> values)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  StoredRows {
    values = List.copyOf(values);
  }

  long bytes() {
    return partition.rows().stream().mapToLong(ScanPartition.Rows::bytes).sum();
  }
}
