// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.ManifestBuilder;
import io.albis.format.metadata.RowGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The data files that the row writers of a process have written, and the order of their row groups:
 * that of the positions of the row writers, and of one position that in which they were full. Not
 * thread-safe.
 */
public final class WrittenRows {

  private record RowGroup(int position, long sequence, RowGroups rowGroups, int index) {}

  private final List<WrittenFile> files = new ArrayList<>();
  private final Map<Long, RowGroup> rowGroups = new HashMap<>();

  /** Adds a file of a row writer at a position. */
  public void add(int position, WrittenFile file) {
    files.add(file);
    for (int i = 0; i < file.sequences().length; i++) {
      // Files of other column groups have the same row group.
      long sequence = file.sequences()[i];
      rowGroups.putIfAbsent(sequence, new RowGroup(position, sequence, file.rowGroups(), i));
    }
  }

  /** Number of rows. */
  public long rowCount() {
    return rowGroups.values().stream().mapToLong(one -> one.rowGroups.rowCount(one.index)).sum();
  }

  /** Number of row groups. */
  public int rowGroupCount() {
    return rowGroups.size();
  }

  /** Number of row groups whose rows have no order. */
  public int unorderedRowGroupCount() {
    return (int)
        rowGroups.values().stream()
            .filter(one -> one.rowGroups.sortOrderId(one.index) == 0)
            .count();
  }

  /** Length of all files, in bytes. */
  public long bytes() {
    return files.stream().mapToLong(file -> file.ref().length()).sum();
  }

  /** Adds everything to a manifest, which must be empty. */
  public void addTo(ManifestBuilder manifest) {
    Map<Long, Integer> places = new HashMap<>();
    rowGroups.values().stream()
        .sorted(comparingInt(RowGroup::position).thenComparing(comparingLong(RowGroup::sequence)))
        .forEach(one -> places.put(one.sequence, addTo(manifest, places.size(), one)));
    files.stream()
        .sorted(Comparator.comparingLong(WrittenFile::number))
        .forEach(file -> addTo(manifest, file, places));
  }

  private static int addTo(ManifestBuilder manifest, long number, RowGroup one) {
    RowGroups from = one.rowGroups;
    return manifest.addRowGroup(
        number, from.rowCount(one.index), from.partition(one.index), from.sortOrderId(one.index));
  }

  private static void addTo(ManifestBuilder manifest, WrittenFile file, Map<Long, Integer> places) {
    int position = manifest.addFile(file.ref());
    for (ColumnGroupSection section : file.sections()) {
      manifest.addExtents(
          section.columnGroupId(), section, position, i -> places.get(file.sequences()[i]));
    }
  }
}
