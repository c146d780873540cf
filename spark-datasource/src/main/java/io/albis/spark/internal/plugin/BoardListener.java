// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** Follows which queries and executors have ended. */
final class BoardListener extends SparkListener {

  private final CacheBoard board;

  BoardListener(CacheBoard board) {
    this.board = board;
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionEnd end) {
      board.ended(end.executionId(), System.nanoTime());
    }
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    board.lost(event.executorId());
  }
}
