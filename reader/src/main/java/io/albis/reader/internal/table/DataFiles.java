// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The metadata of data files, which has the segments that manifests leave out. Keeps that of the
 * files that were used last. Thread-safe.
 */
final class DataFiles {

  private static final int MAX_KEPT = 64;

  private final TableFiles files;

  /** Least recently used first. Guarded by itself. */
  private final Map<DataFileRef, SectionReader> kept =
      new LinkedHashMap<>(2 * MAX_KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DataFileRef, SectionReader> eldest) {
          return size() > MAX_KEPT;
        }
      };

  DataFiles(TableFiles files) {
    this.files = files;
  }

  private SectionReader sections(DataFileRef ref, MetadataKeeper keeper) {
    synchronized (kept) {
      SectionReader known = kept.get(ref);
      if (known != null) {
        return known;
      }
    }
    SectionReader read = files.dataFile(ref, keeper);
    synchronized (kept) {
      SectionReader other = kept.putIfAbsent(ref, read);
      return other == null ? read : other;
    }
  }

  /** Reads the sections of column groups of a file, by their ids in that file. */
  void load(DataFileRef ref, int[] columnGroupIds, MetadataKeeper keeper) {
    sections(ref, keeper).load(IntStream.of(columnGroupIds));
  }

  /**
   * Adds the segments to an extent of a manifest.
   *
   * @param columnGroupId of the group in the table
   * @throws CorruptFileException if the data file does not have the extent
   */
  Extent withSegments(DataFileRef ref, int columnGroupId, Extent extent, MetadataKeeper keeper) {
    int inFile = extent.fileColumnGroupId(columnGroupId);
    ColumnGroupSection section = sections(ref, keeper).section(inFile);
    int index = section == null ? -1 : section.find(extent.fileRowGroup());
    if (index < 0) {
      throw new CorruptFileException(
          ref.path(),
          -1,
          "extent of column group " + inFile + " in row group " + extent.fileRowGroup(),
          "one at " + extent.offset() + " as in the manifest",
          "none");
    }
    return extent.withSegmentsOf(section.extent(index));
  }
}
