// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.PreparedSnapshot;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.verify.TableVerifier;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import io.albis.table.TableStorages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

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
 */
public final class Table extends Dataset {

  private final SnapshotFile snapshot;

  private Table(
      String uri, ReadOptions options, Storage storage, TableFiles files, SnapshotFile snapshot) {
    super(uri, options, storage, files, new TableRowGroups(files, snapshot.snapshot()));
    this.snapshot = snapshot;
  }

  private static Table open(String uri, ReadOptions options, Storage storage) {
    TableFiles files = new TableFiles(storage);
    long id = options.snapshotId() > 0 ? options.snapshotId() : files.snapshots().requireLatestId();
    SnapshotFile snapshot = files.snapshots().open(id);
    files.setOpenSnapshot(id);
    return new Table(uri, options, storage, files, snapshot);
  }

  /**
   * Opens a snapshot that has not been published, to check its rows before the commit. Only its
   * rows and columns can be read, while the writer is open.
   *
   * @param uri of the table's directory, or a local path
   * @param prepared what {@code TableWriter.prepare} of the writer has returned
   * @param options of which {@link ReadOptions#snapshot} has no meaning
   * @throws io.albis.format.error.CorruptFileException if it is not a valid snapshot
   * @throws AlbisIOException if the storage cannot be reached
   */
  public static Table open(String uri, PreparedSnapshot prepared, ReadOptions options) {
    FileEnd file = FileEnd.whole(TablePaths.snapshot(prepared.id()), prepared.bytes());
    SnapshotFile snapshot = SnapshotFile.decode(file, prepared.id());
    return announced(
        TableStorages.open(
            uri,
            options.storageOptions(),
            storage -> new Table(uri, options, storage, new TableFiles(storage), snapshot)));
  }

  /** Opens the latest snapshot, as {@link #open(String, ReadOptions)}. */
  public static Table open(String uri) {
    return open(uri, ReadOptions.defaults());
  }

  /**
   * Opens a table.
   *
   * @param uri of its directory, or a local path
   * @throws io.albis.format.error.TableNotFoundException if there is no such table or snapshot
   * @throws io.albis.format.error.SnapshotExpiredException if the snapshot has expired
   * @throws io.albis.format.error.CorruptFileException if the snapshot is corrupt
   * @throws io.albis.format.error.UnsupportedVersionException if it was written by a newer version
   * @throws AlbisIOException if it cannot be read
   */
  public static Table open(String uri, ReadOptions options) {
    return announced(
        TableStorages.open(uri, options.storageOptions(), storage -> open(uri, options, storage)));
  }

  /**
   * Returns whether {@link #open(String)} would open the same snapshot of the same table. Cheaper
   * than opening it: reads the directory of snapshots and the end of one file.
   *
   * @throws AlbisIOException if they cannot be read
   */
  public boolean isLatest() {
    TableSnapshots snapshots = context().files().snapshots();
    return context()
        .uses()
        .track(
            "a call of isLatest()",
            () -> snapshots.latestId() == snapshot.snapshot().id() && snapshots.isStored(snapshot));
  }

  /** Returns the open snapshot. */
  public SnapshotInfo snapshot() {
    return info(snapshot.snapshot());
  }

  /** Returns all snapshots that have not expired, oldest first. Reads each of them. */
  public List<SnapshotInfo> snapshots() {
    return context()
        .uses()
        .track(
            "a call of snapshots()",
            () -> context().files().snapshots().openAll().stream().map(Table::info).toList());
  }

  /**
   * Returns the snapshot that was the latest one at a time: the last one whose own time is not
   * later. Times are those of the clocks of writers, which may differ; the order of snapshots is
   * that of their ids.
   *
   * @throws SnapshotExpiredException if that cannot be told any more, because a later snapshot than
   *     the one that is found has expired
   * @throws TableNotFoundException if the table did not exist then
   */
  public SnapshotInfo snapshotAsOf(Instant time) {
    List<SnapshotInfo> snapshots = snapshots();
    // From here on, no snapshot is missing.
    int whole = snapshots.size() - 1;
    while (whole > 0 && snapshots.get(whole - 1).id() == snapshots.get(whole).id() - 1) {
      whole--;
    }
    for (int i = snapshots.size() - 1; i >= whole; i--) {
      if (!snapshots.get(i).timestamp().isAfter(time)) {
        return snapshots.get(i);
      }
    }
    SnapshotInfo first = snapshots.get(whole);
    String what = "Cannot read " + uri() + " as of " + time + ": ";
    if (first.id() == 1) {
      throw new TableNotFoundException(
          what + "its oldest snapshot is of " + first.timestamp() + ", when it was created");
    }
    throw new SnapshotExpiredException(
        what
            + "the snapshot that was the latest one then has expired; there are all from snapshot "
            + first.id()
            + " of "
            + first.timestamp()
            + " on, and before it "
            + snapshots.subList(0, whole).stream().map(SnapshotInfo::id).toList()
            + ", which can be read by their ids");
  }

  /** Returns by what new rows are partitioned; empty if they are not. */
  public List<Partitioning> partitioning() {
    return content().partitionSpec().map(spec -> spec.partitionings(schema())).orElse(List.of());
  }

  /** Returns the id of {@link #partitioning} among {@link #partitionings}; 0 if there is none. */
  public int partitioningId() {
    return content().partitionSpec().map(PartitionSpec::id).orElse(0);
  }

  /** Returns the row groups, in row order. Reads all manifests, but nothing of data files. */
  public List<RowGroupInfo> rowGroups() {
    return context().uses().track("a call of rowGroups()", this::readRowGroups);
  }

  private List<RowGroupInfo> readRowGroups() {
    TableRowGroups rowGroups = context().rowGroups();
    List<RowGroupInfo> infos = new ArrayList<>();
    for (int m = 0; m < rowGroups.manifestCount(); m++) {
      SectionReader manifest = rowGroups.manifest(m);
      long[] bytes = new long[manifest.footer().rowGroups().count()];
      Sections sections = manifest.footer().sections();
      int[] ids =
          IntStream.range(sections.first(SectionKind.EXTENTS), sections.end(SectionKind.EXTENTS))
              .map(sections::columnGroupId)
              .toArray();
      manifest.load(IntStream.of(ids));
      for (int id : ids) {
        ColumnGroupSection section = manifest.section(id);
        for (int i = 0; i < section.extentCount(); i++) {
          bytes[section.rowGroup(i)] += section.extent(i).length();
        }
      }
      for (TableRowGroups.RowGroupRef ref : rowGroups.of(m)) {
        infos.add(
            new RowGroupInfo(
                ref.number(),
                ref.firstRow(),
                ref.rowCount(),
                manifest.footer().rowGroups().partition(ref.index()),
                manifest.footer().rowGroups().sortOrderId(ref.index()),
                bytes[ref.index()],
                true,
                List.of()));
      }
    }
    return infos;
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

  @Override
  List<ColumnStatistics> storedStatistics() {
    return snapshot.hasStatistics()
        ? snapshot.statistics(context().files().statistics(snapshot))
        : List.of();
  }

  @Override
  Verification runVerification(LongConsumer progress) {
    return TableVerifier.ofTable(context(), snapshot, progress).run();
  }
}
