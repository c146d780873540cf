// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.update;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.table.Manifests;
import io.albis.table.NewFiles;
import io.albis.table.WriteEnvironment;
import io.albis.writer.ColumnValues;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.WrittenFile;
import io.albis.writer.internal.memory.SharedAllocator;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.plan.WriteSizes;
import io.albis.writer.internal.row.RowWriterImpl;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Writes added columns for the row groups of a table, into files of their own, and manifests that
 * list them beside the existing columns.
 */
public final class AddedColumns {

  /** Row groups end where those of the table do. */
  private static final WriteSizes SIZES = new WriteSizes(1 << 20, 1L << 60, 1L << 59);

  private final Storage storage;
  private final SnapshotFile base;
  private final WriteEnvironment environment;
  private final SharedAllocator allocator;
  private final List<Manifests.Content> manifests = new ArrayList<>();

  /** For each column that was added. */
  private final List<NewDataFiles> files = new ArrayList<>();

  /** For each column that was added, what it consists of. */
  private final List<List<WrittenFile>> written = new ArrayList<>();

  /** Guarded by this: what is being written to, and whether anything may be. */
  private RowGroupBuilder present;

  private boolean stopped;

  /**
   * For the row groups of a snapshot.
   *
   * @param environment gives fresh identifiers
   */
  public AddedColumns(
      Storage storage, SnapshotFile base, WriteEnvironment environment, SharedAllocator allocator) {
    this.storage = storage;
    this.base = base;
    this.environment = environment;
    this.allocator = allocator;
  }

  /** Whether no values were written. */
  public boolean isEmpty() {
    return files.isEmpty();
  }

  /**
   * Writes a column for all rows.
   *
   * @param field with ids
   * @param groups of its leaves
   * @param settings of the data files
   */
  public void write(
      Field field, List<ColumnGroup> groups, FileSettings settings, ColumnValues values) {
    if (manifests.isEmpty()) {
      UUID tableId = base.snapshot().tableId();
      base.snapshot()
          .manifests()
          .forEach(ref -> manifests.add(Manifests.read(storage, ref, tableId)));
    }
    WritePlan plan = new WritePlan(Schema.of(field), groups, SIZES);
    NewDataFiles target = new NewDataFiles(storage, environment.uuid(), settings);
    List<WrittenFile> done = new ArrayList<>();
    files.add(target);
    written.add(done);
    try (RowGroupBuilder builder = start(plan, target, done::add)) {
      RowWriterImpl rows = new RowWriterImpl(plan, builder);
      long firstRow = 0;
      for (Manifests.Content manifest : manifests) {
        RowGroups rowGroups = manifest.footer().rowGroups();
        for (int i = 0; i < rowGroups.count(); i++) {
          write(rows, field, firstRow, rowGroups.rowCount(i), values);
          firstRow += rowGroups.rowCount(i);
        }
      }
      rows.close();
    }
  }

  private static void write(
      RowWriterImpl rows, Field field, long firstRow, long rowCount, ColumnValues values) {
    values.write(firstRow, rowCount, rows);
    long ended = rows.rowCount() - firstRow;
    if (rows.isClosed() || ended != rowCount) {
      throw new InvalidArgumentException(
          "Cannot add column "
              + field.name()
              + ": the row group at row "
              + firstRow
              + " has "
              + rowCount
              + " rows, but values for "
              + ended
              + " were written");
    }
    rows.endRowGroup();
  }

  private synchronized RowGroupBuilder start(
      WritePlan plan, NewDataFiles target, Consumer<WrittenFile> finished) {
    if (stopped) {
      throw new ClosedException("Cannot add a column: the update was closed by another thread");
    }
    present = RowGroupBuilder.byRow(plan, allocator, target, finished);
    return present;
  }

  /** Stops writing. Callable by any thread. */
  public void stop() {
    RowGroupBuilder last;
    synchronized (this) {
      stopped = true;
      last = present;
      present = null;
    }
    if (last != null) {
      last.close();
    }
  }

  /**
   * Writes the manifests that replace those of the snapshot, and makes them durable.
   *
   * @param files gets them
   * @param changed the snapshot with the added columns
   */
  public List<ManifestRef> writeManifests(NewFiles files, Snapshot changed) {
    List<ManifestRef> refs = new ArrayList<>();
    long firstRowGroup = 0;
    for (Manifests.Content manifest : manifests) {
      ManifestBuilder builder = new ManifestBuilder(changed.tableId());
      manifest.addTo(builder);
      int count = manifest.footer().rowGroups().count();
      for (List<WrittenFile> column : written) {
        for (WrittenFile file : column) {
          add(builder, file, firstRowGroup, count);
        }
      }
      firstRowGroup += count;
      ManifestBuilder.Manifest content = builder.build();
      String path = Manifests.write(storage, content, environment.uuids());
      files.addManifest(path);
      refs.add(Manifests.ref(content, path, changed).build());
    }
    return refs;
  }

  /** Length of the data files. */
  public long bytes() {
    return written.stream().flatMap(List::stream).mapToLong(file -> file.ref().length()).sum();
  }

  /** Adds the extents of a range of row groups, in the order of the table. */
  private static void add(ManifestBuilder manifest, WrittenFile file, long first, int count) {
    for (ColumnGroupSection section : file.sections()) {
      ColumnGroupSection.Builder part = ColumnGroupSection.builder(section.columnGroupId());
      boolean isEmpty = true;
      for (int i = 0; i < section.extentCount(); i++) {
        long rowGroup = file.sequences()[section.rowGroup(i)] - first;
        if (rowGroup >= 0 && rowGroup < count) {
          part.add(section.extent(i));
          isEmpty = false;
        }
      }
      if (!isEmpty) {
        manifest.addExtents(
            section.columnGroupId(),
            part.build(file.rowGroups()),
            manifest.addFile(file.ref()),
            i -> (int) (file.sequences()[i] - first));
      }
    }
  }

  /** Deletes the data files of an aborted update; a commit deletes its manifests. */
  public void deleteAll() {
    files.forEach(NewDataFiles::deleteAll);
  }
}
