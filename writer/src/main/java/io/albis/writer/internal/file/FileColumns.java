// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.SerializedSchema;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a data file: some or all column groups of a plan. Immutable. */
final class FileColumns {

  /** Tail, ids and the like, in bytes. */
  private static final long FIXED_METADATA = 1024;

  /** A field of the schema, a column group, and statistics of the file, in bytes. */
  private static final long LEAF_METADATA = 192;

  private final List<ColumnGroup> groups = new ArrayList<>();
  private final List<StoredLayout> layouts = new ArrayList<>();
  private final List<List<Leaf>> leaves = new ArrayList<>();
  private final ColumnGroups columnGroups;
  private final SerializedSchema schema;
  private final long metadataLength;

  /**
   * Describes the columns of a file.
   *
   * @param members indexes of the groups in the plan, in the order of their extents
   */
  FileColumns(WritePlan plan, int[] members) {
    Set<Integer> leafIds = new HashSet<>();
    for (int g : members) {
      ColumnGroup group = plan.groups().get(g);
      List<Leaf> ofGroup = new ArrayList<>();
      for (int leaf : plan.leavesOfGroup(g)) {
        ofGroup.add(plan.leaves().get(leaf).leaf());
      }
      groups.add(group);
      leaves.add(ofGroup);
      layouts.add(StoredLayout.of(Layout.of(group), ofGroup));
      leafIds.addAll(group.leafIds());
    }
    this.columnGroups = ColumnGroups.of(groups);
    this.schema = SerializedSchema.of(plan.schemaOf(leafIds));
    this.metadataLength = FIXED_METADATA + leafIds.size() * LEAF_METADATA;
  }

  /** Number of column groups. */
  int count() {
    return groups.size();
  }

  /** Id of a column group. */
  int groupId(int index) {
    return groups.get(index).id();
  }

  /** The leaves of a column group, in group order. */
  List<Leaf> leaves(int index) {
    return leaves.get(index);
  }

  /** How the segments of a column group are laid out. */
  StoredLayout layout(int index) {
    return layouts.get(index);
  }

  /** The column groups, as the footer lists them. */
  ColumnGroups columnGroups() {
    return columnGroups;
  }

  /** The schema of the file. */
  SerializedSchema schema() {
    return schema;
  }

  /** About the bytes that a footer takes without row groups. */
  long metadataLength() {
    return metadataLength;
  }
}
