// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;

/**
 * The row groups of a snapshot or data file and their extents. Manifests, and the sections of
 * column groups in them, are read when they are needed, and kept while there is memory.
 * Thread-safe.
 */
public final class TableRowGroups {

  private final TableFiles files;
  private final DataFiles dataFiles;
  private final Snapshot snapshot;

  /** For each manifest the number in the table of its first row, and the end of the last one. */
  private final long[] manifestRows;

  private final AtomicReferenceArray<SoftReference<OpenManifest>> manifests;

  /** The only manifest if this is a data file, otherwise null. */
  private final SectionReader single;

  /** Who keeps metadata beyond this object. */
  private volatile MetadataKeeper keeper = MetadataKeeper.NONE;

  /**
   * A manifest that has been read.
   *
   * @param sections its footer and sections
   * @param rows the number of rows before each row group
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record OpenManifest(SectionReader sections, long[] rows) {}

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

  /** The row groups of a snapshot. */
  public TableRowGroups(TableFiles files, Snapshot snapshot) {
    this(files, snapshot, null);
  }

  /**
   * The row groups of a data file.
   *
   * @param snapshot the file as a snapshot
   * @param file the file as a manifest; null if this is a snapshot of a table
   */
  public TableRowGroups(TableFiles files, Snapshot snapshot, SectionReader file) {
    this.files = files;
    this.dataFiles = new DataFiles(files);
    this.snapshot = snapshot;
    this.single = file;
    List<ManifestRef> refs = snapshot.manifests();
    this.manifests = new AtomicReferenceArray<>(refs.size());
    this.manifestRows = new long[refs.size() + 1];
    for (int m = 0; m < refs.size(); m++) {
      manifestRows[m + 1] = manifestRows[m] + refs.get(m).rowCount();
    }
  }

  /** Sets who keeps metadata beyond this object, before any is read. */
  public void setKeeper(MetadataKeeper newKeeper) {
    keeper = newKeeper;
  }

  /** The same row groups, of which all metadata is read again. */
  public TableRowGroups reread() {
    return new TableRowGroups(files, snapshot, single);
  }

  /** The snapshot, or the data file as one. */
  public Snapshot snapshot() {
    return snapshot;
  }

  public UUID tableId() {
    return snapshot.tableId();
  }

  /** Whether this is a data file without a table. */
  public boolean isDataFile() {
    return single != null;
  }

  public int manifestCount() {
    return manifestRows.length - 1;
  }

  public ManifestRef manifestRef(int manifest) {
    return snapshot.manifests().get(manifest);
  }

  /** The footer and sections of a manifest. */
  public SectionReader manifest(int m) {
    return open(m).sections();
  }

  private OpenManifest open(int m) {
    SoftReference<OpenManifest> kept = manifests.get(m);
    OpenManifest known = kept == null ? null : kept.get();
    if (known == null) {
      SectionReader read =
          single == null ? files.manifest(manifestRef(m), tableId(), keeper) : single;
      long[] rows = new long[read.footer().rowGroups().count()];
      for (int r = 1; r < rows.length; r++) {
        rows[r] = rows[r - 1] + read.footer().rowGroups().rowCount(r - 1);
      }
      known = new OpenManifest(read, rows);
      manifests.set(m, new SoftReference<>(known));
    }
    return known;
  }

  /**
   * Returns the ranges of consecutive rows of the table. Reads a manifest when the iterator gets to
   * it.
   *
   * @param isWanted whether row groups of a manifest are wanted, by its index
   */
  public Iterator<RowRange> ranges(long firstRow, long rowCount, IntPredicate isWanted) {
    return new RangeIterator(firstRow, firstRow + rowCount, isWanted);
  }

  /** Index of the last element that is not greater than a value; the first one is not greater. */
  private static int floor(long[] ascending, long value) {
    int found = Arrays.binarySearch(ascending, value);
    if (found < 0) {
      return -found - 2;
    }
    // Manifests without rows start at the same row as the one behind them.
    while (found + 1 < ascending.length && ascending[found + 1] == value) {
      found++;
    }
    return found;
  }

  private final class RangeIterator implements Iterator<RowRange> {

    private final long end;
    private final IntPredicate isWanted;

    /** The next row. */
    private long row;

    private RowRange next;

