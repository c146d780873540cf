// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SchemaUpdate;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.commit.TableState;
import io.albis.writer.internal.file.DataFiles;
import io.albis.writer.internal.update.AddedColumns;
import io.albis.writer.row.ColumnValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Changes the schema of a table in one atomic commit (SPEC.md, section 14). Existing data is not
 * rewritten: added columns are stored in new files, and dropped columns are no longer read.
 *
 * <pre>{@code
 * try (TableUpdate update = TableUpdate.open("/data/t")) {
 *   update.renameColumn("price", "amount")
 *       .widenColumn("count", Type.int64())
 *       .addColumn(Field.nullable("note", Type.string()))
 *       .commit();
 * }
 * }</pre>
 *
 * <p>Each change is validated immediately, against the schema with all previous changes. For one
 * thread; another thread may close the update, and further calls then throw {@link
 * ClosedException}. <b>Memory</b>: at most 256 MiB off-heap while the values of an added column are
 * written. <b>Concurrency</b>: rows that other writers append in the meantime are kept. The commit
 * fails with {@link io.albis.format.error.CommitConflictException} if another writer changes the
 * schema, or appends rows while this update has written values of an added column.
 */
public final class TableUpdate implements AutoCloseable {

  private static final long MEMORY_LIMIT = 256L << 20;

  private final Storage storage;
  private final SnapshotFile base;
  private final WriteEnvironment environment;
  private final BufferAllocator allocator;
  private final DataFiles files;
  private final AddedColumns added;
  private final Map<String, String> properties = new TreeMap<>();
  private SchemaUpdate update;
  private List<ColumnGroup> columnGroups;
  private int nextColumnGroupId;
  private volatile boolean finished;

  private TableUpdate(Storage storage, SnapshotFile base, WriteEnvironment environment) {
    this.storage = storage;
    this.base = base;
    this.environment = environment;
    this.update = SchemaUpdate.of(base.schema(), base.snapshot().nextFieldId());
    this.columnGroups = base.columnGroups();
    this.nextColumnGroupId = base.snapshot().nextColumnGroupId();
    UUID tableId = base.snapshot().tableId();
    this.allocator = BufferAllocator.create("update of " + storage.root(), MEMORY_LIMIT);
    this.files = new DataFiles(storage, environment.uuid(), tableId, environment.createdBy());
    this.added = new AddedColumns(storage, base, files, allocator);
  }

  /** Starts an update of the latest snapshot of a table. */
  public static TableUpdate open(String uri) {
    return open(uri, Map.of());
  }

  /**
   * Starts an update of the latest snapshot of a table.
   *
   * @param uri the table's directory: a URI or a local path
   * @param options options of the storage
   * @throws io.albis.format.error.TableNotFoundException if the directory does not exist
   * @throws io.albis.format.error.NotATableException if the directory does not hold a table
   */
  public static TableUpdate open(String uri, Map<String, String> options) {
    return open(uri, options, WriteEnvironment.system());
  }

