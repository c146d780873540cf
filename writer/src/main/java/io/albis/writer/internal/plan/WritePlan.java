// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The layout of a table, as its row writers share it. Immutable. */
public final class WritePlan {

  private final Schema schema;
  private final List<ColumnGroup> groups;
  private final List<LeafPlan> leaves;
  private final List<int[]> leavesOfGroup;
  private final RowLayout[] rowLayouts;
  private final Map<Integer, Integer> indexById;
  private final WriteSizes sizes;
  private final long growthLimit;

  /** Null if rows have no order. */
  private final SortOrder sortOrder;

  /** Null if rows are in no partitions. */
  private final PartitionPlan partitions;

  /** By field id, the position of the top-level field. */
  private final Map<Integer, Integer> ordinals = new HashMap<>();

  /**
   * Plans the writing of all leaves of some groups.
   *
   * @param schema with ids
   * @param groups the groups to write, in the order of their extents; leaves in no group are not
   *     written
   * @param sizes aimed at
   */
  public WritePlan(Schema schema, List<ColumnGroup> groups, WriteSizes sizes) {
    this(schema, groups, sizes, null, null);
  }

  /**
   * As the other constructor, for rows that are sorted or partitioned.
   *
   * @param sortOrder the order that rows should have; null for none
   * @param partitions how rows are partitioned; null if they are not
   */
  public WritePlan(
      Schema schema,
      List<ColumnGroup> groups,
      WriteSizes sizes,
      SortOrder sortOrder,
      PartitionPlan partitions) {
    this.sortOrder = sortOrder;
    this.partitions = partitions;
    this.schema = schema;
    this.groups = List.copyOf(groups);
    this.sizes = sizes;
    this.leaves = new ArrayList<>();
    this.leavesOfGroup = new ArrayList<>();
    this.rowLayouts = new RowLayout[groups.size()];
    this.indexById = new HashMap<>();
    for (int g = 0; g < groups.size(); g++) {
      addGroup(g);
    }
    this.growthLimit = sizes.growthLimit(leaves.stream().map(LeafPlan::leaf).toList());
    schema.fields().forEach(field -> ordinals.put(field.id(), ordinals.size()));
  }

  private void addGroup(int g) {
    ColumnGroup group = groups.get(g);
    List<Leaf> members = group.leafIds().stream().map(schema::leaf).toList();
    if (group.isRowLayout()) {
      rowLayouts[g] = RowLayout.of(members);
    }
    int[] indexes = new int[members.size()];
    for (int i = 0; i < indexes.length; i++) {
      Leaf leaf = members.get(i);
      indexes[i] = leaves.size();
      indexById.put(leaf.id(), indexes[i]);
      leaves.add(plan(leaf, g, i));
    }
    leavesOfGroup.add(indexes);
  }

  private LeafPlan plan(Leaf leaf, int g, int indexInGroup) {
    byte setter = SetterCode.of(leaf.type());
    RowLayout row = rowLayouts[g];
    if (row != null) {
      return new LeafPlan(
          leaf,
          g,
          Layout.ROW,
          setter,
          row.width(indexInGroup),
          row.stride(),
          row.offset(indexInGroup),
          row.nullBit(indexInGroup));
    }
    boolean isFlat = setter != SetterCode.NONE;
    int width = isFlat ? leaf.type().fixedWidth() : 0;
    return new LeafPlan(leaf, g, Layout.COLUMN, setter, width, width, 0, -1);
  }

  /** The schema. */
  public Schema schema() {
    return schema;
  }

  /** The order that rows should have; null if there is none. */
  public SortOrder sortOrder() {
    return sortOrder;
  }

  /** How rows are partitioned; null if they are not. */
  public PartitionPlan partitions() {
    return partitions;
  }

  /** What a leaf stores where a row gives no value, in plain encoding; null for null. */
  public byte[] writeDefault(int leafId) {
    return PlainDefaults.writeOf(schema.fieldOf(leafId)).orElse(null);
  }

  /** The part of the schema that some leaves cover. */
  public Schema schemaOf(Set<Integer> leafIds) {
    Set<Integer> fields = new TreeSet<>();
    for (int id : leafIds) {
      List<Integer> ancestors = schema.leaf(id).ancestorIds();
      fields.add(ordinals.get(ancestors.isEmpty() ? id : ancestors.get(0)));
    }
    return Schema.of(fields.stream().map(schema.fields()::get).toList())
        .withLeaves(leafIds::contains);
  }

  /** The groups that are written, in the order of their extents. */
  public List<ColumnGroup> groups() {
    return groups;
  }

  public List<LeafPlan> leaves() {
    return leaves;
  }

  public int[] leavesOfGroup(int g) {
    return leavesOfGroup.get(g);
  }

  /** Index of the leaf of a field id, or -1. */
  public int leafIndex(int fieldId) {
    return indexById.getOrDefault(fieldId, -1);
  }

  public long segmentSize() {
    return sizes.segmentSize();
  }

  public long rowGroupSize() {
    return sizes.rowGroupSize();
  }

  /** The most memory of segments under construction, in bytes. */
  public long growthLimit() {
    return growthLimit;
  }

  public RowLayout rowLayout(int g) {
    return rowLayouts[g];
  }

  /** Bytes that a row takes at least in the segments of a group. */
  public int rowBytes(int g) {
    if (rowLayouts[g] != null) {
      return rowLayouts[g].stride();
    }
    LeafPlan leaf = leaves.get(leavesOfGroup.get(g)[0]);
    return leaf.isNested() || leaf.isVariable() ? Integer.BYTES : Math.max(1, leaf.width());
  }

  /** Bytes that a row takes at least in all groups. */
  public long rowBytes() {
    long bytes = 0;
    for (int g = 0; g < groups.size(); g++) {
      bytes += rowBytes(g);
    }
    return bytes;
  }

  /** The greatest number of rows in a row group, rounded up to a multiple of 64. */
  public int rowGroupRows() {
    long rows = Math.max(1, rowGroupSize() / Math.max(1, rowBytes()));
    long most = Integer.MAX_VALUE - FileLayout.ROW_COUNT_MULTIPLE;
    return (int) FileLayout.align(Math.min(rows, most), FileLayout.ROW_COUNT_MULTIPLE);
  }

  /** The greatest number of rows in a segment of a group, a multiple of 64. */
  public int segmentRows(int g) {
    long rows = Math.min(segmentSize(), Integer.MAX_VALUE / 64) / rowBytes(g);
    return (int) Math.max(1, rows / FileLayout.ROW_COUNT_MULTIPLE) * FileLayout.ROW_COUNT_MULTIPLE;
  }

  /** Whether there are leaves whose size depends on their values. */
  public boolean hasVariable() {
    for (int g = 0; g < groups.size(); g++) {
      if (isVariable(g)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a group has leaves whose size depends on their values. */
  public boolean isVariable(int g) {
    for (int leaf : leavesOfGroup.get(g)) {
      if (leaves.get(leaf).isVariable() || leaves.get(leaf).isNested()) {
        return true;
      }
    }
    return false;
  }
}
