// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.reader.Dataset;
import io.albis.reader.TableLayout;
import io.albis.reader.TableLayout.ExtentLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the extents of a column group take, printed as JSON.
 *
 * @param id the id of the column group
 * @param layout the layout of its new extents; empty if its columns were dropped
 * @param state {@code current}; {@code retired} if its columns are in other groups now; {@code
 *     dropped} if they were dropped
 * @param columns the paths of its columns
 */
record GroupSizes(
    int id,
    String layout,
    String state,
    List<String> columns,
    long extents,
    long segments,
    long extentBytes,
    long segmentBytes,
    long valueBytes) {

  static List<GroupSizes> of(Dataset dataset, TableLayout layout) {
    Map<Integer, String> paths =
        dataset.schema().leaves().stream().collect(Collectors.toMap(Leaf::id, Leaf::path));
    Map<Integer, List<ExtentLayout>> stored =
        layout.rowGroups().stream()
            .flatMap(rowGroup -> rowGroup.extents().stream())
            .collect(
                Collectors.groupingBy(
                    ExtentLayout::columnGroupId, TreeMap::new, Collectors.toList()));
    List<GroupSizes> groups = new ArrayList<>();
    for (ColumnGroup group : layout.columnGroups()) {
      List<ExtentLayout> extents = stored.remove(group.id());
      groups.add(
          of(
              group.id(),
              group.isRowLayout() ? "row" : "column",
              group.retired() ? "retired" : "current",
              group.leafIds().stream().map(paths::get).filter(Objects::nonNull).toList(),
              extents == null ? List.of() : extents));
    }
    stored.forEach((id, extents) -> groups.add(of(id, "", "dropped", List.of(), extents)));
    return groups;
  }

  private static GroupSizes of(
      int id, String layout, String state, List<String> columns, List<ExtentLayout> extents) {
    return new GroupSizes(
        id,
        layout,
        state,
        columns,
        extents.size(),
        extents.stream().mapToLong(extent -> extent.segments().size()).sum(),
        extents.stream().mapToLong(ExtentLayout::length).sum(),
        extents.stream().mapToLong(ExtentLayout::segmentBytes).sum(),
        extents.stream().mapToLong(ExtentLayout::valueBytes).sum());
  }
}
