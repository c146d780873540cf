// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * What has changed in the caches of executors. Spark writes it to event logs as JSON, and reads it
 * by the name of this class; a history server without the jar leaves it out.
 *
 * @param logged whether it is written to event logs; false for what only a live page shows
 * @param executors new state of some executors
 * @param columns new sums of some column groups
 * @param queries new sums of some queries
 */
public record CacheEvent(
    boolean logged,
    List<ExecutorCache> executors,
    List<ColumnTotal> columns,
    List<QueryUse> queries)
    implements SparkListenerEvent {

  /** Copies the lists. */
  public CacheEvent {
    executors = executors == null ? List.of() : List.copyOf(executors);
    columns = columns == null ? List.of() : List.copyOf(columns);
    queries = queries == null ? List.of() : List.copyOf(queries);
  }

  /** Returns whether nothing has changed. */
  public boolean hasNothing() {
    return executors.isEmpty() && columns.isEmpty() && queries.isEmpty();
  }

  @Override
  public boolean logEvent() {
    return logged;
  }
}
