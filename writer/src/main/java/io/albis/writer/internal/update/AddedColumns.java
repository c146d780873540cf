// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.update;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidValueException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroup;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.internal.file.DataFiles;
import io.albis.writer.internal.file.WrittenRowGroup;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.row.RowWriterImpl;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import io.albis.writer.row.ColumnValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes the values of added columns for the existing row groups of a table, and manifests that
 * list them together with the existing columns.
 */
public final class AddedColumns {

  private static final long SEGMENT_SIZE = 1 << 20;

  /** A row group size that is never reached: the existing row groups determine the rows. */
  private static final long UNLIMITED = 1L << 60;

  /**
   * Manifests that replace those of the snapshot.
   *
   * @param refs the references for the snapshot; empty if no values were written
   * @param addedBytes the length of the added data files, in bytes
   */
  public record Manifests(List<ManifestRef> refs, long addedBytes) {}

  private final Storage storage;
  private final SnapshotFile base;
  private final DataFiles files;
  private final BufferAllocator allocator;
  private final List<ManifestFile> manifests = new ArrayList<>();

  /** Per manifest: the added sections. */
  private final List<List<ColumnGroupSection>> sections = new ArrayList<>();

  /** Per manifest: the length of the added data files, in bytes. */
  private final List<Long> bytes = new ArrayList<>();

  /** Paths of the manifests written so far. */
  private final List<String> written = new ArrayList<>();

  private boolean empty = true;

  /** The last builder that was started; null if there was none. Guarded by this. */
  private RowGroupBuilder builder;

  /** Whether no more builders may be started. Guarded by this. */
  private boolean stopped;

  /** Adds columns to the row groups of a snapshot. */
  public AddedColumns(
      Storage storage, SnapshotFile base, DataFiles files, BufferAllocator allocator) {
    this.storage = storage;
    this.base = base;
    this.files = files;
    this.allocator = allocator;
  }

  /** Whether no values were written. */
  public boolean isEmpty() {
    return empty;
  }

  /**
   * Writes the values of a column for all rows.
   *
   * @param field the column, with ids
   * @param groups the column groups of its leaves
   */
  public void write(Field field, List<ColumnGroup> groups, ColumnValues values) {
    empty = false;
    readManifests();
    WritePlan plan = new WritePlan(Schema.of(field), groups, SEGMENT_SIZE, UNLIMITED);
    long firstRow = 0;
    for (int m = 0; m < manifests.size(); m++) {
      List<List<Extent>> added = new ArrayList<>();
      groups.forEach(g -> added.add(new ArrayList<>()));
      List<RowGroup> rowGroups = manifests.get(m).rowGroups();
      for (int r = 0; r < rowGroups.size(); r++) {
        RowGroup rowGroup = rowGroups.get(r);
        WrittenRowGroup done = write(plan, field, firstRow, rowGroup.rowCount(), values);
        for (int g = 0; g < groups.size(); g++) {
          added.get(g).add(done.extents().get(g).withRowGroup(r));
        }
        bytes.set(m, bytes.get(m) + done.bytes());
        firstRow += rowGroup.rowCount();
      }
      for (int g = 0; g < groups.size(); g++) {
        sections.get(m).add(new ColumnGroupSection(groups.get(g).id(), added.get(g)));
      }
    }
  }

  private WrittenRowGroup write(
      WritePlan plan, Field field, long firstRow, long rowCount, ColumnValues values) {
    List<WrittenRowGroup> done = new ArrayList<>();
    try (RowGroupBuilder started = start(plan, done::add)) {
      RowWriterImpl rows = new RowWriterImpl(plan, started);
      values.write(firstRow, rowCount, rows);
      if (rows.isClosed() || rows.rowCount() != rowCount) {
        throw new InvalidValueException(
            "Cannot add column "
                + field.name()
                + ": the row group at row "
                + firstRow
                + " has "
                + rowCount
                + " rows, but values for "
                + rows.rowCount()
                + " were written");
      }
      rows.close();
    }
    return done.get(0);
  }

  private synchronized RowGroupBuilder start(WritePlan plan, Consumer<WrittenRowGroup> finished) {
    if (stopped) {
      throw new ClosedException("Cannot add a column: the update was closed by another thread");
    }
    builder = RowGroupBuilder.byRow(plan, allocator, files, finished);
    return builder;
  }

  /**
   * Stops writing. Callable by any thread.
   *
   * @return whether a thread remains in the middle of a row and still holds memory
   */
  public boolean stop() {
    RowGroupBuilder last;
    synchronized (this) {
      stopped = true;
      last = builder;
    }
    if (last == null) {
      return false;
    }
    last.close();
    return last.isLeftOpen();
  }

  private void readManifests() {
    if (!manifests.isEmpty()) {
      return;
    }
    for (ManifestRef ref : base.snapshot().manifests()) {
      int length = ref.footerLength() + FileLayout.TAIL_LENGTH;
      byte[] end = read(ref.path(), ref.length() - length, length);
      manifests.add(ManifestFile.decode(end, ref, base.snapshot().tableId()));
      sections.add(new ArrayList<>());
      bytes.add(0L);
    }
  }

  private byte[] read(String path, long offset, int length) {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(offset, length);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
    }
  }

  /** Writes the new manifests and makes them durable. */
  public Manifests writeManifests(Supplier<UUID> uuids) {
    List<ManifestRef> refs = new ArrayList<>();
    long total = 0;
    for (int m = 0; m < manifests.size(); m++) {
      ManifestFile manifest = manifests.get(m);
      List<ColumnGroupSection> all = new ArrayList<>(sections.get(m));
      for (SectionRef ref : manifest.sections()) {
        byte[] section = read(manifest.file(), ref.offset(), ref.length());
        all.add(new ColumnGroupSection(ref.columnGroupId(), manifest.decodeSection(section, ref)));
      }
      all.sort(Comparator.comparingInt(ColumnGroupSection::columnGroupId));
      ManifestFile.Encoded encoded =
          ManifestFile.encode(base.snapshot().tableId(), manifest.rowGroups(), all);
      String path = TablePaths.manifest(uuids.get());
      write(path, encoded.bytes());
      ManifestRef old = base.snapshot().manifests().get(m);
      refs.add(
          old.toBuilder()
              .path(path)
              .file(encoded)
              .dataBytes(old.dataBytes() + bytes.get(m))
              .columnGroupIds(all.stream().map(ColumnGroupSection::columnGroupId).toList())
              .build());
      total += bytes.get(m);
    }
    return new Manifests(refs, total);
  }

  private void write(String path, byte[] content) {
    written.add(path);
    try (WritableFile file = storage.createFile(path)) {
      file.write(content);
      file.finish();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to write " + path + ": " + e.getMessage(), e);
    }
  }

  /** Deletes the manifests of an aborted update. */
  public void deleteManifests() {
    for (String path : written) {
      try {
        storage.delete(path);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to delete " + path + " of an aborted update", e);
      }
    }
  }
}
