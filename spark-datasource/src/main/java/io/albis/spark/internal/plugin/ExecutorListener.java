// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.spark.internal.plan.Placement;
import io.albis.spark.internal.plan.PlanBoard;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/** Follows which executors there are. */
final class ExecutorListener extends SparkListener {

  private final Placement placement;
  private final PlanBoard board;

  ExecutorListener(Placement placement, PlanBoard board) {
    this.placement = placement;
    this.board = board;
  }

  @Override
  public void onExecutorAdded(SparkListenerExecutorAdded event) {
    placement.added(event.executorId(), event.executorInfo().executorHost());
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    board.removed(placement.location(event.executorId()));
    placement.removed(event.executorId());
  }
}
