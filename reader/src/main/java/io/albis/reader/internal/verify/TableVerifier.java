// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Segment;
import io.albis.format.metadata.SegmentBuffers;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Leaf;
import io.albis.reader.info.Problem;
import io.albis.reader.info.Verification;
import io.albis.reader.internal.io.DirectSource;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.stats.ColumnSummaries;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.internal.vector.DerivedVectors;
import io.albis.reader.internal.vector.SegmentVectors;
import io.albis.reader.internal.vector.StoredTypes;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * Reads every byte of the files that a snapshot references and compares it with the metadata:
 * headers, checksums, structure, padding, ends of files, statistics of segments and of row groups.
 * Continues after a problem. Extents of dropped column groups are not read.
 */
public final class TableVerifier {

  private final ReadContext context;
  private final SnapshotFile snapshot;
  private final ReadAhead ahead;
  private final LongConsumer progress;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<Integer, Leaf> leaves = new HashMap<>();
  private final Set<Integer> defaults;

  /** The end of the last extent of each data file. */
  private final Map<String, Long> ends = new TreeMap<>();

  private long files;
  private long segments;
  private long bytes;

  public TableVerifier(ReadContext context, LongConsumer progress) {
    // Cached data was verified when it was read: read it from storage again, and verify it.
    this.context =
        context.withSource(
            new DirectSource(new StorageSegments(context.files(), true), context.allocator()));
    this.snapshot = context.rowGroups().snapshot();
    this.ahead = ReadAhead.none(this.context.source());
    this.progress = progress;
    this.defaults = ColumnSummaries.defaults(snapshot.schema()).keySet();
    snapshot.schema().leaves().forEach(leaf -> leaves.put(leaf.id(), leaf));
  }

  /** Verifies the snapshot and everything that it references. */
  public Verification run() {
    verifySnapshot();
    long firstRow = 0;
    for (int m = 0; m < context.rowGroups().manifestCount(); m++) {
      verifyManifest(m, firstRow);
      firstRow += context.rowGroups().manifestRef(m).rowCount();
    }
    ends.forEach(this::verifyEnd);
    return result();
  }

  /** Reads the snapshot again: it may have been damaged since the table was opened. */
  private void verifySnapshot() {
    try {
      context.files().snapshot(snapshot.snapshot().id());
    } catch (AlbisException e) {
      add(e, snapshot.file());
    }
  }

  private void verifyManifest(int m, long firstRow) {
    ManifestRef ref = context.rowGroups().manifestRef(m);
    List<RowGroupRef> rowGroups;
    try {
      rowGroups = context.rowGroups().of(m, firstRow);
    } catch (CorruptFileException | UnsupportedVersionException | AlbisIOException e) {
      add(e, ref.path());
      return;
    }
    try {
      context.rowGroups().manifest(m).checkUnread(context.files().manifestBytes(ref));
    } catch (CorruptFileException | UnsupportedVersionException | AlbisIOException e) {
      add(e, ref.path());
    }
    verify(m, ref, rowGroups);
  }

  /**
   * Verifies that nothing follows the last extent of a data file, except extents that the snapshot
   * does not reference.
   */
  private void verifyEnd(String path, long end) {
    try (OpenFiles.Use use = context.files().use(path)) {
      ReadableFile file;
      try {
        file = use.file();
      } catch (CorruptFileException | AlbisIOException e) {
        // Recorded by the extents that could not be read; extents of dropped columns are not
        // needed.
        return;
      }
      if (file.length() > end) {
        byte[] tail =
            file.readBytes(file.length() - FileLayout.TAIL_LENGTH, FileLayout.TAIL_LENGTH);
        DataFile.checkEnd(tail, path, file.length(), context.rowGroups().tableId());
      }
    } catch (IOException e) {
      add(TableFiles.failed(path, e), path);
    } catch (CorruptFileException | UnsupportedVersionException | AlbisIOException e) {
      add(e, path);
    }
  }

