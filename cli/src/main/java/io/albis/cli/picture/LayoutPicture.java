// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import io.albis.format.internal.order.RequestRule;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.reader.TableLayout;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a picture of a dataset shows: its files, and what a scan of some columns reads of them.
 *
 * @param title names the dataset
 * @param groups the column groups by id, in their order
 * @param files all data files
 * @param reads what the scan reads
 */
public record LayoutPicture(
    String title, Map<Integer, Group> groups, List<FileMap> files, ProjectionReads reads) {

  /**
   * A column group.
   *
   * @param position among all, for its letter or color
   * @param columns the paths of its columns
   */
  record Group(int position, String columns) {}

  /**
   * Creates a picture.
   *
   * @param title names the dataset
   * @param paths of the columns that are read; all if it is empty
   * @param rule turns segments into requests
   * @throws io.albis.format.error.InvalidArgumentException if there is no such column
   */
  public static LayoutPicture of(
      String title, Dataset dataset, List<String> paths, RequestRule rule) {
    TableLayout layout = dataset.layout();
    Map<Integer, String> names =
        dataset.schema().leaves().stream().collect(Collectors.toMap(Leaf::id, Leaf::path));
    Set<Integer> leaves =
        (paths.isEmpty() ? dataset.scan() : dataset.scan().select(paths))
            .schema().leaves().stream().map(Leaf::id).collect(Collectors.toSet());
    Map<Integer, Group> groups = new LinkedHashMap<>();
    Set<Integer> read = new LinkedHashSet<>();
    for (ColumnGroup group : inSchemaOrder(layout.columnGroups(), dataset.schema())) {
      String columns =
          group.leafIds().stream()
              .map(names::get)
              .filter(Objects::nonNull)
              .collect(Collectors.joining(", "));
      groups.put(group.id(), new Group(groups.size(), columns));
      if (group.leafIds().stream().anyMatch(leaves::contains)) {
        read.add(group.id());
      }
    }
    List<FileMap> files = FileMap.of(layout);
    return new LayoutPicture(title, groups, files, ProjectionReads.of(files, read, rule));
  }

  /** So that columns keep their letters when their order in files changes. */
  private static List<ColumnGroup> inSchemaOrder(List<ColumnGroup> groups, Schema schema) {
    Map<Integer, Integer> positions = new HashMap<>();
    schema.leaves().forEach(leaf -> positions.put(leaf.id(), positions.size()));
    return groups.stream()
        .sorted(
            Comparator.comparing(
                group ->
                    group.leafIds().stream()
                        .mapToInt(id -> positions.getOrDefault(id, positions.size()))
                        .min()
                        .orElse(positions.size())))
        .toList();
  }

  /** A column group; of dropped columns there is one behind all others. */
  Group group(int columnGroupId) {
    return groups.getOrDefault(columnGroupId, new Group(groups.size(), "dropped columns"));
  }
}
