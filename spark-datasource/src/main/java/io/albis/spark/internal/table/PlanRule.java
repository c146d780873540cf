// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;

/** A rule for physical plans in which scans still return vectors. */
abstract class PlanRule extends ColumnarRule {

  /** Returns the changed plan. */
  abstract SparkPlan apply(SparkPlan plan);

  @Override
  public final Rule<SparkPlan> preColumnarTransitions() {
    return new Rule<>() {
      @Override
      public SparkPlan apply(SparkPlan plan) {
        return PlanRule.this.apply(plan);
      }
    };
  }
}
