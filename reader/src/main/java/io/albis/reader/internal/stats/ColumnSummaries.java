// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.stats;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.info.ColumnSummary;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.type.PlainValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Merges the statistics of all row groups in the manifests. */
public final class ColumnSummaries {

  /** Accumulates the statistics of one column. */
  private static final class Merged {
    private final Leaf leaf;
    private long nulls;
    private long nans;
    private long valueBytes;
    private Object min;
    private Object max;
    private boolean minIsExact = true;
    private boolean maxIsExact = true;
    private boolean unbounded;

    Merged(Leaf leaf) {
      this.leaf = leaf;
    }

    void add(ColumnStatistics statistics, long rows) {
      nulls += statistics.nullCount();
      nans += statistics.nanCount();
      valueBytes += statistics.valueBytes();
      boolean hasValues = rows > statistics.nullCount() + statistics.nanCount();
      if (!statistics.hasMinMax()) {
        unbounded |= hasValues;
        return;
      }
      Type type = leaf.type();
      if (!PlainValues.isValue(statistics.bounds().min(), type)
          || !PlainValues.isValue(statistics.bounds().max(), type)) {
        unbounded = true;
        return;
      }
      addMin(
          PlainValues.comparable(statistics.bounds().min(), type),
          statistics.bounds().minIsExact());
      addMax(
          PlainValues.comparable(statistics.bounds().max(), type),
          statistics.bounds().maxIsExact());
    }

    private void addMin(Object bound, boolean isExact) {
      int order = min == null ? -1 : PlainValues.compare(bound, min);
      minIsExact = order < 0 ? isExact : minIsExact || (order == 0 && isExact);
      min = order < 0 ? bound : min;
    }

    private void addMax(Object bound, boolean isExact) {
      int order = max == null ? 1 : PlainValues.compare(bound, max);
      maxIsExact = order > 0 ? isExact : maxIsExact || (order == 0 && isExact);
      max = order > 0 ? bound : max;
    }

    /**
     * Adds rows that were written before the column was added: they have its default, or are null.
     *
     * @param absent rows in which an enclosing struct is null
     */
    void addMissing(Optional<byte[]> defaultValue, long rows, long absent) {
      long values = defaultValue.isEmpty() ? 0 : rows - absent;
      nulls += rows - values;
      if (values <= 0) {
        return;
      }
      byte[] value = defaultValue.get();
      valueBytes += value.length * values;
      if (PlainValues.isValue(value, leaf.type())) {
        Object bound = PlainValues.comparable(value, leaf.type());
        if (bound instanceof Double number && Double.isNaN(number)) {
          nans += values;
        } else {
          addMin(bound, true);
          addMax(bound, true);
        }
      } else {
        unbounded = true;
      }
    }

    ColumnSummary summary(long rowCount) {
      boolean known = min != null && !unbounded;
      return new ColumnSummary(
          leaf.path(),
          leaf.type(),
          rowCount,
          nulls,
          nans,
          valueBytes,
          known ? Optional.of(PlainValues.materialize(min, leaf.type())) : Optional.empty(),
          known ? Optional.of(PlainValues.materialize(max, leaf.type())) : Optional.empty(),
          known && minIsExact,
          known && maxIsExact);
    }
  }

  private ColumnSummaries() {}

  public static List<ColumnSummary> of(RowGroups rowGroups) {
    SnapshotFile snapshot = rowGroups.snapshot();
    Set<Integer> presences = new HashSet<>();
    Map<Integer, byte[]> defaults = defaults(snapshot.schema());
    List<Merged> inOrder = new ArrayList<>();
    for (Leaf leaf : snapshot.schema().leaves()) {
      if (leaf.isPresence()) {
        presences.add(leaf.id());
      } else {
        inOrder.add(new Merged(leaf));
      }
    }
    for (RowGroupRef rowGroup : rowGroups.all()) {
      Map<Integer, ColumnStatistics> stored = stored(rowGroups, rowGroup);
      inOrder.forEach(column -> add(column, rowGroup.rowCount(), stored, presences, defaults));
    }
    return inOrder.stream().map(column -> column.summary(snapshot.snapshot().rowCount())).toList();
  }

  /** Defaults by the ids of the fields that have one. */
  public static Map<Integer, byte[]> defaults(Schema schema) {
    Map<Integer, byte[]> defaults = new HashMap<>();
    addDefaults(schema.fields(), defaults);
    return defaults;
  }

  private static void addDefaults(List<Field> fields, Map<Integer, byte[]> defaults) {
    for (Field field : fields) {
      field.defaultValue().ifPresent(value -> defaults.put(field.id(), value));
      addDefaults(field.type().children(), defaults);
    }
  }

  /** Statistics of a row group by the ids of its leaves. */
  private static Map<Integer, ColumnStatistics> stored(RowGroups rowGroups, RowGroupRef rowGroup) {
    Map<Integer, ColumnStatistics> stored = new HashMap<>();
    for (ColumnGroup group : rowGroups.snapshot().columnGroups()) {
      rowGroups
          .extent(rowGroup, group.id())
          .ifPresent(extent -> extent.statistics().forEach(one -> stored.put(one.fieldId(), one)));
    }
    return stored;
  }

  private static void add(
      Merged column,
      long rows,
      Map<Integer, ColumnStatistics> stored,
      Set<Integer> presences,
      Map<Integer, byte[]> defaults) {
    int id = column.leaf.id();
    ColumnStatistics statistics = stored.get(id);
    if (statistics != null) {
      column.add(statistics, rows);
      return;
    }
    // If an outer struct is null, so are the structs in it: the greatest count is the number of
    // rows.
    long absent = 0;
    for (int struct : column.leaf.ancestorIds()) {
      if (presences.contains(struct)) {
        ColumnStatistics presence = stored.get(struct);
        absent = Math.max(absent, presence == null ? rows : presence.nullCount());
      }
    }
    column.addMissing(Optional.ofNullable(defaults.get(id)), rows, absent);
  }
}
