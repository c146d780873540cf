// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.spark.internal.plan.QueryPlans;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;

/** Follows the plans of queries, and their ends. */
final class PlanListener extends SparkListener {

  private final QueryPlans plans;

  PlanListener(QueryPlans plans) {
    this.plans = plans;
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionStart start) {
      correct(start.executionId());
    } else if (event instanceof SparkListenerSQLAdaptiveExecutionUpdate update) {
      correct(update.executionId());
    } else if (event instanceof SparkListenerSQLExecutionEnd end) {
      plans.ended(end.executionId());
    }
  }

  /** Takes the plan as it is now, which may be later than the event. */
  private void correct(long execution) {
    QueryExecution query = SQLExecution.getQueryExecution(execution);
    if (query != null) {
      plans.correct(execution, () -> PlanTree.scans(query.executedPlan()));
    }
  }
}
