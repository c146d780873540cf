// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.metadata.Extent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The extents that the manifests of a snapshot use, by data file. They are disjoint: otherwise rows
 * would be counted twice.
 */
final class UsedExtents {

  private record Used(long offset, long end, long rowGroup) {}

  private final Map<String, List<Used>> byFile = new TreeMap<>();

  void add(String path, long rowGroup, Extent extent) {
    if (extent.length() > 0) {
      byFile
          .computeIfAbsent(path, key -> new ArrayList<>())
          .add(new Used(extent.offset(), extent.end(), rowGroup));
    }
  }

  /** Records the extents that overlap. */
  void verify(Problems problems) {
    byFile.forEach(
        (path, extents) -> {
          extents.sort(Comparator.comparingLong(Used::offset));
          Used last = extents.get(0);
          for (Used extent : extents.subList(1, extents.size())) {
            if (extent.offset < last.end) {
              problems.add(
                  path,
                  extent.offset,
                  "",
                  "extent of row group " + extent.rowGroup,
                  "bytes that no other extent of the table uses",
                  "an extent of row group " + last.rowGroup + " up to " + last.end);
            }
            last = extent.end > last.end ? extent : last;
          }
        });
  }
}
