// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.read.AggregateReaderFactory;
import io.albis.spark.internal.read.PartialAggregation;
import io.albis.spark.internal.read.ScanReaderFactory;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * A scan whose tasks return groups of rows and what Spark needs to finish their aggregates.
 *
 * @param rows that are aggregated
 */
public record AggregateScan(AlbisScan rows, PartialAggregation aggregation) implements Scan {

  @Override
  public StructType readSchema() {
    StructType schema = new StructType();
    for (PartialAggregation.Buffer buffer : aggregation.buffers()) {
      schema = schema.add("column_" + schema.size(), buffer.type());
    }
    return schema;
  }

  @Override
  public String description() {
    return rows.description() + " Aggregates: " + aggregation;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return new AggregateBatch(rows.toBatch(), aggregation);
  }

  private record AggregateBatch(Batch rows, PartialAggregation aggregation) implements Batch {

    @Override
    public InputPartition[] planInputPartitions() {
      return rows.planInputPartitions();
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new AggregateReaderFactory(
          (ScanReaderFactory) rows.createReaderFactory(), aggregation);
    }
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return rows.supportedCustomMetrics();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return rows.reportDriverMetrics();
  }
}
