// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.datasources.v2.V2TableWriteExec;
import org.apache.spark.sql.util.QueryExecutionListener;
import scala.Option;

/** Keeps what Spark has counted during the last statement that wrote. */
final class Summaries implements QueryExecutionListener {

  private volatile Option<WriteSummary> summary = Option.empty();

  /** Returns what Spark has counted, once its listeners know. */
  Option<WriteSummary> last(SparkContext context) {
    try {
      context.listenerBus().waitUntilEmpty();
    } catch (TimeoutException e) {
      throw new IllegalStateException("Listeners of Spark are busy", e);
    }
    return summary;
  }

  @Override
  public void onSuccess(String function, QueryExecution execution, long nanoseconds) {
    if (execution.executedPlan() instanceof V2TableWriteExec write) {
      summary = write.getWriteSummary();
    }
  }

  @Override
  public void onFailure(String function, QueryExecution execution, Exception failure) {}
}
