// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.storage.Storage;
import io.albis.table.ManifestFooters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The row groups of a snapshot, numbered from 0 in row order, and the data files that they are in.
 * Not all sections are kept, so that the memory does not grow with the number of column groups. For
 * one thread.
 */
final class RowGroupIndex {

  /** Sections of all manifests that are kept in memory; others are read when they are needed. */
  private static final long MAX_SECTION_BYTES = 64 << 20;

  private final ManifestFooters footers;
  private final List<ManifestRef> refs;
  private final List<ManifestFile> manifests = new ArrayList<>();

  /** For each manifest, its sections; null if they are read one by one. */
  private final List<FileEnd> sections = new ArrayList<>();

  private long sectionBytes;

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
      sections.add(sections(refs.get(m), manifest));
      firsts[m + 1] = Math.addExact(firsts[m], manifest.rowGroups().count());
      int[] ofManifest = new int[manifest.files().size()];
      for (int f = 0; f < ofManifest.length; f++) {
        DataFileRef file = manifest.files().get(f);
        ofManifest[f] = numbers.computeIfAbsent(file.path(), path -> addFile(file));
      }
      files.add(ofManifest);
    }
  }

  private FileEnd sections(ManifestRef ref, ManifestFile manifest) {
    long length = ref.length() - manifest.sections().start();
    if (length > MAX_SECTION_BYTES - sectionBytes) {
      return null;
    }
    sectionBytes += length;
    return footers.sections(ref, manifest);
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
      Sections directory = manifest.sections();
      int end = directory.end(SectionKind.EXTENTS);
      for (int i = directory.first(SectionKind.EXTENTS); i < end; i++) {
        ids.add(directory.columnGroupId(i));
      }
    }
    return ids;
  }

  /** Reads the extents of a column group in a manifest; null if there are none. */
  ColumnGroupSection section(int manifest, int columnGroupId) {
    ManifestFile footer = manifests.get(manifest);
    Sections directory = footer.sections();
    int index = directory.find(SectionKind.EXTENTS, columnGroupId);
    FileEnd end = sections.get(manifest);
    if (index < 0) {
      return null;
    }
    return end == null
        ? footers.section(refs.get(manifest), footer, index)
        : footer.section(index, end.copy(directory.offset(index), directory.length(index)));
  }
}
