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

  /** The row groups in the order of each position; null until it is needed. */
  private Map<Integer, List<RowGroup>> byPosition;

  /** Adds a file of a row writer at a position. */
  public void add(int position, WrittenFile file) {
    files.add(file);
    byPosition = null;
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

  /**
   * Adds the row groups of a position to a manifest, behind those that it has.
   *
   * @param number of the first one in the table
   * @param places gets the places of the row groups in the manifest, for {@link #addExtents}
   * @return the number after the last one
   */
  public long addRowGroups(
      ManifestBuilder manifest, int position, long number, Map<Long, Integer> places) {
    if (byPosition == null) {
      byPosition = new HashMap<>();
      rowGroups.values().stream()
          .sorted(comparingLong(RowGroup::sequence))
          .forEach(
              one -> byPosition.computeIfAbsent(one.position, p -> new ArrayList<>()).add(one));
    }
    long next = number;
    for (RowGroup one : byPosition.getOrDefault(position, List.of())) {
      places.put(one.sequence, addTo(manifest, next++, one));
    }
    return next;
  }

  /** Adds the extents of the row groups that have been added to a manifest. */
  public void addExtents(ManifestBuilder manifest, Map<Long, Integer> places) {
    for (WrittenFile file : files) {
      // All row groups of a file have the same position.
      if (file.sequences().length > 0 && places.containsKey(file.sequences()[0])) {
        addTo(manifest, file, places);
      }
    }
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
