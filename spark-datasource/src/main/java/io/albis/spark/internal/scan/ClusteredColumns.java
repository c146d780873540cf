// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionField;
import io.albis.format.schema.PartitionSpec;
import io.albis.format.schema.SortOrder;
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
        Set<Integer> ids = ids(dataset);
        for (Field field : dataset.schema().fields()) {
          if (ids.contains(field.id())) {
            names.add(field.name());
          }
        }
      }
    }
    return names;
  }

  private static Set<Integer> ids(Dataset dataset) {
    Set<Integer> ids = new HashSet<>();
    for (PartitionSpec spec : dataset.partitionSpecs()) {
      for (PartitionField field : spec.fields()) {
        ids.add(field.sourceId());
      }
    }
    for (SortOrder order : dataset.sortOrders()) {
      order.fields().stream().limit(1).forEach(field -> ids.add(field.leafId()));
    }
    return ids;
  }
}
