// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.TableInUseException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Segment;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Schema;
import io.albis.reader.info.ColumnSummary;
import io.albis.reader.info.SnapshotInfo;
import io.albis.reader.info.TableLayout;
import io.albis.reader.info.TableLayout.ExtentLayout;
import io.albis.reader.info.TableLayout.RowGroupLayout;
import io.albis.reader.info.TableLayout.SegmentLayout;
import io.albis.reader.info.Verification;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.stats.ColumnSummaries;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.ReadSettings;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.internal.table.TableUses;
import io.albis.reader.internal.verify.TableVerifier;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A table, opened at one snapshot. Later commits are not visible.
 *
 * <pre>{@code
 * try (Table table = Table.open("/data/t");
 *     BatchCursor cursor = table.scan().select("id", "price").batches()) {
 *   while (cursor.next()) {
 *     ColumnVector price = cursor.batch().column(1);
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>Thread-safe. Close all cursors before the table. <b>Memory</b>: all cursors together hold at
 * most {@link ReadOptions#memoryLimit} bytes off-heap. For each column group that it reads, a
 * cursor holds one read of up to {@link ReadOptions#readSize} bytes (or one segment, if that is
 * longer), and copies of values whose type was widened after they were written.
 */
public final class Table implements AutoCloseable {

  private final String uri;
  private final Storage storage;
  private final SnapshotFile snapshot;
  private final ReadContext context;

  private Table(String uri, ReadOptions options, Storage storage) {
    this.uri = uri;
    this.storage = storage;
    TableFiles files = new TableFiles(storage);
    long id = options.snapshotId();
    if (id == 0) {
      List<Long> ids = files.snapshotIds();
      id = ids.get(ids.size() - 1);
    }
    this.snapshot = files.snapshot(id);
    ReadSettings settings = options.settings();
    BufferAllocator allocator = BufferAllocator.create("reader of " + uri, options.memoryLimit());
    SegmentReader reader = new StorageSegments(files, settings.verifyChecksums());
    this.context =
        new ReadContext(
            files,
            new RowGroups(files, snapshot),
            options.segmentSource().open(reader, allocator),
            allocator,
            settings,
            new TableUses(uri));
  }

  /** Opens the latest snapshot, as {@link #open(String, ReadOptions)}. */
  public static Table open(String uri) {
    return open(uri, ReadOptions.defaults());
  }

  /**
   * Opens a table.
   *
   * @param uri of its directory, or a local path
   * @throws io.albis.format.error.TableNotFoundException if the directory or snapshot does not
   *     exist
   * @throws io.albis.format.error.NotATableException if the directory is not a table
   * @throws io.albis.format.error.CorruptFileException if the snapshot is corrupt
   * @throws io.albis.format.error.UnsupportedVersionException if it was written by a newer version
   * @throws AlbisIOException if it cannot be read
   */
  public static Table open(String uri, ReadOptions options) {
    Storage storage;
    try {
      storage = Storages.open(uri, options.storageOptions());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to open " + uri + ": " + e.getMessage(), e);
    }
    try {
      return new Table(uri, options, storage);
    } catch (RuntimeException e) {
      try {
        storage.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Returns the URI or path that the table was opened with. */
  public String uri() {
    return uri;
  }

  /** Returns the schema of the open snapshot. */
  public Schema schema() {
    return snapshot.schema();
  }

  /** Returns the column groups that new rows are written to. */
  public List<ColumnGroup> columnGroups() {
    return snapshot.columnGroups();
  }

  /** Returns the open snapshot. */
  public SnapshotInfo snapshot() {
    return info(snapshot.snapshot());
  }

  /** Returns the number of rows. */
  public long rowCount() {
    return snapshot.snapshot().rowCount();
  }

  /** Returns the user-defined properties of the table. */
  public Map<String, String> properties() {
    return snapshot.snapshot().properties();
  }

  /** Returns all existing snapshots, oldest first. Reads each of them. */
  public List<SnapshotInfo> snapshots() {
    return context
        .uses()
        .during(
            "a call of snapshots()",
            () ->
                context.files().snapshotIds().stream()
                    .map(id -> info(context.files().snapshot(id).snapshot()))
                    .toList());
  }

  private static SnapshotInfo info(Snapshot message) {
    long rowGroupCount = 0;
    long dataBytes = 0;
    for (ManifestRef ref : message.manifests()) {
      rowGroupCount += ref.rowGroupCount();
      dataBytes += ref.dataBytes();
    }
    return new SnapshotInfo(
        message.id(),
        message.parentId(),
        Instant.ofEpochMilli(message.timestampMillis()),
        message.operation(),
        message.rowCount(),
        rowGroupCount,
        dataBytes,
        message.createdBy());
  }

  /**
   * Returns the physical layout: files, extents and segments. Reads all manifests, and the footers
   * that they do not contain.
   */
  public TableLayout layout() {
    return context
        .uses()
        .during("a call of layout()", () -> new TableLayout(columnGroups(), rowGroupLayouts()));
  }

  private List<RowGroupLayout> rowGroupLayouts() {
    List<RowGroupLayout> layouts = new ArrayList<>();
    for (RowGroupRef rowGroup : context.rowGroups().all()) {
      List<ExtentLayout> extents = new ArrayList<>();
      for (ColumnGroup group : columnGroups()) {
        Optional<Extent> extent = context.rowGroups().extent(rowGroup, group.id());
        extent.ifPresent(found -> extents.add(layout(rowGroup, group.id(), found)));
      }
      layouts.add(new RowGroupLayout(rowGroup.number(), rowGroup.rowCount(), extents));
    }
    return layouts;
  }

  private ExtentLayout layout(RowGroupRef rowGroup, int groupId, Extent extent) {
    List<SegmentLayout> segments = new ArrayList<>();
    try (ExtentReader reader = ExtentReader.open(context, rowGroup, groupId, extent)) {
      for (int k = 0; k < reader.segmentCount(); k++) {
        Segment segment = reader.segment(k);
        segments.add(new SegmentLayout(segment.offset(), segment.length(), segment.rowCount()));
      }
    }
    return new ExtentLayout(
        groupId, extent.path(), extent.offset(), extent.length(), extent.valueBytes(), segments);
  }

  /**
   * Returns the statistics of each column that is not a struct, in the order of the schema's
   * leaves. Reads manifests but no data.
   */
  public List<ColumnSummary> columnStatistics() {
    return context
        .uses()
        .during("a call of columnStatistics()", () -> ColumnSummaries.of(context.rowGroups()));
  }

  /**
   * Reads all data of the snapshot and verifies every checksum, statistic, structure and padding
   * byte against the metadata. Continues after a problem.
   *
   * @param progress receives the number of bytes verified since the previous call
   */
  public Verification verify(LongConsumer progress) {
    return context
        .uses()
        .during("a call of verify()", () -> new TableVerifier(context, progress).run());
  }

  /** Returns a scan of all columns and rows, to be refined. */
  public TableScan scan() {
    requireOpen();
    return TableScan.all(this);
  }

  /** Returns counters of what has been read from storage so far. */
  public StorageMetrics metrics() {
    return storage.metrics();
  }

  /** Returns the off-heap bytes that cursors hold now. */
  public long memoryUsed() {
    return context.allocator().allocatedBytes();
  }

  /** Returns the peak of the off-heap bytes that cursors have held. */
  public long peakMemoryUsed() {
    return context.allocator().peakBytes();
  }

  ReadContext context() {
    return context;
  }

  void requireOpen() {
    context.uses().requireOpen();
  }

  /**
   * Closes the table. Idempotent.
   *
   * @throws TableInUseException if a cursor is still open, another call still reads the table, or
   *     the memory of a {@link io.albis.reader.vector.ColumnVector} was retained and not released.
   *     In the first two cases the table stays open
   */
  @Override
  public void close() {
    if (!context.uses().close()) {
      return;
    }
    context.source().close();
    try {
      storage.close();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + uri, e);
    }
    try {
      context.allocator().close();
    } catch (IllegalStateException e) {
      throw new TableInUseException(
          "Failed to close table "
              + uri
              + " cleanly: memory of vectors that was retained has not"
              + " been released",
          e);
    }
  }
}
