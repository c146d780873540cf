// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnUse;
import io.albis.spark.internal.ui.ExecutorCache;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What has changed in the cache of a process since its last report. All numbers are totals, so that
 * a report may be repeated.
 *
 * @param columns those that have changed
 * @param queries those that have changed, by execution
 */
record ProcessReport(
    ExecutorCache cache, List<ColumnUse> columns, Map<Long, List<ColumnUse>> queries)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  ProcessReport {
    columns = List.copyOf(columns);
    queries = Map.copyOf(queries);
  }
}
