// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.RowGroups;
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
public final class WrittenRows implements NewRowGroups {

  private record RowGroup(int position, long sequence, RowGroups rowGroups, int index) {}

  private final List<WrittenFile> files = new ArrayList<>();
  private final Map<Long, RowGroup> rowGroups = new HashMap<>();

  /** The row groups in the order of positions, and of each position; null until it is needed. */
  private List<RowGroup> inOrder;

  /** Adds a file of a row writer at a position. */
  public void add(int position, WrittenFile file) {
    files.add(file);
    inOrder = null;
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

  @Override
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
    inOrder().forEach(one -> places.put(one.sequence, addTo(manifest, places.size(), one)));
    files.stream()
        .sorted(Comparator.comparingLong(WrittenFile::number))
        .forEach(file -> addTo(manifest, file, places));
  }

  @Override
  public void addRowGroups(
      ManifestBuilder manifest, int position, long first, Map<Long, Integer> places) {
    List<RowGroup> ordered = inOrder();
    for (int i = firstOf(position, ordered); i < ordered.size(); i++) {
      RowGroup one = ordered.get(i);
      if (one.position != position) {
        return;
      }
      places.put(one.sequence, addTo(manifest, first + i, one));
    }
  }

  private List<RowGroup> inOrder() {
    if (inOrder == null) {
      inOrder =
          rowGroups.values().stream()
              .sorted(
                  comparingInt(RowGroup::position).thenComparing(comparingLong(RowGroup::sequence)))
              .toList();
    }
    return inOrder;
  }

  /** Index of the first row group that is not of a position before. */
  private static int firstOf(int position, List<RowGroup> ordered) {
    int from = 0;
    int to = ordered.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (ordered.get(middle).position < position) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  @Override
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
