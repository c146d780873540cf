// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which row groups of a manifest store which leaves: each exactly one extent, in a group where
 * readers look for it, and in a type that can be read; or none, if readers know the value then.
 */
final class LeafCoverage {

  private final Schema schema;
  private final List<RowGroupRef> rowGroups;
  private final Problems problems;

  /** By leaf: the row groups that store it. */
  private final Map<Integer, BitSet> stored = new HashMap<>();

  /** By leaf: the groups in which readers look for it. */
  private final Map<Integer, Set<Integer>> candidates = new HashMap<>();

  /** By column group: the leaves that its extents store. */
  private final Map<Integer, List<Integer>> leaves = new HashMap<>();

  LeafCoverage(Snapshot snapshot, List<RowGroupRef> rowGroups, Problems problems) {
    this.schema = snapshot.schema().schema();
    this.rowGroups = rowGroups;
    this.problems = problems;
    for (Leaf leaf : schema.leaves()) {
      Set<Integer> ids = new HashSet<>();
      for (int id : snapshot.columnGroups().candidateIds(leaf.id())) {
        ids.add(id);
        leaves.computeIfAbsent(id, group -> new ArrayList<>()).add(leaf.id());
      }
      candidates.put(leaf.id(), ids);
      stored.put(leaf.id(), new BitSet());
    }
  }

  /**
   * Adds an extent.
   *
   * @param path of its data file
   */
  void add(String path, int groupId, Extent extent) {
    for (Leaf found : extent.layout().leaves()) {
      if (schema.hasLeaf(found.id())) {
        add(path, groupId, extent, found, schema.leaf(found.id()));
      }
    }
    Set<Integer> found = new HashSet<>();
    extent.layout().leaves().forEach(leaf -> found.add(leaf.id()));
    for (int id : leaves.getOrDefault(groupId, List.of())) {
      if (!found.contains(id)) {
        problems.add(
            path,
            extent.offset(),
            schema.leaf(id).path(),
            "extent of column group " + groupId,
            "one that stores the column",
            found.size() + " other columns");
      }
    }
  }

  /** Whether an extent stores a leaf of the schema. */
  boolean isNeeded(Extent extent) {
    return extent.layout().leaves().stream().anyMatch(leaf -> schema.hasLeaf(leaf.id()));
  }

  private void add(String path, int groupId, Extent extent, Leaf found, Leaf leaf) {
    if (!candidates.get(leaf.id()).contains(groupId)) {
      problems.add(
          path, extent.offset(), leaf.path(), "column group", "one that lists the column", groupId);
    }
    BitSet rowGroupsOfLeaf = stored.get(leaf.id());
    if (rowGroupsOfLeaf.get(extent.rowGroup())) {
      problems.add(
          path,
          extent.offset(),
          leaf.path(),
          "extent of the column in row group " + rowGroups.get(extent.rowGroup()).number(),
          "only one",
          "another one");
    }
    rowGroupsOfLeaf.set(extent.rowGroup());
    if (!found.canBeReadAs(leaf)) {
      problems.add(
          path,
          extent.offset(),
          leaf.path(),
          "stored type",
          "one that can be read as " + leaf.typeText(),
          found.typeText());
    }
  }

  /** Requires that leaves that are not stored are nullable or have a default. */
  void requireAll(String manifest) {
    for (Leaf leaf : schema.leaves()) {
      Field field = schema.fieldOf(leaf.id());
      if (leaf.nullable() || PlainDefaults.initialOf(field).isPresent()) {
        continue;
      }
      BitSet found = stored.get(leaf.id());
      for (int r = found.nextClearBit(0); r < rowGroups.size(); r = found.nextClearBit(r + 1)) {
        problems.add(
            manifest,
            -1,
            leaf.path(),
            "column in row group " + rowGroups.get(r).number(),
            "values or a default, since it is required",
            "neither");
      }
    }
  }
}
