// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.StructType;

/**
 * The result of an aggregation, which Spark takes for a scan. It is in the driver; no task runs.
 */
public final class StatisticsScan implements LocalScan {

  private final String text;
  private final StructType schema;
  private final InternalRow[] rows;

  StatisticsScan(String text, StructType schema, InternalRow[] rows) {
    this.text = text;
    this.schema = schema;
    this.rows = rows;
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public String description() {
    return "albis statistics: " + text;
  }

  @Override
  public InternalRow[] rows() {
    return rows.clone();
  }
}