  private void verify(int m, ManifestRef ref, List<RowGroupRef> rowGroups) {
    Set<Integer> groupIds = new TreeSet<>(ref.columnGroupIds());
    snapshot.columnGroups().forEach(group -> groupIds.add(group.id()));
    long dataBytes = 0;
    boolean complete = true;
    for (int groupId : groupIds) {
      try {
        List<Extent> extents = context.rowGroups().extents(m, groupId);
        dataBytes += extents.stream().mapToLong(Extent::length).sum();
        verify(groupId, rowGroups, extents);
      } catch (CorruptFileException | UnsupportedVersionException | AlbisIOException e) {
        complete = false;
        add(e, ref.path());
      }
    }
    if (complete && dataBytes != ref.dataBytes()) {
      add(ref.path(), -1, "", "data bytes", dataBytes, ref.dataBytes());
    }
  }

  /** Verifies a column group of the row groups of a manifest; of a dropped one, nothing is read. */
  private void verify(int groupId, List<RowGroupRef> rowGroups, List<Extent> extents) {
    Optional<ColumnGroup> group =
        snapshot.columnGroups().stream().filter(one -> one.id() == groupId).findFirst();
    if (group.isEmpty()) {
      extents.forEach(extent -> progress.accept(extent.length()));
      return;
    }
    Set<Integer> without = new TreeSet<>();
    rowGroups.forEach(rowGroup -> without.add(rowGroup.index()));
    for (Extent extent : extents) {
      without.remove(extent.rowGroup());
      ends.merge(extent.path(), extent.offset() + extent.length(), Math::max);
      try {
        verify(rowGroups.get(extent.rowGroup()), group.get(), extent);
      } catch (CorruptFileException | UnsupportedVersionException | AlbisIOException e) {
        add(e, extent.path());
      }
      progress.accept(extent.length());
    }
    for (int r : without) {
      verifyLeaves("row group " + rowGroups.get(r).number(), group.get(), List.of());
    }
  }

  /** Each leaf of a group must be stored in a readable type, or be nullable or have a default. */
  private void verifyLeaves(String file, ColumnGroup group, List<Leaf> inFile) {
    for (int id : group.leafIds()) {
      Leaf leaf = leaves.get(id);
      Optional<Leaf> stored = inFile.stream().filter(one -> one.id() == id).findFirst();
      if (stored.isEmpty()) {
        if (!leaf.nullable() && !defaults.contains(id)) {
          String expected = "values or a default, since it is required";
          add(file, -1, leaf.path(), "column", expected, "neither");
        }
      } else if (!StoredTypes.canRead(stored.get().type(), leaf.type())) {
        String expected = "one that can be read as " + leaf.type();
        add(file, -1, leaf.path(), "stored type", expected, stored.get().type());
      }
    }
  }

  private Verification result() {
    return new Verification(files, segments, bytes, List.copyOf(problems));
  }

  private void verify(RowGroupRef rowGroup, ColumnGroup group, Extent extent) {
    files++;
    try (ExtentReader reader = ExtentReader.open(context, rowGroup, group.id(), extent)) {
      verifyFooter(rowGroup, group.id(), extent);
      List<Leaf> inFile = reader.footer().leaves();
      verifyLeaves(extent.path(), group, inFile);
      List<ObservedStatistics> whole =
          inFile.stream().map(leaf -> new ObservedStatistics(leaf.type())).toList();
      boolean complete = true;
      for (int k = 0; k < reader.segmentCount(); k++) {
        try {
          verify(reader, k, whole);
        } catch (CorruptFileException | AlbisIOException e) {
          // The statistics of the whole row group can no longer be computed.
          complete = false;
          add(e, extent.path());
        }
      }
      if (complete) {
        StatisticsComparison comparison =
            new StatisticsComparison(extent.path(), -1, "row group ", this::add);
        comparison.compare(extent.statistics(), inFile, whole);
        long valueBytes = whole.stream().mapToLong(observed -> observed.valueBytes).sum();
        if (valueBytes != extent.valueBytes()) {
          add(extent.path(), -1, "", "value bytes", valueBytes, extent.valueBytes());
        }
      }
      verifyPadding(reader, extent);
    }
    bytes += extent.length();
  }

  /** Verifies the footer in the file, if the manifest contains one too. */
  private void verifyFooter(RowGroupRef rowGroup, int groupId, Extent extent) {
    if (!extent.hasFooter()) {
      return;
    }
    try (OpenFiles.Use file = context.files().use(extent.path())) {
      compareFooter(file.file(), rowGroup, groupId, extent);
    } catch (IOException e) {
      throw TableFiles.failed(extent.path(), e);
    }
  }

