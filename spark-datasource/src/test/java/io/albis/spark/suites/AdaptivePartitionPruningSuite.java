// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.SessionExtensions;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.DynamicPartitionPruningV2SuiteAEOn;

/** Runtime filters of plans that change while the query runs. */
public final class AdaptivePartitionPruningSuite extends DynamicPartitionPruningV2SuiteAEOn {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public AdaptivePartitionPruningSuite() {}

  /** Spark's test sessions do not look for extensions. */
  @Override
  public SparkConf sparkConf() {
    return super.sparkConf().set("spark.sql.extensions", SessionExtensions.class.getName());
  }

  @Override
  public void initState() {
    SuiteCatalog.addTo(spark());
  }
}
