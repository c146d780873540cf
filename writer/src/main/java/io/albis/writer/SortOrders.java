// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * The sort orders of a table, and the one of new row groups.
 *
 * @param all of existing and new row groups
 * @param currentId id of the one of new row groups; 0 for none
 */
record SortOrders(List<SortOrder> all, int currentId) {

  static final SortOrders NONE = new SortOrders(List.of(), 0);

  /** Those of a snapshot. */
  static SortOrders of(Snapshot snapshot) {
    return new SortOrders(snapshot.sortOrders(), snapshot.sortOrderId());
  }

  /**
   * The same with another order of new row groups, for which an equal one is used again.
   *
   * @param columns none for no order
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a column has no order, or is named
   *     twice
   */
  SortOrders by(List<SortColumn> columns, Schema schema) {
    if (columns.isEmpty()) {
      return new SortOrders(all, 0);
    }
    List<SortField> fields = new ArrayList<>();
    for (SortColumn column : columns) {
      int leafId = schema.field(column.path()).id();
      fields.add(new SortField(leafId, column.descending(), column.nullsLast()));
    }
    for (SortOrder known : all) {
      if (known.fields().equals(fields)) {
        return new SortOrders(all, known.id());
      }
    }
    int id = all.stream().mapToInt(SortOrder::id).max().orElse(0) + 1;
    SortOrder added = new SortOrder(id, fields);
    added.requireValidFor(schema);
    List<SortOrder> orders = new ArrayList<>(all);
    orders.add(added);
    return new SortOrders(List.copyOf(orders), id);
  }

  /** The order of new row groups; null if there is none. */
  SortOrder current() {
    return all.stream().filter(order -> order.id() == currentId).findFirst().orElse(null);
  }
}
