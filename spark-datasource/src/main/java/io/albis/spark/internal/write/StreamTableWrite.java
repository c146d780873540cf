// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/**
 * A planned write of a batch of a stream. Immutable.
 *
 * @param table how rows are prepared for the table
 * @param toStreaming writes them
 */
record StreamTableWrite(TableWrite table, StreamingWrite toStreaming)
    implements RequiresDistributionAndOrdering {

  @Override
  public String description() {
    return table.description();
  }

  @Override
  public Distribution requiredDistribution() {
    return table.requiredDistribution();
  }

  @Override
  public boolean distributionStrictlyRequired() {
    return table.distributionStrictlyRequired();
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return table.advisoryPartitionSizeInBytes();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return table.requiredOrdering();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return table.supportedCustomMetrics();
  }
}
