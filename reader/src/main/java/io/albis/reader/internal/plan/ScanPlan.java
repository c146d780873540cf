// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.filter.BoundPredicate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What a scan reads. Leaves are identified by ordinal: first the projected leaves that hold values,
 * then their presence leaves, then those that only the filter reads.
 */
public final class ScanPlan {

  private final Schema projected;
  private final List<Leaf> leaves;
  private final Map<Integer, Integer> ordinals = new HashMap<>();
  private final List<PlanGroup> groups;

  /** For each ordinal, the positions in {@link #groups} where it is looked for, in that order. */
  private final int[][] candidates;

  /** Ordinals that the filter tests. */
  private final int[] filtered;

  private final BoundPredicate filter;
  private final BoundPredicate rowFilter;
  private final List<BoundPredicate> rowPruning;
  private final BoundPredicate first;
  private final boolean testsRows;
  private final PartitionPruning partitions;

  /** By ordinal: whether the values decide about rows. */
  private final boolean[] decides;

  /** Number of projected leaves that hold values. */
  private final int values;

  /** Number of leaves that are read, and not only their statistics. */
  private final int loaded;

  private final long limit;

  private final ScanSample sample;

  private final Map<Integer, Field> fieldsById = new HashMap<>();

  /**
   * Creates a plan.
   *
   * @param snapshot to read
   * @param projected the columns that users see
   * @param rows which rows
   * @param limit maximum number of rows, negative if unlimited
   * @param sample of row groups and rows
   */
  public ScanPlan(
      Snapshot snapshot, Schema projected, ScanFilter rows, long limit, ScanSample sample) {
    this.projected = projected;
    this.limit = limit;
    this.sample = sample;
    this.leaves = new ArrayList<>();
    projected.leaves().stream().filter(leaf -> !leaf.isPresence()).forEach(this::addLeaf);
    this.values = leaves.size();
    projected.leaves().forEach(this::addLeaf);
    List<BoundPredicate> ofRows = rows.ofRows();
    ofRows.forEach(condition -> addLeaves(condition, rows.tested()));
    this.loaded = leaves.size();
    addLeaves(rows.all(), rows.tested());
    this.decides = new boolean[leaves.size()];
    ofRows.forEach(condition -> markDeciding(condition, rows.tested()));
    this.testsRows = !ofRows.isEmpty();
    this.filter = bound(rows.all());
    this.rowFilter = bound(rows.rows());
    this.rowPruning = rows.rowPruning().stream().map(this::bound).toList();
    this.first = bound(rows.first());
    this.filtered =
        filter == null
            ? new int[0]
            : filter.leaves().stream()
                .mapToInt(leaf -> ordinals.get(leaf.id()))
                .distinct()
                .toArray();
    this.partitions = new PartitionPruning(snapshot, filter);
    this.candidates = new int[leaves.size()][];
    this.groups = groups(snapshot);
    collect(rows.tested().fields());
    collect(projected.fields());
  }

  /** Creates a plan of all rows. */
  public ScanPlan(Snapshot snapshot, Schema projected) {
    this(snapshot, projected, ScanFilter.NONE, -1, ScanSample.ALL);
  }

  private void addLeaves(BoundPredicate predicate, Schema tested) {
    forEachLeaf(predicate, tested, this::addLeaf);
  }

  private void markDeciding(BoundPredicate predicate, Schema tested) {
    forEachLeaf(predicate, tested, leaf -> decides[ordinals.get(leaf.id())] = true);
  }

  /** Visits the leaves that a predicate tests, and the presence of the structs around them. */
  private static void forEachLeaf(BoundPredicate predicate, Schema tested, Consumer<Leaf> visitor) {
    for (Leaf leaf : predicate == null ? List.<Leaf>of() : predicate.leaves()) {
      visitor.accept(leaf);
      for (int struct : leaf.ancestorIds()) {
        if (tested.hasLeaf(struct)) {
          visitor.accept(tested.leaf(struct));
        }
      }
    }
  }

