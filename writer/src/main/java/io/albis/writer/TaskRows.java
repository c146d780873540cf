// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.writer.internal.file.NewRowGroups;
import java.util.Map;
import java.util.SortedMap;

/**
 * The row groups of the tasks of a write. The position of a row group is its partition.
 *
 * @param results by partition
 */
record TaskRows(SortedMap<Integer, TaskResult> results) implements NewRowGroups {

  @Override
  public int rowGroupCount() {
    return count(results);
  }

  private static int count(Map<Integer, TaskResult> some) {
    return some.values().stream().mapToInt(TaskResult::rowGroupCount).sum();
  }

  @Override
  public void addRowGroups(
      ManifestBuilder manifest, int position, long first, Map<Long, Integer> places) {
    results.get(position).addTo(manifest, first + count(results.headMap(position)));
  }

  @Override
  public void addExtents(ManifestBuilder manifest, Map<Long, Integer> places) {
    // A result is added with its extents.
  }
}