  private void compareFooter(ReadableFile file, RowGroupRef rowGroup, int groupId, Extent extent)
      throws IOException {
    long end = extent.offset() + extent.length() - FileLayout.TAIL_LENGTH;
    long start = end - extent.footerLength();
    UUID tableId = context.rowGroups().tableId();
    try {
      context.files().footer(file, extent, groupId, rowGroup.rowCount(), tableId);
      byte[] inFile = file.readBytes(start, extent.footerLength());
      if (!extent.footerEquals(inFile)) {
        add(extent.path(), start, "", "footer", "that of the manifest", "another");
      }
    } catch (CorruptFileException | UnsupportedVersionException e) {
      // The manifest has enough information to continue.
      add(e, extent.path());
    }
  }

  private void verify(ExtentReader reader, int k, List<ObservedStatistics> whole) {
    DataFile file = reader.footer();
    Segment segment = reader.segment(k);
    segments++;
    long base = reader.load(k, ahead, context.settings().readSize());
    List<ObservedStatistics> observed = new ArrayList<>();
    try (DerivedVectors converted = new DerivedVectors(context.allocator())) {
      SegmentVectors vectors =
          new SegmentVectors(file, segment, reader.memory(), base, reader.fileOffset(k), converted);
      for (int i = 0; i < file.leaves().size(); i++) {
        ObservedStatistics leaf = new ObservedStatistics(file.leaves().get(i).type());
        leaf.add(vectors.leaf(i, file.leaves().get(i), 0).vector());
        observed.add(leaf);
      }
    }
    for (int i = 0; i < observed.size(); i++) {
      whole.get(i).merge(observed.get(i));
    }
    new StatisticsComparison(file.file(), reader.fileOffset(k), "segment " + k + " ", this::add)
        .compare(segment.statistics(), file.leaves(), observed);
    if (file.root() != null) {
      verifyBuffers(file, segment, base, reader.fileOffset(k));
    }
  }

  /** Verifies the bytes between the buffers of the column layout. */
  private void verifyBuffers(DataFile file, Segment segment, long base, long fileOffset) {
    SegmentBuffers buffers = file.buffers(segment);
    long end = 0;
    for (int b = 0; b < segment.bufferCount(); b++) {
      if (buffers.length(b) > 0) {
        for (long at = end; at < buffers.offset(b); at++) {
          requireZero(file.file(), fileOffset + at, Memory.getByte(base + at));
        }
        end = (long) buffers.offset(b) + buffers.length(b);
      }
    }
  }

  /** Verifies the bytes between segments, and between the last one and the footer. */
  private void verifyPadding(ExtentReader reader, Extent extent) {
    try (ReadableFile file = context.files().open(extent.path())) {
      for (int k = 0; k < reader.segmentCount(); k++) {
        long start = reader.fileOffset(k) + reader.segment(k).length();
        long end =
            k + 1 < reader.segmentCount()
                ? reader.fileOffset(k + 1)
                : extent.offset()
                    + extent.length()
                    - FileLayout.TAIL_LENGTH
                    - extent.footerLength();
        byte[] padding = file.readBytes(start, Math.toIntExact(end - start));
        for (int i = 0; i < padding.length; i++) {
          requireZero(extent.path(), start + i, padding[i]);
        }
      }
    } catch (IOException e) {
      throw TableFiles.failed(extent.path(), e);
    }
  }

  private void requireZero(String file, long offset, byte found) {
    if (found != 0) {
      add(file, offset, "", "padding", 0, found);
    }
  }

  /**
   * Records an error.
   *
   * @param file the file, unless the error names another one
   */
  private void add(AlbisException e, String file) {
    if (e instanceof CorruptFileException corrupt) {
      note(
          new Problem(
              corrupt.file(),
              corrupt.offset(),
              "",
              corrupt.what(),
              corrupt.expected(),
              corrupt.found()));
    } else if (e instanceof AlbisIOException) {
      note(new Problem(file, -1, "", "content", "one that can be read", e.getMessage()));
    } else {
      note(new Problem(file, -1, "", "version", "one that can be read", e.getMessage()));
    }
  }

  private void add(
      String file, long offset, String column, String what, Object expected, Object found) {
    note(new Problem(file, offset, column, what, expected.toString(), found.toString()));
  }

  private void note(Problem problem) {
    if (problems.size() < Verification.MAX_PROBLEMS) {
      problems.add(problem);
    }
  }
}
