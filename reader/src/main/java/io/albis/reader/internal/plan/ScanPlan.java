// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.filter.BoundPredicate;
import io.albis.reader.internal.row.RowFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a scan reads. Leaves are identified by ordinal: first the projected leaves, then their
 * presence leaves (both as in {@link RowFields}), then those that only the filter reads.
 */
public final class ScanPlan {

  private final Schema projected;
  private final RowFields rowFields;
  private final List<Leaf> leaves;
  private final List<Group> groups;
  private final BoundPredicate filter;
  private final boolean exact;
  private final long limit;
  private final Map<Integer, Field> fieldsById = new HashMap<>();

  /**
   * A column group that is read.
   *
   * @param id its id
   * @param ordinals of its leaves that are read
   * @param filtered the ordinals that the filter tests
   * @param isLoaded whether its values are needed, or only its statistics
   */
  public record Group(int id, List<Integer> ordinals, List<Integer> filtered, boolean isLoaded) {}

  public ScanPlan(
      SnapshotFile snapshot, Schema projected, BoundPredicate filter, boolean exact, long limit) {
    this.projected = projected;
    this.rowFields = RowFields.of(projected);
    this.exact = exact;
    this.limit = limit;
    this.leaves = new ArrayList<>(rowFields.leaves());
    Map<Integer, Integer> ordinals = new HashMap<>();
    for (Leaf leaf : leaves) {
      ordinals.put(leaf.id(), ordinals.size());
    }
    for (Leaf leaf : filter == null ? List.<Leaf>of() : filter.leaves()) {
      if (!ordinals.containsKey(leaf.id())) {
        ordinals.put(leaf.id(), leaves.size());
        leaves.add(leaf);
      }
      for (int struct : leaf.ancestorIds()) {
        if (snapshot.schema().hasLeaf(struct) && !ordinals.containsKey(struct)) {
          ordinals.put(struct, leaves.size());
          leaves.add(snapshot.schema().leaf(struct));
        }
      }
    }
    this.filter = filter == null ? null : filter.withOrdinals(ordinals);
    this.groups = groups(snapshot.columnGroups(), ordinals);
    collect(snapshot.schema().fields());
  }

  private List<Group> groups(List<ColumnGroup> columnGroups, Map<Integer, Integer> ordinals) {
    Map<Integer, List<Integer>> byGroup = new LinkedHashMap<>();
    for (ColumnGroup group : columnGroups) {
      for (int leafId : group.leafIds()) {
        Integer ordinal = ordinals.get(leafId);
        if (ordinal != null) {
          byGroup.computeIfAbsent(group.id(), id -> new ArrayList<>()).add(ordinal);
        }
      }
    }
    int needed = exact ? leaves.size() : rowFields.leaves().size();
    Set<Integer> tested = new HashSet<>();
    if (filter != null) {
      filter.leaves().forEach(leaf -> tested.add(ordinals.get(leaf.id())));
    }
    List<Group> result = new ArrayList<>();
    byGroup.forEach(
        (id, members) ->
            result.add(
                new Group(
                    id,
                    members,
                    members.stream().filter(tested::contains).toList(),
                    members.stream().anyMatch(ordinal -> ordinal < needed))));
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

  public RowFields rowFields() {
    return rowFields;
  }

  public List<Leaf> leaves() {
    return leaves;
  }

  /** Number of leaves that users see. */
  public int projectedLeaves() {
    return rowFields.projected();
  }

  public List<Group> groups() {
    return groups;
  }

  /** The filter, or null. */
  public BoundPredicate filter() {
    return filter;
  }

  /** Whether the scan selects exactly the rows for which the filter is true. */
  public boolean isExact() {
    return exact && filter != null;
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
      for (int i = 0; i < leaves.size(); i++) {
        found = leaves.get(i).id() == struct ? i : found;
      }
    }
    return found;
  }
}