    /** Holds the manifest in memory while the iterator is in it. */
    private OpenManifest current;

    private int currentIndex = -1;

    RangeIterator(long firstRow, long end, IntPredicate isWanted) {
      this.row = firstRow;
      this.end = end;
      this.isWanted = isWanted;
    }

    @Override
    public boolean hasNext() {
      while (next == null && row < end) {
        int m = floor(manifestRows, row);
        if (m != currentIndex && !isWanted.test(m)) {
          row = manifestRows[m + 1];
          continue;
        }
        if (m != currentIndex) {
          current = open(m);
          currentIndex = m;
        }
        int r = floor(current.rows(), row - manifestRows[m]);
        RowGroupRef ref = ref(current, m, r);
        long to = Math.min(ref.rowCount(), end - ref.firstRow());
        next = new RowRange(ref, row - ref.firstRow(), to);
        row = ref.firstRow() + ref.rowCount();
      }
      return next != null;
    }

    @Override
    public RowRange next() {
      if (!hasNext()) {
        throw new NoSuchElementException("There are no more row groups");
      }
      RowRange found = next;
      next = null;
      return found;
    }
  }

  private RowGroupRef ref(OpenManifest manifest, int m, int r) {
    return new RowGroupRef(
        m,
        r,
        manifestRef(m).rowGroupBase() + manifest.sections().footer().rowGroups().index(r),
        manifestRows[m] + manifest.rows()[r],
        manifest.sections().footer().rowGroups().rowCount(r));
  }

  /** The row groups of one manifest. */
  public List<RowGroupRef> of(int m) {
    OpenManifest manifest = open(m);
    List<RowGroupRef> found = new ArrayList<>(manifest.rows().length);
    for (int r = 0; r < manifest.rows().length; r++) {
      found.add(ref(manifest, m, r));
    }
    return found;
  }

  /**
   * Returns the paths of the manifests that describe consecutive rows of the table, in row order.
   */
  public List<String> manifestPaths(long firstRow, long rowCount) {
    List<String> paths = new ArrayList<>();
    for (int m = 0; m < manifestCount() && manifestRows[m] < firstRow + rowCount; m++) {
      if (manifestRows[m + 1] > Math.max(manifestRows[m], firstRow)) {
        paths.add(manifestRef(m).path());
      }
    }
    return paths;
  }

  /**
   * Returns the path of the data file that stands for a row group: the one with the extent of its
   * column group with the least id. Reads metadata of that column group, unless it is known.
   */
  public String fileOf(RowGroupRef rowGroup) {
    SectionReader manifest = manifest(rowGroup.manifest());
    Sections directory = manifest.footer().sections();
    for (int i = directory.first(SectionKind.EXTENTS);
        i < directory.end(SectionKind.EXTENTS);
        i++) {
      ColumnGroupSection section = manifest.section(directory.columnGroupId(i));
      int index = section.find(rowGroup.index());
      if (index >= 0) {
        return file(rowGroup, section.extent(index)).path();
      }
    }
    throw new CorruptFileException(
        manifest.footer().file(), -1, "extents of row group " + rowGroup.number(), "one", "none");
  }

  /**
   * Returns how many of some consecutive rows of the table are in a manifest.
   *
   * @param manifest its index
   */
  public long rowsIn(int manifest, long firstRow, long rowCount) {
    long from = Math.max(firstRow, manifestRows[manifest]);
    return Math.max(0, Math.min(firstRow + rowCount, manifestRows[manifest + 1]) - from);
  }

  /** The data file that an extent is in. */
  public DataFileRef file(RowGroupRef rowGroup, Extent extent) {
    return manifest(rowGroup.manifest()).footer().files().get(extent.file());
  }

  /** Reads the sections of a data file that have the segments of extents. */
  public void loadSegments(DataFileRef file, int[] columnGroupIds) {
    dataFiles.load(file, columnGroupIds, keeper);
  }

  /**
   * The extent with its segments: from the manifest if it has them, otherwise from the data file.
   *
   * @throws io.albis.format.error.CorruptFileException if the data file does not have the extent
   */
  public Extent withSegments(RowGroupRef rowGroup, int columnGroupId, Extent extent) {
    return extent.hasSegments()
        ? extent
        : dataFiles.withSegments(file(rowGroup, extent), columnGroupId, extent, keeper);
  }
}
