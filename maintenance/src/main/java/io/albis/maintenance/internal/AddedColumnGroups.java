// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps the column groups of data files to those of a table. A group that the table does not have is
 * added as a retired one, so that new rows are written as before. For one thread.
 */
final class AddedColumnGroups {

  private final List<ColumnGroup> listed;
  private final ColumnGroups before;
  private int nextId;

  AddedColumnGroups(ColumnGroups groups, int nextId) {
    this.before = groups;
    this.listed = new ArrayList<>(groups.listed());
    this.nextId = nextId;
  }

  /**
   * Maps the groups of a file, of which all leaves are leaves of the table.
   *
   * @param schema of the file
   * @return ids in the table by ids in the file
   */
  Map<Integer, Integer> map(ColumnGroups groups, Schema schema) {
    Map<Integer, Integer> ids = new HashMap<>();
    for (ColumnGroup group : groups.listed()) {
      ids.put(group.id(), map(group));
    }
    for (Leaf leaf : schema.leaves()) {
      for (int id : groups.candidateIds(leaf.id())) {
        if (!ids.containsKey(id)) {
          ids.put(id, map(ColumnGroup.implicit(leaf.id())));
        }
      }
    }
    return ids;
  }

  private int map(ColumnGroup group) {
    ColumnGroup current = before.current(group.leafId(0));
    if (current.isStoredAs(group)) {
      return current.id();
    }
    for (ColumnGroup known : listed) {
      if (known.isStoredAs(group)) {
        return known.id();
      }
    }
    boolean isAlone = group.isStoredAs(ColumnGroup.implicit(group.leafId(0)));
    int id = isAlone ? group.leafId(0) : nextId++;
    listed.add(group.with(id, group.leafIds()).asRetired());
    return id;
  }

  /** The groups of the table, with the added ones. */
  ColumnGroups groups() {
    return ColumnGroups.of(listed).withOrder(before.order());
  }

  /** The next unused id. */
  int nextId() {
    return nextId;
  }
}
