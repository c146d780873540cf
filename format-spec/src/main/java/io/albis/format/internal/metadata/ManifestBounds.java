// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.PartitionBounds.FieldBounds;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Bounds of the row groups of a manifest, which the snapshot repeats, so that readers skip
 * manifests (SPEC.md, section 11). Thread-safe.
 */
public final class ManifestBounds {

  private final RowGroups rowGroups;
  private final IntFunction<ColumnGroupSection> sections;
  private final Schema schema;
  private final ColumnGroups columnGroups;

  /**
   * Computes bounds of a manifest.
   *
   * @param rowGroups of the manifest
   * @param sections the section of a column group by its id, null if there is none
   * @param schema the present one of the table
   * @param columnGroups the present ones of the table
   */
  public ManifestBounds(
      RowGroups rowGroups,
      IntFunction<ColumnGroupSection> sections,
      Schema schema,
      ColumnGroups columnGroups) {
    this.rowGroups = rowGroups;
    this.sections = sections;
    this.schema = schema;
    this.columnGroups = columnGroups;
  }

  /**
   * Statistics of leaves over all rows. Rows that do not store a leaf count as its initial default,
   * or as null; where a struct around it is null, they count as null.
   *
   * @param leafIds field ids of leaves
   */
  public List<ColumnStatistics> statistics(Collection<Integer> leafIds) {
    return leafIds.stream().map(id -> statistics(schema.leaf(id))).toList();
  }

  private ColumnStatistics statistics(Leaf leaf) {
    StatisticsMerger merger = new StatisticsMerger(leaf);
    Optional<byte[]> initialDefault = PlainDefaults.initialOf(schema.fieldOf(leaf.id()));
    List<ColumnGroupSection> stored = candidates(leaf.id());
    List<ColumnGroupSection> presence = new ArrayList<>();
    int presenceId = innermostPresence(leaf);
    if (presenceId > 0) {
      presence.addAll(candidates(presenceId));
    }
    for (int i = 0; i < rowGroups.count(); i++) {
      long rows = rowGroups.rowCount(i);
      ColumnStatistics part = find(stored, leaf.id(), i);
      if (part != null) {
        merger.add(part, rows);
      } else if (initialDefault.isEmpty()) {
        merger.addNulls(rows);
      } else {
        long nulls = 0;
        if (presenceId > 0) {
          ColumnStatistics structs = find(presence, presenceId, i);
          nulls = structs == null ? rows : structs.nullCount();
        }
        merger.addNulls(nulls);
        merger.addValue(initialDefault.get(), rows - nulls);
      }
    }
    return merger.result();
  }

  private int innermostPresence(Leaf leaf) {
    int found = 0;
    for (int id : leaf.ancestorIds()) {
      found = schema.hasLeaf(id) ? id : found;
    }
    return found;
  }

  private List<ColumnGroupSection> candidates(int leafId) {
    List<ColumnGroupSection> found = new ArrayList<>();
    for (int id : columnGroups.candidateIds(leafId)) {
      ColumnGroupSection section = sections.apply(id);
      if (section != null) {
        found.add(section);
      }
    }
    return found;
  }

  private static ColumnStatistics find(
      List<ColumnGroupSection> candidates, int leafId, int rowGroup) {
    for (ColumnGroupSection section : candidates) {
      int index = section.find(rowGroup);
      if (index >= 0) {
        Extent extent = section.extent(index);
        int leaf = extent.layout().indexOf(leafId);
        if (leaf >= 0) {
          return extent.statistics().get(leaf);
        }
      }
    }
    return null;
  }

  /**
   * Bounds of the partitions, one for each spec of the row groups.
   *
   * @param specs of the table
   * @return empty if a spec is unknown, or has an unknown transform
   */
  public List<PartitionBounds> partitions(Collection<PartitionSpec> specs) {
    Map<Integer, List<PartitionTuple>> tuples = new TreeMap<>();
    for (int i = 0; i < rowGroups.count(); i++) {
      PartitionTuple partition = rowGroups.partition(i);
      List<PartitionTuple> same =
          tuples.computeIfAbsent(partition.specId(), id -> new ArrayList<>());
      if (same.isEmpty() || !same.get(same.size() - 1).equals(partition)) {
        same.add(partition);
      }
    }
    List<PartitionBounds> bounds = new ArrayList<>();
    for (Map.Entry<Integer, List<PartitionTuple>> entry : tuples.entrySet()) {
      if (entry.getKey() == 0) {
        bounds.add(new PartitionBounds(0, List.of()));
        continue;
      }
      Optional<PartitionSpec> spec =
          specs.stream().filter(one -> one.id() == entry.getKey()).findFirst();
      if (spec.isEmpty() || !isKnown(spec.get())) {
        return List.of();
      }
      bounds.add(bounds(spec.get(), entry.getValue()));
    }
    return bounds;
  }

  private boolean isKnown(PartitionSpec spec) {
    return spec.fields().stream()
        .allMatch(
            field ->
                field.transform().kind() != TransformKind.UNKNOWN
                    && schema.hasLeaf(field.sourceId()));
  }

  private PartitionBounds bounds(PartitionSpec spec, List<PartitionTuple> tuples) {
    List<FieldBounds> fields = new ArrayList<>();
    for (int i = 0; i < spec.fields().size(); i++) {
      Type type = spec.bind(schema).get(i).result();
      Comparator<byte[]> order = PlainEncoding.comparator(type);
      boolean hasNull = false;
      boolean hasNan = false;
      byte[] min = null;
      byte[] max = null;
      for (PartitionTuple tuple : tuples) {
        byte[] value = tuple.value(i);
        if (value == null) {
          hasNull = true;
        } else if (isNan(type, value)) {
          hasNan = true;
        } else {
          byte[] wide = PlainEncoding.widen(type, value);
          min = min == null || order.compare(wide, min) < 0 ? wide : min;
          max = max == null || order.compare(wide, max) > 0 ? wide : max;
        }
      }
      fields.add(new FieldBounds(hasNull, hasNan, min == null ? null : Bounds.exact(min, max)));
    }
    return new PartitionBounds(spec.id(), fields);
  }

  private static boolean isNan(Type type, byte[] value) {
    return ValueOrder.of(type) == ValueOrder.DOUBLE
        && Double.isNaN(PlainEncoding.toDouble(type, value));
  }
}
