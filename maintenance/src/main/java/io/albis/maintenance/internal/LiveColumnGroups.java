// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The column groups of a snapshot that readers may look for, in the order in which their extents
 * are laid: current ones in column order, then retired ones. Others are of dropped columns.
 * Immutable.
 */
final class LiveColumnGroups {

  /** Paths of columns by column group id. */
  private final Map<Integer, List<String>> columns = new HashMap<>();

  private final List<Integer> order = new ArrayList<>();

  LiveColumnGroups(Snapshot snapshot) {
    Schema schema = snapshot.schema().schema();
    for (ColumnGroup group : snapshot.columnGroups().inOrder(schema)) {
      add(group, schema);
    }
    for (ColumnGroup group : snapshot.columnGroups().listed()) {
      if (group.retired()) {
        add(group, schema);
      }
    }
  }

  private void add(ColumnGroup group, Schema schema) {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < group.leafCount(); i++) {
      paths.add(schema.leaf(group.leafId(i)).path());
    }
    if (columns.put(group.id(), paths) == null) {
      order.add(group.id());
    }
  }

  /** Ids of all groups, in the order of their extents. */
  List<Integer> order() {
    return order;
  }

  /** Whether a group may be looked for. */
  boolean contains(int columnGroupId) {
    return columns.containsKey(columnGroupId);
  }

  /** Paths of the columns of a group. */
  List<String> columns(int columnGroupId) {
    return columns.get(columnGroupId);
  }
}
