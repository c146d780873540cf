// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The division of the leaves of a table or data file into column groups, and the order in which
 * writers lay their extents (SPEC.md, section 7). Immutable and thread-safe.
 *
 * <p>Only some groups are listed. A leaf that is in no listed group, retired ones aside, is an
 * {@linkplain ColumnGroup#isImplicit implicit} group of its own, for which there is no object.
 */
public final class ColumnGroups {

  private static final ColumnGroups IMPLICIT = new ColumnGroups(List.of(), List.of());

  private final List<ColumnGroup> listed;
  private final List<Integer> order;

  /**
   * For each leaf of each listed group: leaf id, whether the group is retired, position of the
   * group. Ascending, so those of a leaf are adjacent, the current group first.
   */
  private final long[] index;

  private ColumnGroups(List<ColumnGroup> listed, List<Integer> order) {
    this.listed = listed;
    this.order = order;
    this.index = new long[listed.stream().mapToInt(ColumnGroup::leafCount).sum()];
    int entries = 0;
    for (int i = 0; i < listed.size(); i++) {
      ColumnGroup group = listed.get(i);
      for (int j = 0; j < group.leafCount(); j++) {
        index[entries++] = (long) group.leafId(j) << 32 | (group.retired() ? 1L << 31 : 0) | i;
      }
    }
    Arrays.sort(index);
    checkUnique();
  }

  private void checkUnique() {
    for (int i = 1; i < index.length; i++) {
      boolean twiceInOne = index[i] == index[i - 1];
      if (leafId(i) == leafId(i - 1) && (twiceInOne || (!isRetired(i) && !isRetired(i - 1)))) {
        throw new InvalidArgumentException(
            "Invalid column groups: leaf "
                + leafId(i)
                + " is in the groups "
                + listed.get(group(i - 1)).id()
                + " and "
                + listed.get(group(i)).id());
      }
    }
    Set<Integer> ids = new HashSet<>();
    for (ColumnGroup group : listed) {
      if (!ids.add(group.id())) {
        throw new InvalidArgumentException(
            "Invalid column groups: id " + group.id() + " is used twice");
      }
    }
  }

  /** A group for each leaf, none of them listed. */
  public static ColumnGroups implicit() {
    return IMPLICIT;
  }

  /**
   * Groups in schema order.
   *
   * @param groups some or all groups; those of leaves that none has are implicit
   * @throws InvalidArgumentException if an id is used twice, or a leaf is in two groups that are
   *     not retired
   */
  public static ColumnGroups of(Collection<ColumnGroup> groups) {
    return new ColumnGroups(
        groups.stream().filter(group -> !group.isImplicit()).toList(), List.of());
  }

  /**
   * The same groups in another order.
   *
   * @param columnOrder ids of column groups; those that are not named follow in schema order
   * @throws InvalidArgumentException if an id is named twice
   */
  public ColumnGroups withOrder(List<Integer> columnOrder) {
    if (new HashSet<>(columnOrder).size() < columnOrder.size()) {
      throw new InvalidArgumentException("Invalid column order: a column group is named twice");
    }
    return new ColumnGroups(listed, List.copyOf(columnOrder));
  }

  /** The groups that a snapshot lists: those that are not implicit. */
  public List<ColumnGroup> listed() {
    return listed;
  }

  /** Ids of groups in the order in which writers lay extents; others follow in schema order. */
  public List<Integer> order() {
    return order;
  }

  private int leafId(int entry) {
    return (int) (index[entry] >>> 32);
  }

  private boolean isRetired(int entry) {
    return (index[entry] & 1L << 31) != 0;
  }

  private int group(int entry) {
    return (int) (index[entry] & Integer.MAX_VALUE);
  }

  private int firstEntry(int leafId) {
    int found = Arrays.binarySearch(index, (long) leafId << 32);
    return found < 0 ? -found - 1 : found;
  }

  /** Id of the group that new rows of a leaf are written to. */
  public int currentId(int leafId) {
    int entry = firstEntry(leafId);
    return entry < index.length && leafId(entry) == leafId && !isRetired(entry)
        ? listed.get(group(entry)).id()
        : leafId;
  }

  /**
   * Ids of all groups that may store a leaf, in the order in which a reader looks for it: the
   * current one first, then the retired ones.
   */
  public int[] candidateIds(int leafId) {
    int first = firstEntry(leafId);
    int end = first;
    while (end < index.length && leafId(end) == leafId) {
      end++;
    }
    boolean isImplicit = first == end || isRetired(first);
    int[] ids = new int[end - first + (isImplicit ? 1 : 0)];
    int count = 0;
    if (isImplicit) {
      ids[count++] = leafId;
    }
    for (int entry = first; entry < end; entry++) {
      ids[count++] = listed.get(group(entry)).id();
    }
    return ids;
  }

  /** The group that new rows of a leaf are written to. */
  public ColumnGroup current(int leafId) {
    int entry = firstEntry(leafId);
    return entry < index.length && leafId(entry) == leafId && !isRetired(entry)
        ? listed.get(group(entry))
        : ColumnGroup.implicit(leafId);
  }

  /** All groups that new rows are written to, in the order in which writers lay their extents. */
  public List<ColumnGroup> inOrder(Schema schema) {
    Map<Integer, ColumnGroup> all = new LinkedHashMap<>();
    for (Leaf leaf : schema.leaves()) {
      ColumnGroup group = current(leaf.id());
      all.putIfAbsent(group.id(), group);
    }
    List<ColumnGroup> result = new ArrayList<>(all.size());
    for (int id : order) {
      ColumnGroup group = all.remove(id);
      if (group != null) {
        result.add(group);
      }
    }
    result.addAll(all.values());
    return result;
  }

  /**
   * Requires that these groups are valid for a schema, which readers of some columns do not check.
   *
   * @throws InvalidArgumentException if a listed leaf is not one of the schema, if the id of a
   *     listed group is that of another field, or if leaves of a group have no row layout
   */
  public void requireValidFor(Schema schema) {
    for (ColumnGroup group : listed) {
      boolean isOfLeaf = schema.hasLeaf(group.id());
      if (isOfLeaf && (group.isRowLayout() || group.leafId(0) != group.id())) {
        throw new InvalidArgumentException(
            "Invalid column group " + group.id() + ": its id is that of a leaf");
      }
      List<Leaf> leaves = new ArrayList<>();
      for (int leafId : group.leafIds()) {
        if (!schema.hasLeaf(leafId)) {
          throw new InvalidArgumentException(
              "Invalid column group " + group.id() + ": no leaf has the field id " + leafId);
        }
        leaves.add(schema.leaf(leafId));
      }
      if (group.isRowLayout()) {
        RowLayout.of(leaves);
      }
    }
  }

  /**
   * The same with groups of new leaves, of which no row group has an extent yet.
   *
   * @param groups with new ids unless they are implicit
   * @throws InvalidArgumentException if an id or a leaf is already in a group that is listed
   */
  public ColumnGroups with(Collection<ColumnGroup> groups) {
    List<ColumnGroup> all = new ArrayList<>(listed);
    groups.stream().filter(group -> !group.isImplicit()).forEach(all::add);
    return new ColumnGroups(List.copyOf(all), order);
  }

  /**
   * Divides leaves anew. A group that does not stay as it is becomes retired, so that its extents
   * are still found. A leaf that becomes a group of its own again is no longer listed.
   *
   * @param groups the new groups of all leaves or of some, with new ids unless they are implicit;
   *     leaves of changed groups that none has become implicit groups
   * @return the groups and retired groups; the order is kept
   */
  public ColumnGroups regroup(Collection<ColumnGroup> groups) {
    Set<Integer> moved = new LinkedHashSet<>();
    List<ColumnGroup> added = new ArrayList<>();
    for (ColumnGroup group : groups) {
      if (group.isStoredAs(current(group.leafId(0)))) {
        continue;
      }
      added.add(group);
      moved.addAll(group.leafIds());
    }
    Map<Integer, ColumnGroup> result = new LinkedHashMap<>();
    for (ColumnGroup group : listed) {
      boolean changes = group.leafIds().stream().anyMatch(moved::contains);
      result.put(group.id(), changes && !group.retired() ? group.asRetired() : group);
    }
    for (ColumnGroup group : added) {
      for (int leafId : group.leafIds()) {
        if (currentId(leafId) == leafId && !group.isImplicit()) {
          result.putIfAbsent(leafId, ColumnGroup.implicit(leafId).asRetired());
        }
      }
      if (!group.isImplicit()) {
        if (result.put(group.id(), group) != null) {
          throw new InvalidArgumentException(
              "Invalid column groups: id " + group.id() + " is used twice");
        }
      }
    }
    ColumnGroups regrouped = new ColumnGroups(List.copyOf(result.values()), order);
    return regrouped.withoutImplicitRetired();
  }

  /** Removes groups that are listed as retired, but are implicit groups of their leaves again. */
  private ColumnGroups withoutImplicitRetired() {
    List<ColumnGroup> kept = new ArrayList<>(listed);
    kept.removeIf(group -> group.retired() && currentId(group.leafId(0)) == group.id());
    return new ColumnGroups(List.copyOf(kept), order);
  }

  /**
   * The same without retired groups of which no row group has an extent any more.
   *
   * @param isUnused whether the group of an id is such a one
   */
  public ColumnGroups withoutRetired(IntPredicate isUnused) {
    List<ColumnGroup> kept = new ArrayList<>(listed);
    kept.removeIf(group -> group.retired() && isUnused.test(group.id()));
    return new ColumnGroups(List.copyOf(kept), order);
  }

  /**
   * The same with the leaves of a schema only, after columns have been dropped. Groups without
   * leaves are left out.
   */
  public ColumnGroups retainLeaves(Schema schema) {
    List<ColumnGroup> kept = new ArrayList<>();
    Map<Integer, Boolean> exists = new HashMap<>();
    for (ColumnGroup group : listed) {
      List<Integer> leafIds = group.leafIds().stream().filter(schema::hasLeaf).toList();
      exists.put(group.id(), !leafIds.isEmpty());
      if (!leafIds.isEmpty()) {
        ColumnGroup left = group.with(group.id(), leafIds);
        kept.add(group.retired() ? left.asRetired() : left);
      }
    }
    List<Integer> ids =
        order.stream().filter(id -> exists.getOrDefault(id, schema.hasLeaf(id))).toList();
    return new ColumnGroups(List.copyOf(kept), ids);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ColumnGroups other
        && listed.equals(other.listed)
        && order.equals(other.order);
  }

  @Override
  public int hashCode() {
    return 31 * listed.hashCode() + order.hashCode();
  }

  @Override
  public String toString() {
    return listed + (order.isEmpty() ? "" : " in order " + order);
  }
}
