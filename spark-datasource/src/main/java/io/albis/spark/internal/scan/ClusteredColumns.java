// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns by which the rows of a table are clustered. */
public final class ClusteredColumns {

  private ClusteredColumns() {}

  /**
   * Returns the names of the top-level columns whose values are close to one another in a row
   * group: those of partition fields, and the first one of each sort order. A condition on another
   * column seldom rules out row groups.
   */
  public static Set<String> of(List<Source> sources) {
    Set<String> names = new HashSet<>();
    for (Source source : sources) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        Dataset dataset = lease.dataset();
        Set<String> paths = paths(dataset);
        for (Field field : dataset.schema().fields()) {
          if (paths.contains(Field.quote(field.name()))) {
            names.add(field.name());
          }
        }
      }
    }
    return names;
  }

  private static Set<String> paths(Dataset dataset) {
    Set<String> paths = new HashSet<>();
    dataset.partitionings().values().forEach(fields -> fields.forEach(f -> paths.add(f.path())));
    dataset.sortOrders().values().forEach(columns -> paths.add(columns.get(0).path()));
    return paths;
  }
}
