// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.order;

import io.albis.format.internal.order.RowGroupLayout;
import io.albis.format.internal.order.Workload;
import io.albis.format.internal.order.WorkloadFile;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.reader.Table;
import io.albis.reader.TableLayout;
import io.albis.reader.TableLayout.ExtentLayout;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A workload in terms of the column groups of a table.
 *
 * @param layout the column groups in their order, with the average length of their extents
 * @param workload whose ids are those of column groups
 * @param unknown paths that the table does not have; they are left out
 */
record StoredWorkload(RowGroupLayout layout, Workload workload, List<String> unknown) {

  static StoredWorkload of(Table table, WorkloadFile.Paths recorded) {
    Map<Integer, String> paths = new HashMap<>();
    for (Leaf leaf : table.schema().leaves()) {
      paths.put(leaf.id(), leaf.path());
    }
    Map<String, Integer> groups = new HashMap<>();
    for (ColumnGroup group : table.columnGroups()) {
      for (int leafId : group.leafIds()) {
        groups.put(paths.get(leafId), group.id());
      }
    }
    TreeSet<String> unknown = new TreeSet<>(recorded.paths());
    unknown.removeAll(groups.keySet());
    Workload workload =
        recorded.workload().mapped(id -> groups.getOrDefault(recorded.paths().get(id), -1));
    return new StoredWorkload(layout(table), workload, List.copyOf(unknown));
  }

  private static RowGroupLayout layout(Table table) {
    TableLayout stored = table.layout();
    Map<Integer, Long> bytes = new LinkedHashMap<>();
    table.columnGroups().forEach(group -> bytes.put(group.id(), 0L));
    for (TableLayout.RowGroupLayout rowGroup : stored.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        bytes.computeIfPresent(extent.columnGroupId(), (id, sum) -> sum + extent.length());
      }
    }
    int rowGroups = Math.max(1, stored.rowGroups().size());
    return new RowGroupLayout(
        bytes.keySet().stream().mapToInt(Integer::intValue).toArray(),
        bytes.values().stream().mapToLong(sum -> sum / rowGroups).toArray());
  }
}