  static TableUpdate open(String uri, Map<String, String> options, WriteEnvironment environment) {
    Storage storage;
    try {
      storage = Storages.open(uri, options);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to open " + uri + ": " + e.getMessage(), e);
    }
    try {
      return new TableUpdate(storage, TableState.require(storage), environment);
    } catch (RuntimeException e) {
      try {
        storage.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** The schema including all changes so far. */
  public Schema schema() {
    return update.schema();
  }

  /** The number of rows of the table. */
  public long rowCount() {
    return base.snapshot().rowCount();
  }

  /**
   * Adds a column after the existing ones. Existing rows get its default, or null if it has none.
   *
   * @throws io.albis.format.error.InvalidSchemaException if a column of this name exists, or if the
   *     new one is required and has no default
   */
  public TableUpdate addColumn(Field field) {
    return change(update.add(field));
  }

  /**
   * Adds a column after the existing ones and writes its values for all existing rows. No other
   * column is rewritten. The values are written by this call, and deleted if the update is not
   * committed. If writing fails, the update is closed and its files are deleted.
   *
   * @param values called once per row group to write the values
   * @throws io.albis.format.error.InvalidSchemaException if a column of this name exists; the
   *     update remains usable
   * @throws io.albis.format.error.InvalidValueException if {@code values} writes too few or too
   *     many rows
   */
  public TableUpdate addColumn(Field field, ColumnValues values) {
    int firstGroup = nextColumnGroupId;
    change(update.addWithValues(field));
    List<ColumnGroup> groups =
        columnGroups.stream().filter(group -> group.id() >= firstGroup).toList();
    List<Field> fields = schema().fields();
    try {
      added.write(fields.get(fields.size() - 1), groups, values);
    } catch (RuntimeException | Error e) {
      // The column must not be committed without its values.
      closeAfter(e);
      throw e;
    }
    return this;
  }

  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Drops a column, or a field of a struct. Its data remains in the files.
   *
   * @throws io.albis.format.error.UnknownColumnException if the column does not exist
   * @throws io.albis.format.error.InvalidSchemaException if the column is inside a list or map, or
   *     is the only field
   */
  public TableUpdate dropColumn(String path) {
    return change(update.drop(path));
  }

  /**
   * Renames a column.
   *
   * @param path the path of the column
   * @param newName the new last component of the path
   */
  public TableUpdate renameColumn(String path, String newName) {
    return change(update.rename(path, newName));
  }

  /**
   * Moves a top-level column.
   *
   * @param position its new index, from 0
   */
  public TableUpdate moveColumn(String name, int position) {
    return change(update.move(name, position));
  }

  /**
   * Changes the type of a column to a wider one: a longer integer, double instead of float, or a
   * decimal of higher precision.
   *
   * @throws io.albis.format.error.InvalidSchemaException if the new type cannot hold every value of
   *     the old one
   */
  public TableUpdate widenColumn(String path, Type newType) {
    return change(update.widen(path, newType));
  }

  /** Makes a required column nullable. */
  public TableUpdate makeNullable(String path) {
    return change(update.makeNullable(path));
  }

  /** Changes the description of a column. */
  public TableUpdate describeColumn(String path, String doc) {
    return change(update.describe(path, doc));
  }

  /**
   * Sets a property of the table.
   *
   * @throws IllegalArgumentException if the key is empty or starts with {@code albis.}
   */
  public TableUpdate setProperty(String key, String value) {
    requireUnfinished();
    properties.put(TableWriter.Builder.requireUserProperty(key), value);
    return this;
  }

  private TableUpdate change(SchemaUpdate changed) {
    requireUnfinished();
    Set<Integer> leaves = new HashSet<>();
    changed.schema().leaves().forEach(leaf -> leaves.add(leaf.id()));
    List<ColumnGroup> groups = new ArrayList<>();
    Set<Integer> grouped = new HashSet<>();
    for (ColumnGroup group : columnGroups) {
      List<Integer> kept = group.leafIds().stream().filter(leaves::contains).toList();
      if (!kept.isEmpty()) {
        groups.add(new ColumnGroup(group.id(), group.layout(), kept));
        grouped.addAll(kept);
      }
    }
    List<Leaf> ungrouped =
        changed.schema().leaves().stream().filter(leaf -> !grouped.contains(leaf.id())).toList();
    if (!ungrouped.isEmpty()) {
      groups.addAll(ColumnGroupSpec.auto().resolve(changed.schema(), ungrouped, nextColumnGroupId));
      nextColumnGroupId = groups.get(groups.size() - 1).id() + 1;
    }
    update = changed;
    columnGroups = groups;
    return this;
  }

  private void requireUnfinished() {
    if (finished) {
      throw new ClosedException(
          "Cannot change "
              + storage.root()
              + ": the update is committed or closed, or adding a column has failed");
    }
  }

  /**
   * Makes all changes visible.
   *
   * @throws io.albis.format.error.CommitConflictException if another writer has changed the table
   *     so that these changes cannot be applied
   * @throws io.albis.format.error.CommitStateUnknownException if it is unknown whether the commit
   *     happened; all files are kept
   */
  public synchronized CommitResult commit() {
    requireUnfinished();
    Commit.OnConflict onConflict =
        added.isEmpty() ? Commit.OnConflict.REBASE_IF_NO_IDS : Commit.OnConflict.FAIL;
    AddedColumns.Manifests manifests = added.writeManifests(environment::uuid);
    Snapshot published;
    try {
      published =
          new Commit(storage).publish(base, onConflict, parent -> snapshot(parent, manifests));
    } catch (io.albis.format.error.CommitStateUnknownException e) {
      finish();
      throw e;
    }
    finish();
    return new CommitResult(published.id(), published.rowCount(), 0, 0, manifests.addedBytes());
  }

  private Snapshot snapshot(Snapshot parent, AddedColumns.Manifests manifests) {
    Snapshot.Builder snapshot = parent.toBuilder();
    if (!manifests.refs().isEmpty()) {
      snapshot.manifests(manifests.refs());
    }
    return snapshot
        .schema(schema())
        .columnGroups(columnGroups)
        .nextFieldId(update.nextFieldId())
        .nextColumnGroupId(nextColumnGroupId)
        .timestampMillis(environment.clock().getAsLong())
        .operation("schema")
        .createdBy(environment.createdBy())
        .putProperties(properties)
        .clearStatistics()
        .build();
  }

  private void finish() {
    finished = true;
    boolean isMemoryLeft = added.stop();
    try {
      storage.close();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + storage.root(), e);
    }
    if (!isMemoryLeft) {
      allocator.close();
    }
  }

  /** Aborts the update unless it was committed: deletes the files it has written. Idempotent. */
  @Override
  public synchronized void close() {
    if (!finished) {
      finished = true;
      added.stop();
      try {
        files.deleteAll();
        added.deleteManifests();
      } finally {
        finish();
      }
    }
  }
}
