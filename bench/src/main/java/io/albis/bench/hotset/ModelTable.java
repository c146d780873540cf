// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.source.SegmentKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where the segments of a table would be, without any data: one data file for each row group, one
 * extent for each column, segments of at most 1 MiB. Immutable.
 */
final class ModelTable {

  private static final int MAX_SEGMENT = 1 << 20;

  private final String name;
  private final UUID id;
  private final int rowGroups;
  private final long rows;
  private final Map<String, Integer> widths;

  /**
   * Describes a table.
   *
   * @param rowGroups number of row groups
   * @param rows number of rows of each row group
   * @param widths bytes of a value of each column, by name
   */
  ModelTable(String name, int rowGroups, long rows, Map<String, Integer> widths) {
    this.name = name;
    this.id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    this.rowGroups = rowGroups;
    this.rows = rows;
    this.widths = new LinkedHashMap<>(widths);
  }

  int rowGroups() {
    return rowGroups;
  }

  List<String> columns() {
    return List.copyOf(widths.keySet());
  }

  /**
   * The segments of columns in some row groups, row group by row group.
   *
   * @param first the first row group
   * @param end the end of the row groups, exclusive
   */
  List<SegmentKey> segments(List<String> columns, int first, int end) {
    List<SegmentKey> keys = new ArrayList<>();
    for (int rowGroup = first; rowGroup < end; rowGroup++) {
      long offset = 0;
      int group = 0;
      for (Map.Entry<String, Integer> column : widths.entrySet()) {
        long length = rows * column.getValue();
        if (columns.contains(column.getKey())) {
          add(keys, rowGroup, group, offset, length);
        }
        offset += length;
        group++;
      }
    }
    return keys;
  }

  private void add(List<SegmentKey> keys, int rowGroup, int group, long offset, long length) {
    String path = "data/" + name + "-" + rowGroup + ".albis";
    for (long done = 0; done < length; done += MAX_SEGMENT) {
      int bytes = (int) Math.min(MAX_SEGMENT, length - done);
      keys.add(new SegmentKey(id, path, offset + done, bytes, 0, offset + length, group, offset));
    }
  }
}
