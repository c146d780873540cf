// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import java.util.List;

/**
 * The order in which rows are sorted: by partition, and within a partition by columns.
 *
 * @param partitions values of which equal ones are put together
 * @param columns what decides within a partition
 */
public record SortKeyOrder(List<Partition> partitions, List<Column> columns) {

  /**
   * A value by which rows are partitioned.
   *
   * @param path of a column that is not a struct, list or map
   */
  public record Partition(String path, Transform transform) {}

  /**
   * A column by which rows are sorted.
   *
   * @param path of a column that is not a struct, list or map
   * @param descending whether greater values come first
   * @param nullsLast whether nulls come after all values, in both directions
   */
  public record Column(String path, boolean descending, boolean nullsLast) {}

  /** Copies the lists. */
  public SortKeyOrder {
    partitions = List.copyOf(partitions);
    columns = List.copyOf(columns);
  }

  /** Returns the positions of the fields to follow from the top of a schema to a column. */
  static int[] positions(Schema schema, String path) {
    schema.field(path);
    boolean isExact = schema.fields().stream().anyMatch(field -> field.name().equals(path));
    List<String> names = isExact ? List.of(path) : Schema.namesOf(path);
    int[] positions = new int[names.size()];
    var fields = schema.fields();
    for (int i = 0; i < positions.length; i++) {
      for (int f = 0; f < fields.size(); f++) {
        if (fields.get(f).name().equals(names.get(i))) {
          positions[i] = f;
        }
      }
      fields = fields.get(positions[i]).type().children();
    }
    return positions;
  }
}
