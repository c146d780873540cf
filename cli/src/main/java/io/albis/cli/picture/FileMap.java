// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import io.albis.reader.TableLayout;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.RowGroupLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where extents lie in a data file.
 *
 * @param path of the file
 * @param length of the file, in bytes
 * @param extents in ascending order of their offsets
 */
public record FileMap(String path, long length, List<Placed> extents) {

  /**
   * An extent.
   *
   * @param rowGroup number of its row group in the table
   */
  public record Placed(long rowGroup, ExtentLayout extent) {}

  /** Returns the files of a layout, in its order. */
  public static List<FileMap> of(TableLayout layout) {
    Map<String, List<Placed>> extents = new LinkedHashMap<>();
    layout.files().keySet().forEach(path -> extents.put(path, new ArrayList<>()));
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        extents.get(extent.path()).add(new Placed(rowGroup.number(), extent));
      }
    }
    List<FileMap> files = new ArrayList<>();
    extents.forEach(
        (path, placed) -> {
          placed.sort(Comparator.comparingLong(p -> p.extent.offset()));
          files.add(new FileMap(path, layout.files().get(path), List.copyOf(placed)));
        });
    return files;
  }
}
