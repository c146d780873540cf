/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import com.google.protobuf.ByteString;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.proto.ColumnStatistics;
import io.albis.format.proto.Extent;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.RowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merges the statistics that the manifests hold of each row group. */
final class ColumnSummaries {

  /** One column while it is merged. */
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
      nulls += statistics.getNullCount();
      nans += statistics.getNanCount();
      valueBytes += statistics.getValueBytes();
      boolean hasValues = rows > statistics.getNullCount() + statistics.getNanCount();
      if (!statistics.getHasMinMax()) {
        unbounded |= hasValues;
        return;
      }
      Type type = leaf.type();
      if (!Literals.isBound(statistics.getMin(), type)
          || !Literals.isBound(statistics.getMax(), type)) {
        unbounded = true;
        return;
      }
      addMin(Literals.bound(statistics.getMin(), type), statistics.getMinIsExact());
      addMax(Literals.bound(statistics.getMax(), type), statistics.getMaxIsExact());
    }

    private void addMin(Object bound, boolean isExact) {
      int order = min == null ? -1 : Literals.compare(bound, min);
      minIsExact = order < 0 ? isExact : minIsExact || (order == 0 && isExact);
      min = order < 0 ? bound : min;
    }

    private void addMax(Object bound, boolean isExact) {
      int order = max == null ? 1 : Literals.compare(bound, max);
      maxIsExact = order > 0 ? isExact : maxIsExact || (order == 0 && isExact);
      max = order > 0 ? bound : max;
    }

    /** Rows that were written before the column was added: they have its default, or are null. */
    void addMissing(Optional<ByteString> defaultValue, long rows) {
      if (defaultValue.isEmpty()) {
        nulls += rows;
        return;
      }
      ByteString value = defaultValue.get();
      valueBytes += value.size() * rows;
      if (Literals.isBound(value, leaf.type())) {
        Object bound = Literals.bound(value, leaf.type());
        if (bound instanceof Double number && Double.isNaN(number)) {
          nans += rows;
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
          known ? Optional.of(Literals.materialize(min, leaf.type())) : Optional.empty(),
          known ? Optional.of(Literals.materialize(max, leaf.type())) : Optional.empty(),
          known && minIsExact,
          known && maxIsExact);
    }
  }

  private ColumnSummaries() {}

  static List<ColumnSummary> of(Table table) {
    Map<Integer, Merged> columns = new HashMap<>();
    Map<Integer, ByteString> defaults = new HashMap<>();
    addDefaults(table.schema().fields(), defaults);
    List<Merged> inOrder = new ArrayList<>();
    for (Leaf leaf : table.schema().leaves()) {
      if (!leaf.isPresence()) {
        Merged merged = new Merged(leaf);
        columns.put(leaf.id(), merged);
        inOrder.add(merged);
      }
    }
    for (RowGroupRef rowGroup : table.rowGroups().all()) {
      for (ColumnGroup group : table.columnGroups()) {
        Optional<Extent> extent = table.rowGroups().extent(rowGroup, group.id());
        add(rowGroup, group, extent, columns, defaults);
      }
    }
    return inOrder.stream().map(column -> column.summary(table.rowCount())).toList();
  }

  private static void addDefaults(List<Field> fields, Map<Integer, ByteString> defaults) {
    for (Field field : fields) {
      field.defaultValue().ifPresent(value -> defaults.put(field.id(), ByteString.copyFrom(value)));
      addDefaults(field.type().children(), defaults);
    }
  }

  private static void add(
      RowGroupRef rowGroup,
      ColumnGroup group,
      Optional<Extent> extent,
      Map<Integer, Merged> columns,
      Map<Integer, ByteString> defaults) {
    Map<Integer, ColumnStatistics> stored = new HashMap<>();
    extent.ifPresent(
        found -> found.getStatisticsList().forEach(one -> stored.put(one.getFieldId(), one)));
    for (int id : group.leafIds()) {
      Merged column = columns.get(id);
      if (column == null) {
        continue;
      }
      ColumnStatistics statistics = stored.get(id);
      if (statistics == null) {
        column.addMissing(Optional.ofNullable(defaults.get(id)), rowGroup.rowCount());
      } else {
        column.add(statistics, rowGroup.rowCount());
      }
    }
  }
}
