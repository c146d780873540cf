// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.ColumnUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * The planned scans of a query in the caches of all executors.
 *
 * @param execution of Spark SQL
 * @param ended whether these are the last numbers
 */
public record QueryUse(long execution, boolean ended, List<ColumnUse> columns) {

  /** The most column groups of a query that are told apart. */
  public static final int MAX_COLUMNS = 100;

  /** Copies the list. */
  public QueryUse {
    columns = columns == null ? List.of() : List.copyOf(columns);
  }

  /** Identifies the query in the store. */
  @KVIndex
  @Override
  public long execution() {
    return execution;
  }

  /** Returns the sum of a number of all column groups. */
  public long total(ToLongFunction<ColumnUse> number) {
    return columns.stream().mapToLong(number).sum();
  }

  /** Adds up scans of the same column groups. If there are too many, the last one has the rest. */
  public static List<ColumnUse> sum(Collection<ColumnUse> scans) {
    Map<String, ColumnUse> sums = new LinkedHashMap<>();
    for (ColumnUse each : scans) {
      String key = ColumnTotal.key(each);
      if (sums.size() >= MAX_COLUMNS - 1 && !sums.containsKey(key)) {
        sums.merge(
            "", new ColumnUse(null, "", -1, "others", 0, 0, 0, 0, 0, 0, 0, 0), ColumnTotal::sum);
        sums.merge("", each, ColumnTotal::sum);
      } else {
        sums.merge(key, each, ColumnTotal::sum);
      }
    }
    return new ArrayList<>(sums.values());
  }
}
