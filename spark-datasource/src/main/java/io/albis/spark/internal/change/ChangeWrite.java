// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.write.TableWrite;
import java.util.function.LongPredicate;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/**
 * A planned change of rows. Immutable.
 *
 * @param source the snapshot that the statement reads
 * @param rows the write of new rows
 * @param hasRows false if rows are deleted only
 * @param isValidAfter what the commit checks
 */
record ChangeWrite(Source source, TableWrite rows, boolean hasRows, LongPredicate isValidAfter)
    implements DeltaWrite, RequiresDistributionAndOrdering {

  @Override
  public String description() {
    return rows.description();
  }

  @Override
  public Distribution requiredDistribution() {
    return hasRows ? rows.requiredDistribution() : Distributions.unspecified();
  }

  @Override
  public boolean distributionStrictlyRequired() {
    return rows.distributionStrictlyRequired();
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return hasRows ? rows.advisoryPartitionSizeInBytes() : 0;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return hasRows ? rows.requiredOrdering() : new SortOrder[0];
  }

  @Override
  public DeltaBatchWrite toBatch() {
    return new ChangeJob(source, rows, isValidAfter);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return rows.supportedCustomMetrics();
  }
}