  private BoundPredicate bound(BoundPredicate predicate) {
    return predicate == null ? null : predicate.withOrdinals(ordinals);
  }

  private void addLeaf(Leaf leaf) {
    if (ordinals.putIfAbsent(leaf.id(), leaves.size()) == null) {
      leaves.add(leaf);
    }
  }

  private List<PlanGroup> groups(Snapshot snapshot) {
    Map<Integer, Integer> positions = new LinkedHashMap<>();
    List<List<Integer>> members = new ArrayList<>();
    for (int ordinal = 0; ordinal < candidates.length; ordinal++) {
      int[] ids = snapshot.columnGroups().candidateIds(leaves.get(ordinal).id());
      candidates[ordinal] = new int[ids.length];
      for (int i = 0; i < ids.length; i++) {
        int group = positions.computeIfAbsent(ids[i], id -> positions.size());
        if (group == members.size()) {
          members.add(new ArrayList<>());
        }
        members.get(group).add(ordinal);
        candidates[ordinal][i] = group;
      }
    }
    List<PlanGroup> result = new ArrayList<>();
    positions.forEach((id, group) -> result.add(new PlanGroup(id, members.get(group))));
    return result;
  }

  private void collect(List<Field> fields) {
    for (Field field : fields) {
      fieldsById.put(field.id(), field);
      if (field.type().kind() == TypeKind.STRUCT) {
        collect(field.type().children());
      }
    }
  }

  public Schema projected() {
    return projected;
  }

  public List<Leaf> leaves() {
    return leaves;
  }

  /** Number of projected leaves that hold values. */
  int values() {
    return values;
  }

  /** The column groups in which leaves may be. */
  public List<PlanGroup> groups() {
    return groups;
  }

  /** Where a leaf is looked for: positions in {@link #groups}, the present one first. */
  int[] candidates(int ordinal) {
    return candidates[ordinal];
  }

  /** Ids of the column groups that leaves are in now. */
  IntStream currentGroupIds(int[] ofOrdinals) {
    return IntStream.of(ofOrdinals).map(ordinal -> groups.get(candidates[ordinal][0]).id());
  }

  /** The ordinals that the filter tests. The caller must not change the array. */
  int[] filtered() {
    return filtered;
  }

  /** Whether the values of a leaf are needed, or only its statistics. */
  public boolean isLoaded(int ordinal) {
    return ordinal < loaded;
  }

  /** Whether the values of a leaf decide which rows are left. */
  boolean decides(int ordinal) {
    return decides[ordinal];
  }

  /** Decides from partitions what may match the filter. */
  PartitionPruning partitions() {
    return partitions;
  }

  /** The condition that statistics are tested for; null if there is none. */
  public BoundPredicate filter() {
    return filter;
  }

  /** The condition that rows are tested for; null if there is none. */
  public BoundPredicate rowFilter() {
    return rowFilter;
  }

  /** Conditions of which rows that do not match may be left out. */
  public List<BoundPredicate> rowPruning() {
    return rowPruning;
  }

  /** Tests whether rows may be among the first of an order; null if all are needed. */
  public BoundPredicate first() {
    return first;
  }

  /** Whether rows are tested for any condition. */
  boolean testsRows() {
    return testsRows;
  }

  /** Which row groups and rows are read, whatever their values are. */
  ScanSample sample() {
    return sample;
  }

  /** The sample of the rows; null for all. */
  public SampleRange rowSample() {
    return sample.rows();
  }

  /** Whether a filter, a condition or a sample decides about each row. */
  public boolean selectsRows() {
    return testsRows || sample.rows() != null;
  }

  /** Maximum number of rows to read, negative if unlimited. */
  public long limit() {
    return limit;
  }

  public Field field(int id) {
    return fieldsById.get(id);
  }

  /** Ordinal of the presence leaf of the innermost nullable struct around a leaf, or -1. */
  public int presenceAround(Leaf leaf) {
    int found = -1;
    for (int struct : leaf.ancestorIds()) {
      found = ordinals.getOrDefault(struct, found);
    }
    return found;
  }
}
