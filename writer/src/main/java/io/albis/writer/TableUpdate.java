// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.memory.BufferAllocator;
import io.albis.table.Commit;
import io.albis.table.NewFiles;
import io.albis.table.NewManifests;
import io.albis.table.TableSnapshots;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.memory.SharedAllocator;
import io.albis.writer.internal.update.AddedColumns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Changes the schema of a table in one atomic commit (SPEC.md, section 16). Existing data is not
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
  private final SharedAllocator allocator;
  private final AddedColumns added;
  private final Map<String, String> properties = new TreeMap<>();
  private final Set<String> droppedProperties = new LinkedHashSet<>();
  private SchemaUpdate update;
  private ColumnGroups columnGroups;

  /** Whether this update sets the order of the columns. */
  private boolean isOrdered;

  private SortOrders sortOrders;

  /** The snapshot whose rows the table must have; null for any. */
  private Snapshot required;

  /** Of new row groups. */
  private Optional<PartitionSpec> partitionSpec;

  private volatile boolean finished;

  TableUpdate(Storage storage, SnapshotFile base, WriteEnvironment environment) {
    this.storage = storage;
    this.base = base;
    this.environment = environment;
    base.requireValidColumnGroups();
    Snapshot snapshot = base.snapshot();
    this.update = SchemaUpdate.of(snapshot.schema().schema(), snapshot.nextId());
    this.columnGroups = snapshot.columnGroups();
    this.sortOrders = SortOrders.of(snapshot);
    this.partitionSpec = snapshot.partitionSpec();
    this.allocator =
        new SharedAllocator(BufferAllocator.create("update of " + storage.root(), MEMORY_LIMIT));
    this.added = new AddedColumns(storage, base, environment, allocator);
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
   * @throws io.albis.format.error.TableNotFoundException if there is no table
   */
  public static TableUpdate open(String uri, Map<String, String> options) {
    return open(uri, options, WriteEnvironment.system());
  }

  static TableUpdate open(String uri, Map<String, String> options, WriteEnvironment environment) {
    return TableStorages.open(
        uri,
        options,
        storage -> new TableUpdate(storage, new TableSnapshots(storage).require(), environment));
  }

  /** The schema including all changes so far. */
  public Schema schema() {
    return update.schema();
  }

  /** The user-defined properties including all changes so far. */
  public Map<String, String> properties() {
    Map<String, String> all = TableWriter.Builder.userProperties(base.snapshot().properties());
    all.keySet().removeAll(droppedProperties);
    all.putAll(properties);
    return Collections.unmodifiableMap(all);
  }

  /** The number of rows of the table. */
  public long rowCount() {
    return base.snapshot().rowCount();
  }

  /**
   * Adds a column after the existing ones. Existing rows get its default, or null if it has none.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column of this name exists, or if
   *     the new one is required and has no default
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
   * @throws io.albis.format.error.InvalidArgumentException if a column of this name exists; the
   *     update remains usable
   * @throws io.albis.format.error.InvalidArgumentException if {@code values} writes too few or too
   *     many rows
   */
  public TableUpdate addColumn(Field field, ColumnValues values) {
    change(update.addWithValues(field));
    List<Field> fields = schema().fields();
    Field addedField = fields.get(fields.size() - 1);
    List<ColumnGroup> groups = columnGroups.inOrder(Schema.of(addedField));
    FileSettings settings =
        new FileSettings(
            WriteSettings.defaultFileSize(storage),
            true,
            update.nextId(),
            Map.of(),
            List.of(),
            List.of(),
            environment);
    try {
      added.write(addedField, groups, settings, values);
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
   * Adds a field to a struct, behind its other fields. Existing rows read as its default, or as
   * null.
   *
   * @param structPath path of the struct
   * @throws io.albis.format.error.InvalidArgumentException if the struct does not exist
   * @throws io.albis.format.error.InvalidArgumentException if it is not a struct, the name is
   *     taken, or the field is required and has no default
   */
  public TableUpdate addField(String structPath, Field field) {
    return change(update.add(structPath, field));
  }

  /**
   * Drops a column, or a field of a struct. Its data remains in the files.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if the column is inside a list or map,
   *     is the only field, or new rows are partitioned or sorted by it
   */
  public TableUpdate dropColumn(String path) {
    SchemaUpdate changed = update.drop(path);
    Schema left = changed.schema();
    boolean isPartitionSource =
        partitionSpec.stream()
            .flatMap(spec -> spec.fields().stream())
            .anyMatch(field -> !left.hasLeaf(field.sourceId()));
    boolean isSortField =
        Stream.ofNullable(sortOrders.current())
            .flatMap(order -> order.fields().stream())
            .anyMatch(field -> !left.hasLeaf(field.leafId()));
    if (isPartitionSource || isSortField) {
      throw new InvalidArgumentException(
          "Cannot drop column "
              + path
              + ": new rows are "
              + (isPartitionSource ? "partitioned" : "sorted")
              + " by it");
    }
    return change(changed);
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
   * @throws io.albis.format.error.InvalidArgumentException if the new type cannot hold every value
   *     of the old one
   */
  public TableUpdate widenColumn(String path, Type newType) {
    return change(update.widen(path, newType));
  }

  /**
   * Lets the strings of a column of type {@code char} or {@code varchar} be longer.
   *
   * @param extension a {@code varchar} of at least the same length; empty for strings of any length
   * @throws io.albis.format.error.InvalidArgumentException if the column is of another type, or
   *     would become another one
   */
  public TableUpdate lengthenColumn(String path, Optional<Extension> extension) {
    return change(update.lengthen(path, extension));
  }

  /** Makes a required column nullable. */
  public TableUpdate makeNullable(String path) {
    return change(update.makeNullable(path));
  }

  /**
   * Sets the value that writers store in rows that give none. Existing rows do not change.
   *
   * @param value as for {@link io.albis.format.schema.Field#withWriteDefault}
   * @throws io.albis.format.error.InvalidArgumentException if the column does not exist
   * @throws InvalidArgumentException if it is a struct, list or map, or the object is not a value
   *     of its type
   */
  public TableUpdate setWriteDefault(String path, Object value) {
    return change(update.writeDefault(path, Optional.of(value)));
  }

  /** Removes a write default: rows that give no value are null again, or incomplete. */
  public TableUpdate dropWriteDefault(String path) {
    return change(update.writeDefault(path, Optional.empty()));
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
    droppedProperties.remove(key);
    return this;
  }

  /**
   * Drops a property of the table, if it has it.
   *
   * @throws IllegalArgumentException if the key is empty or starts with {@code albis.}
   */
  public TableUpdate dropProperty(String key) {
    requireUnfinished();
    properties.remove(TableWriter.Builder.requireUserProperty(key));
    droppedProperties.add(key);
    return this;
  }

  /**
   * Divides the columns into other groups, for new rows. Existing data stays as it is, and is still
   * found.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the schema cannot be divided so
   */
  public TableUpdate groupColumns(ColumnGroupSpec spec) {
    requireUnfinished();
    Schema schema = schema();
    int nextId = update.nextId();
    List<ColumnGroup> groups = new ArrayList<>();
    for (ColumnGroup group : spec.resolve(schema, nextId)) {
      ColumnGroup current = columnGroups.current(group.leafId(0));
      groups.add(group.isStoredAs(current) ? current : group);
      nextId = Math.max(nextId, group.id() + 1);
    }
    columnGroups = columnGroups.regroup(groups);
    update = SchemaUpdate.of(schema, nextId);
    return this;
  }

  /**
   * Declares the order of the rows in new row groups. Existing row groups keep theirs.
   *
   * @param columns none for no order
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if a column has no order, or is named twice
   */
  public TableUpdate sortBy(SortColumn... columns) {
    requireUnfinished();
    sortOrders = sortOrders.by(List.of(columns), schema());
    return this;
  }

  /**
   * Partitions new rows. Existing row groups keep their partitions.
   *
   * @param fields none for no partitions
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if a column cannot be transformed so, or two fields have the
   *     same name
   */
  public TableUpdate partitionBy(Partitioning... fields) {
    requireUnfinished();
    PartitionSpecs.NewSpec changed =
        PartitionSpecs.spec(
            List.of(fields), schema(), base.snapshot().partitionSpecs(), update.nextId());
    partitionSpec = changed.spec();
    update = SchemaUpdate.of(schema(), changed.nextId());
    return this;
  }

  /**
   * Sets the order in which the columns of new row groups lie in data files. This has no influence
   * on what is read.
   *
   * @param paths of columns; a column brings its whole column group. Others follow in the order of
   *     the schema.
   * @throws io.albis.format.error.InvalidArgumentException if there is no such column
   */
  public TableUpdate orderColumns(List<String> paths) {
    requireUnfinished();
    Set<Integer> ids = new LinkedHashSet<>();
    for (String path : paths) {
      int fieldId = schema().field(path).id();
      for (Leaf leaf : schema().leaves()) {
        if (leaf.id() == fieldId || leaf.ancestorIds().contains(fieldId)) {
          ids.add(columnGroups.currentId(leaf.id()));
        }
      }
    }
    columnGroups = columnGroups.withOrder(List.copyOf(ids));
    isOrdered = true;
    return this;
  }

  /**
   * Requires that the table has the columns and rows of a snapshot, for changes that hold only for
   * those, such as a constraint that they satisfy.
   *
   * @param tableId id of the table that was read: another one at the same URI has another id
   * @param snapshotId of the snapshot that was read
   * @throws CommitConflictException if another writer has committed other rows or columns since
   *     then, has moved rows to other files, or has deleted the table and created it again; {@link
   *     #commit} throws it as well
   * @throws io.albis.format.error.SnapshotExpiredException if there is no such snapshot any more
   */
  public TableUpdate requireRowsOf(UUID tableId, long snapshotId) {
    requireUnfinished();
    if (!tableId.equals(base.snapshot().tableId())) {
      throw new CommitConflictException(
          "Cannot commit to "
              + storage.root()
              + ": the table was deleted and created again since snapshot "
              + snapshotId
              + " was read (expected table "
              + tableId
              + ", found "
              + base.snapshot().tableId()
              + "); open the table again and repeat the update");
    }
    Snapshot read =
        snapshotId == base.snapshot().id()
            ? base.snapshot()
            : new TableSnapshots(storage).base(snapshotId).snapshot();
    boolean isSameTable = read.tableId().equals(base.snapshot().tableId());
    if (!isSameTable || !read.hasSameColumns(base.snapshot())) {
      throw conflict(read, "the columns");
    }
    required = read;
    requireRows(base.snapshot());
    return this;
  }

  private void requireRows(Snapshot parent) {
    if (required != null && !required.manifests().equals(parent.manifests())) {
      throw conflict(required, "rows");
    }
  }

  private TableUpdate change(SchemaUpdate changed) {
    requireUnfinished();
    Schema schema = changed.schema();
    List<Leaf> fresh =
        schema.leaves().stream().filter(leaf -> leaf.id() >= update.nextId()).toList();
    ColumnGroups kept = columnGroups.retainLeaves(schema);
    List<ColumnGroup> groups = new ArrayList<>(kept.listed());
    int nextId = changed.nextId();
    for (ColumnGroup group : ColumnGroupSpec.auto().resolve(schema, fresh, nextId)) {
      groups.add(group);
      nextId = Math.max(nextId, group.id() + 1);
    }
    columnGroups = ColumnGroups.of(groups).withOrder(kept.order());
    update = SchemaUpdate.of(schema, nextId);
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
   * Makes all changes visible. After an exception other than {@link CommitStateUnknownException}
   * the table is unchanged, and this can be called again.
   *
   * @throws io.albis.format.error.CommitConflictException if another writer has changed the table
   *     so that these changes cannot be applied
   * @throws CommitStateUnknownException if it is unknown whether the commit happened; all files are
   *     kept
   */
  public synchronized CommitResult commit() {
    requireUnfinished();
    Commit.OnConflict onConflict =
        added.isEmpty() ? Commit.OnConflict.REBASE_IF_NO_IDS : Commit.OnConflict.FAIL;
    NewFiles files = new NewFiles(storage);
    Snapshot changed = snapshot(base.snapshot());
    Snapshot published;
    try {
      published =
          new Commit(storage, environment)
              .publish(
                  new NewManifests(storage, files, Optional.empty()),
                  base,
                  onConflict,
                  parent -> withValues(snapshot(parent), files, changed));
    } catch (CommitStateUnknownException e) {
      finishAfterCommit();
      throw e;
    }
    finishAfterCommit();
    return new CommitResult(published.id(), published.rowCount(), 0, 0, 0, 0, added.bytes());
  }

  private void finishAfterCommit() {
    finished = true;
    Commit.afterwards("close the update of " + storage.root(), this::finish);
  }

  private Snapshot withValues(Snapshot snapshot, NewFiles files, Snapshot changed) {
    return added.isEmpty()
        ? snapshot
        : snapshot.toBuilder().manifests(added.writeManifests(files, changed)).build();
  }

  private Snapshot snapshot(Snapshot parent) {
    requireRows(parent);
    Snapshot.Builder snapshot = parent.toBuilder();
    int specId = base.snapshot().partitionSpecId();
    if (partitionSpec.map(PartitionSpec::id).orElse(0) != specId) {
      if (parent.partitionSpecId() != specId) {
        throw conflict(base.snapshot(), "the partitions");
      }
      snapshot.currentPartitionSpec(partitionSpec);
    }
    SortOrders ofBase = SortOrders.of(base.snapshot());
    if (!sortOrders.equals(ofBase)) {
      if (!SortOrders.of(parent).equals(ofBase)) {
        throw conflict(base.snapshot(), "the sort order");
      }
      snapshot.sortOrders(sortOrders.all(), sortOrders.currentId());
    }
    return snapshot
        .schema(schema())
        .columnGroups(columnGroups(parent))
        .nextId(update.nextId())
        .timestampMillis(environment.millis())
        .operation("schema")
        .createdBy(environment.createdBy())
        .dropProperties(droppedProperties)
        .putProperties(properties)
        .build();
  }

  /** Returns the column groups, in the order of this update or else in that of the parent. */
  private ColumnGroups columnGroups(Snapshot parent) {
    List<Integer> ofBase = base.snapshot().columnGroups().order();
    List<Integer> ofParent = parent.columnGroups().order();
    if (ofParent.equals(ofBase)) {
      return columnGroups;
    }
    if (isOrdered) {
      throw conflict(base.snapshot(), "the order of the columns");
    }
    return columnGroups.withOrder(parent.columnGroups().retainLeaves(schema()).order());
  }

  private CommitConflictException conflict(Snapshot read, String changed) {
    return new CommitConflictException(
        "Cannot commit to "
            + storage.root()
            + ": another writer has changed "
            + changed
            + " since snapshot "
            + read.id()
            + " was read; open the table again and repeat the update");
  }

  private void finish() {
    finished = true;
    added.stop();
    try {
      TableStorages.close(storage);
    } finally {
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
        added.deleteAll();
      } finally {
        finish();
      }
    }
  }
}
