// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.maintenance;

import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroups;
import io.albis.format.metadata.SectionKind;
import io.albis.format.metadata.Sections;
import io.albis.format.metadata.Snapshot;
import io.albis.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The row groups of a snapshot, numbered from 0 in row order, and the data files that they are in.
 * Sections are read when they are asked for, so that the memory does not grow with the number of
 * column groups. For one thread.
 */
final class RowGroupIndex {

  private final ManifestFooters footers;
  private final List<ManifestRef> refs;
  private final List<ManifestFile> manifests = new ArrayList<>();

  /** For each manifest, the position of its first row group, and behind the last, the end. */
  private final int[] firsts;

  /** For each manifest, the number of each of its data files. */
  private final List<int[]> files = new ArrayList<>();

  private final List<DataFileRef> allFiles = new ArrayList<>();

  RowGroupIndex(Storage storage, Snapshot snapshot) {
    this.footers = new ManifestFooters(storage, snapshot.tableId());
    this.refs = snapshot.manifests();
    this.firsts = new int[refs.size() + 1];
    Map<String, Integer> numbers = new HashMap<>();
    for (int m = 0; m < refs.size(); m++) {
      ManifestFile manifest = footers.read(refs.get(m));
      manifests.add(manifest);
      firsts[m + 1] = Math.addExact(firsts[m], manifest.rowGroups().count());
      int[] ofManifest = new int[manifest.files().size()];
      for (int f = 0; f < ofManifest.length; f++) {
        DataFileRef file = manifest.files().get(f);
        ofManifest[f] = numbers.computeIfAbsent(file.path(), path -> addFile(file));
      }
      files.add(ofManifest);
    }
  }

  private int addFile(DataFileRef file) {
    allFiles.add(file);
    return allFiles.size() - 1;
  }

  /** Number of row groups. */
  int count() {
    return firsts[firsts.length - 1];
  }

  /** Number of manifests. */
  int manifestCount() {
    return refs.size();
  }

  /** Position of the first row group of a manifest. */
  int first(int manifest) {
    return firsts[manifest];
  }

  /** The manifest that has a row group. */
  int manifestOf(int rowGroup) {
    int low = 0;
    int high = refs.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firsts[middle] <= rowGroup) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The number of a row group in the table. */
  long number(int rowGroup) {
    int manifest = manifestOf(rowGroup);
    RowGroups rowGroups = manifests.get(manifest).rowGroups();
    return refs.get(manifest).rowGroupBase() + rowGroups.index(rowGroup - firsts[manifest]);
  }

  /** The row groups of a manifest. */
  RowGroups rowGroups(int manifest) {
    return manifests.get(manifest).rowGroups();
  }

  /** Number of the data file, see {@link #file}, to which an extent in a manifest refers. */
  int fileNumber(int manifest, int fileOfManifest) {
    return files.get(manifest)[fileOfManifest];
  }

  /** A data file by its number. */
  DataFileRef file(int number) {
    return allFiles.get(number);
  }

  /** Ids of the column groups that have extents, dropped ones included. */
  SortedSet<Integer> columnGroupIds() {
    SortedSet<Integer> ids = new TreeSet<>();
    for (ManifestFile manifest : manifests) {
      Sections sections = manifest.sections();
      int end = sections.end(SectionKind.EXTENTS);
      for (int i = sections.first(SectionKind.EXTENTS); i < end; i++) {
        ids.add(sections.columnGroupId(i));
      }
    }
    return ids;
  }

  /** Reads the extents of a column group in a manifest; null if there are none. */
  ColumnGroupSection section(int manifest, int columnGroupId) {
    ManifestFile footer = manifests.get(manifest);
    int index = footer.sections().find(SectionKind.EXTENTS, columnGroupId);
    return index < 0 ? null : footers.section(refs.get(manifest), footer, index);
  }
}
