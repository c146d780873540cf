// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.reader.TableLayout;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.RowGroupLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the bytes of a data file are used for, printed as JSON.
 *
 * @param path in the table
 * @param length of the file, in bytes
 * @param rowGroups number of row groups of which it has an extent
 * @param extents number of its extents that the table uses
 * @param extentBytes length of these extents
 * @param otherBytes all other bytes: metadata, padding, and extents that the table does not use
 */
record FileSizes(
    String path, long length, int rowGroups, int extents, long extentBytes, long otherBytes) {

  static List<FileSizes> of(TableLayout layout) {
    Map<String, Set<Long>> rowGroups = new HashMap<>();
    Map<String, List<ExtentLayout>> extents = new HashMap<>();
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        rowGroups.computeIfAbsent(extent.path(), path -> new HashSet<>()).add(rowGroup.number());
        extents.computeIfAbsent(extent.path(), path -> new ArrayList<>()).add(extent);
      }
    }
    List<FileSizes> files = new ArrayList<>();
    layout
        .files()
        .forEach(
            (path, length) -> {
              List<ExtentLayout> used = extents.getOrDefault(path, List.of());
              long bytes = used.stream().mapToLong(ExtentLayout::length).sum();
              int count = rowGroups.getOrDefault(path, Set.of()).size();
              files.add(new FileSizes(path, length, count, used.size(), bytes, length - bytes));
            });
    return files;
  }
}
