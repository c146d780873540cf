// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.SnapshotFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The row groups of a snapshot and their extents. Manifests, and the sections of column groups in
 * them, are loaded lazily and cached. Thread-safe.
 */
public final class RowGroups {

  private final TableFiles files;
  private final SnapshotFile snapshot;
  private final Map<Integer, ManifestFile> manifests = new ConcurrentHashMap<>();
  private final Map<SectionKey, List<Extent>> sections = new ConcurrentHashMap<>();

  /** Null until they are loaded. */
  private final AtomicReference<List<RowGroupRef>> all = new AtomicReference<>();

  /** For each column group, the last decoded footer; most others have the same leaves. */
  private final Map<Integer, DataFile> lastFooters = new ConcurrentHashMap<>();

  private record SectionKey(int manifest, int columnGroupId) {}

  /**
   * A row group.
   *
   * @param manifest index of its manifest in the snapshot
   * @param index of the row group in the manifest
   * @param number of the row group in the table
   * @param firstRow number in the table of its first row
   * @param rowCount its rows
   */
  public record RowGroupRef(int manifest, int index, long number, long firstRow, long rowCount) {}

  /**
   * A range of rows of a row group.
   *
   * @param rowGroup the row group
   * @param from first row, counted within the row group
   * @param to end of the range, exclusive
   */
  public record RowRange(RowGroupRef rowGroup, long from, long to) {}

  public RowGroups(TableFiles files, SnapshotFile snapshot) {
    this.files = files;
    this.snapshot = snapshot;
  }

  /** Returns the snapshot. */
  public SnapshotFile snapshot() {
    return snapshot;
  }

  public UUID tableId() {
    return snapshot.snapshot().tableId();
  }

  public int manifestCount() {
    return snapshot.snapshot().manifests().size();
  }

  public ManifestRef manifestRef(int manifest) {
    return snapshot.snapshot().manifests().get(manifest);
  }

  /** All row groups in the order of their rows. */
  public List<RowGroupRef> all() {
    List<RowGroupRef> known = all.get();
    if (known == null) {
      List<RowGroupRef> found = new ArrayList<>();
      long firstRow = 0;
      for (int m = 0; m < manifestCount(); m++) {
        found.addAll(of(m, firstRow));
        firstRow += manifestRef(m).rowCount();
      }
      known = List.copyOf(found);
      all.set(known);
    }
    return known;
  }

  /**
   * Returns the ranges of consecutive rows of the table. Reads only the manifests that describe
   * some of these rows.
   */
  public List<RowRange> ranges(long firstRow, long rowCount) {
    List<RowRange> ranges = new ArrayList<>();
    long endRow = firstRow + rowCount;
    long start = 0;
    for (int m = 0; m < manifestCount() && start < endRow; m++) {
      long end = start + manifestRef(m).rowCount();
      for (RowGroupRef rowGroup : end > firstRow ? of(m, start) : List.<RowGroupRef>of()) {
        long from = Math.max(0, firstRow - rowGroup.firstRow());
        long to = Math.min(rowGroup.rowCount(), endRow - rowGroup.firstRow());
        if (from < to) {
          ranges.add(new RowRange(rowGroup, from, to));
        }
      }
      start = end;
    }
    return ranges;
  }

  /**
   * Returns the paths of the manifests that describe consecutive rows of the table, in row order.
   */
  public List<String> manifestPaths(long firstRow, long rowCount) {
    List<String> paths = new ArrayList<>();
    long start = 0;
    for (int m = 0; m < manifestCount() && start < firstRow + rowCount; m++) {
      long end = start + manifestRef(m).rowCount();
      if (end > Math.max(start, firstRow)) {
        paths.add(manifestRef(m).path());
      }
      start = end;
    }
    return paths;
  }

  /** The row groups of one manifest, which starts at a given row. */
  public List<RowGroupRef> of(int m, long firstRow) {
    List<RowGroupRef> rowGroups = new ArrayList<>();
    ManifestFile manifest = manifest(m);
    long row = firstRow;
    for (int r = 0; r < manifest.rowGroups().size(); r++) {
      long rows = manifest.rowGroups().get(r).rowCount();
      long number = manifestRef(m).rowGroupBase() + manifest.rowGroups().get(r).index();
      rowGroups.add(new RowGroupRef(m, r, number, row, rows));
      row += rows;
    }
    return rowGroups;
  }

  /** A manifest of the snapshot. */
  public ManifestFile manifest(int m) {
    return manifests.computeIfAbsent(m, index -> files.manifest(manifestRef(index), tableId()));
  }

  /** The extent of a column group in a row group; empty if the column group was added later. */
  public Optional<Extent> extent(RowGroupRef rowGroup, int columnGroupId) {
    List<Extent> extents = extents(rowGroup.manifest(), columnGroupId);
    // Most tables have one extent for each row group: look there first.
    if (rowGroup.index() < extents.size()
        && extents.get(rowGroup.index()).rowGroup() == rowGroup.index()) {
      return Optional.of(extents.get(rowGroup.index()));
    }
    return extents.stream().filter(e -> e.rowGroup() == rowGroup.index()).findFirst();
  }

  /** The extents of a column group in a manifest. */
  public List<Extent> extents(int manifest, int columnGroupId) {
    return sections.computeIfAbsent(new SectionKey(manifest, columnGroupId), this::section);
  }

  /** The footer of an extent as stored in the manifest. */
  public DataFile footer(RowGroupRef rowGroup, int columnGroupId, Extent extent) {
    DataFile footer =
        DataFile.decodeInManifest(
            manifestRef(rowGroup.manifest()).path(),
            extent,
            columnGroupId,
            rowGroup.rowCount(),
            tableId(),
            lastFooters.get(columnGroupId));
    lastFooters.put(columnGroupId, footer);
    return footer;
  }

  private List<Extent> section(SectionKey key) {
    ManifestFile manifest = manifest(key.manifest());
    Optional<SectionRef> ref = manifest.section(key.columnGroupId());
    return ref.map(section -> files.section(manifest, section)).orElse(List.of());
  }
}
