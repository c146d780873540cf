// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.TableExistsException;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.PreparedSnapshot;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.InvalidSettingException;
import io.albis.storage.memory.MemoryBudget;
import io.albis.table.Commit;
import io.albis.table.NewFiles;
import io.albis.table.NewManifest;
import io.albis.table.NewManifests;
import io.albis.table.TableSnapshots;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.WrittenRows;
import io.albis.writer.internal.session.WriteSession;
import io.albis.writer.internal.update.RowGroupReplacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Writes rows to a table, in one atomic commit.
 *
 * <pre>{@code
 * try (TableWriter writer = TableWriter.create("/data/t", schema).open()) {
 *   try (RowWriter rows = writer.newRowWriter()) {
 *     rows.setInt(0, 42);
 *     rows.endRow();
 *   }
 *   writer.commit();
 * } // without a commit, the table is unchanged
 * }</pre>
 *
 * <p>Nothing is visible to readers before {@link #commit} returns. A writer that is closed, fails
 * or is killed before then leaves the table unchanged; files that a killed writer leaves behind are
 * ignored.
 *
 * <p><b>Threads</b>: each thread creates its own {@link RowWriter}; all methods of this class may
 * be called by any thread. <b>Memory</b>: all row writers together hold at most {@link
 * Builder#memoryLimit} bytes off-heap; exceeding the limit fails with {@link
 * io.albis.storage.memory.OutOfOffHeapMemoryException}. A row writer holds at most one row group
 * that waits to be written by background threads, and one segment under construction per column
 * group; the row group size is reduced to half of a thread's share of the limit, so that this fits.
 * If rows are partitioned, row groups of several partitions are filled at the same time, in a third
 * of the share, and their size is reduced to that. The chunk in which values are collected is not
 * part of the limit: at most 8 MiB per row writer, or 64 rows if these are larger, plus 1.2 KiB per
 * column. <b>Order</b>: rows of one row writer keep their order; row groups of several writers are
 * ordered by the {@linkplain #newRowWriter(int) positions} of their writers, then in the order in
 * which they were filled.
 */
public final class TableWriter implements AutoCloseable {

  private final Storage storage;
  private final TableTarget target;
  private final WriteSession rows;

  /** For each position, the row groups to replace; null to replace none. */
  private final List<List<Long>> replaced;

  /** The operation by which they are replaced. */
  private final String replacement;

  private final NewFiles files;

  /** Null before the commit is prepared. */
  private NewManifests manifests;

  /** Number of the row groups that {@link #manifests} has. */
  private long preparedRowGroups;

  TableWriter(Builder builder, Storage storage, TableTarget target) {
    this.storage = storage;
    this.files = new NewFiles(storage);
    this.target = target;
    this.replaced = builder.mode == Builder.Mode.REPLACE_ROW_GROUPS ? builder.replaced : null;
    this.replacement = builder.replacement;
    WriteSettings settings = builder.settings();
    this.rows =
        new WriteSession(
            storage.root().toString(),
            settings.plan(storage, target),
            new NewDataFiles(storage, target.environment().uuid(), settings.files(storage, target)),
            settings.memoryLimit(),
            builder.memoryBudget);
  }

  /**
   * Creates a table.
   *
   * @param uri its directory: a URI or a local path, which may exist but must not hold a table
   * @param schema its columns; fields without ids are assigned ids
   */
  public static Builder create(String uri, Schema schema) {
    return new Builder(uri, schema, Builder.Mode.CREATE);
  }

  /**
   * Adds rows to a table, and columns if asked ({@link Builder#addColumn}).
   *
   * @param uri the table's directory: a URI or a local path
   */
  public static Builder append(String uri) {
    return new Builder(uri, null, Builder.Mode.APPEND);
  }

  /** Replaces all rows of a table and keeps its schema and column groups. */
  public static Builder overwrite(String uri) {
    return new Builder(uri, null, Builder.Mode.OVERWRITE);
  }

  /**
   * Replaces the rows, schema and column groups of a table, or creates it if it does not exist.
   * Properties are kept, except for constraints.
   */
  public static Builder overwrite(String uri, Schema schema) {
    return new Builder(uri, schema, Builder.Mode.OVERWRITE);
  }

  /**
   * Replaces some row groups of a table, and keeps the others, by a commit on top of the latest
   * snapshot. The rows of the writers at position <i>i</i> ({@link #newRowWriter(int)}) take the
   * place of the row groups in the <i>i</i>-th list: they lie where the first of these was. A
   * position without rows only removes row groups.
   *
   * <p>The commit fails with {@link io.albis.format.error.CommitConflictException} if another
   * writer has replaced or removed one of the row groups, or has changed columns or partitions.
   * Appended rows, and data that was optimized, are not conflicts.
   *
   * @param uri the table's directory: a URI or a local path
   * @param snapshotId id of the snapshot in which the row groups were found, and whose columns the
   *     rows have
   * @param rowGroups for each position the numbers of row groups, as in {@code
   *     RowGroupInfo.number()} of the reader
   * @throws IllegalArgumentException if a list is empty, or a row group is in it twice
   */
  public static Builder replaceRowGroups(
      String uri, long snapshotId, List<? extends List<Long>> rowGroups) {
    Builder builder = new Builder(uri, null, Builder.Mode.REPLACE_ROW_GROUPS);
    builder.snapshotId = snapshotId;
    builder.replaced = requireDistinct(rowGroups);
    return builder;
  }

  /** Copies lists of row groups to replace, none of which is empty or has one of another. */
  static List<List<Long>> requireDistinct(List<? extends List<Long>> rowGroups) {
    List<List<Long>> copies = rowGroups.stream().<List<Long>>map(List::copyOf).toList();
    Set<Long> numbers = new HashSet<>();
    for (List<Long> ofPosition : copies) {
      if (ofPosition.isEmpty()) {
        throw new IllegalArgumentException(
            "Invalid row groups to replace: an empty list (expected at least one number)");
      }
      for (long number : ofPosition) {
        if (!numbers.add(number)) {
          throw new IllegalArgumentException(
              "Invalid row groups to replace: " + number + " twice (expected once)");
        }
      }
    }
    return copies;
  }

  /**
   * As {@link #replaceRowGroups}, for row groups that get the same rows as those whose places they
   * take. The snapshot says so ({@code merge}): who follows the changes of the table skips it.
   */
  public static Builder mergeRowGroups(
      String uri, long snapshotId, List<? extends List<Long>> rowGroups) {
    Builder builder = replaceRowGroups(uri, snapshotId, rowGroups);
    builder.replacement = "merge";
    return builder;
  }

  /**
   * The size at which a row group ends, in bytes: {@link Builder#rowGroupSize}, unless files or
   * memory are too small for it.
   */
  public long rowGroupSize() {
    return rows.plan().rowGroupSize();
  }

  /** The number of rows at which a row group ends, even if these have less than its size. */
  public long maxRowGroupRows() {
    return rows.plan().rowGroupRows();
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return rows.plan().schema();
  }

  /** The column groups that are written, in the order of their extents. */
  public List<ColumnGroup> columnGroups() {
    return rows.plan().groups();
  }

  /** The off-heap memory in use, in bytes. */
  public long memoryUsed() {
    return rows.memoryUsed();
  }

  /** The peak of the off-heap memory in use, in bytes. */
  public long peakMemoryUsed() {
    return rows.peakMemoryUsed();
  }

  /**
   * Creates a row writer at position 0, for one thread. Close it before {@link #commit}.
   *
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public RowWriter newRowWriter() {
    return newRowWriter(0);
  }

  /**
   * Creates a row writer, for one thread. Close it before {@link #commit}.
   *
   * @param position its row groups follow those of writers with lower positions. To keep the order
   *     of a source, give each thread a contiguous part of it, and the number of the part as
   *     position.
   * @throws IllegalArgumentException if this replaces row groups, but none at this position
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public RowWriter newRowWriter(int position) {
    requirePosition(position);
    return rows.newRowWriter(position);
  }

  /**
   * Creates a batch writer at position 0, for one thread. Close it before {@link #commit}.
   *
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public BatchWriter newBatchWriter() {
    return newBatchWriter(0);
  }

  /** As {@link #newBatchWriter()}, at a position as in {@link #newRowWriter(int)}. */
  public BatchWriter newBatchWriter(int position) {
    requirePosition(position);
    return rows.newBatchWriter(position);
  }

  private void requirePosition(int position) {
    if (replaced != null && (position < 0 || position >= replaced.size())) {
      throw new IllegalArgumentException(
          "Invalid position of a writer: "
              + position
              + " (expected less than "
              + replaced.size()
              + ", the number of lists of row groups to replace)");
    }
  }

  /**
   * Makes all rows of closed row and batch writers visible. After an exception other than {@link
   * CommitStateUnknownException} the table is unchanged, and this can be called again.
   *
   * @throws IllegalStateException if a row or batch writer is still open, or has failed to write
   *     its rows
   * @throws io.albis.format.error.CommitConflictException if another writer has changed the table
   *     so that these rows cannot be added
   * @throws io.albis.format.error.TableExistsException if another writer has created the table
   * @throws CommitStateUnknownException if it is unknown whether the commit happened; all files are
   *     kept
   */
  public synchronized CommitResult commit() {
    WrittenRows written = rows.written("commit");
    Snapshot published;
    try {
      published = replaced == null ? publish(written) : publishReplacement(written);
    } catch (CommitStateUnknownException e) {
      // The files may be part of the table: keep them.
      Commit.afterwards("close the writer of " + storage.root(), this::finish);
      throw e;
    }
    Commit.afterwards("close the writer of " + storage.root(), this::finish);
    return new CommitResult(
        published.id(),
        published.rowCount(),
        written.rowCount(),
        written.rowGroupCount(),
        target.sortOrders().currentId() == 0 ? 0 : written.unorderedRowGroupCount(),
        rows.shortRowGroups(),
        written.bytes());
  }

  /**
   * Returns the snapshot that {@link #commit} publishes if no other writer commits before it, so
   * that its rows can be read and checked ({@code Table.open} of the reader). Nothing becomes
   * visible.
   *
   * @throws IllegalStateException if a row or batch writer is still open, or has failed to write
   *     its rows
   * @throws UnsupportedOperationException if this replaces row groups
   */
  public synchronized PreparedSnapshot prepare() {
    if (replaced != null) {
      throw new UnsupportedOperationException(
          "Cannot prepare a snapshot of " + storage.root() + ": row groups are replaced");
    }
    NewManifests added = manifests(rows.written("prepare"));
    byte[] bytes =
        new Commit(storage, target.environment()).prepare(added, target.base(), target::snapshot);
    long parent = target.base() == null ? 0 : target.base().snapshot().id();
    return new PreparedSnapshot(parent + 1, bytes);
  }

  private NewManifests manifests(WrittenRows written) {
    if (manifests == null || preparedRowGroups != written.rowGroupCount()) {
      preparedRowGroups = written.rowGroupCount();
      Optional<NewManifest> added = Optional.empty();
      if (written.rowGroupCount() > 0) {
        ManifestBuilder manifest = new ManifestBuilder(target.tableId());
        written.addTo(manifest);
        added = Optional.of(new NewManifest(manifest.build(), target.environment()::uuid, false));
      }
      manifests = new NewManifests(storage, files, added);
    }
    return manifests;
  }

  private Snapshot publish(WrittenRows written) {
    return new Commit(storage, target.environment())
        .publish(manifests(written), target.base(), target.onConflict(), target::snapshot);
  }

  private Snapshot publishReplacement(WrittenRows written) {
    return new RowGroupReplacement(
            storage, target.environment(), new NewFiles(storage), written, false, replaced)
        .commit(
            target.base(),
            parent -> target.snapshot(parent).toBuilder().operation(replacement).build());
  }

  /**
   * Aborts the write: closes open row writers without writing, and deletes all files of this
   * writer. Does nothing after a commit.
   *
   * <p>Other threads may be writing rows: they get a {@link io.albis.format.error.ClosedException},
   * at the latest at the end of the row, and release the memory of their row writers then. If a
   * thread has ended, this releases its memory; if it never uses or closes its row writer again,
   * the garbage collector does.
   */
  public synchronized void abort() {
    if (rows.isFinished()) {
      return;
    }
    try {
      rows.abort();
      deleteManifests();
    } finally {
      TableStorages.close(storage);
    }
  }

  private void deleteManifests() {
    AlbisIOException failure =
        new AlbisIOException("Failed to delete manifests of an aborted write", null);
    files.deleteAll(failure);
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  private void finish() {
    try {
      rows.finish();
    } finally {
      TableStorages.close(storage);
    }
  }

  /** Aborts the write unless it was committed. */
  @Override
  public void close() {
    abort();
  }

  /** Configures and opens a {@link TableWriter}. For one thread. */
  public static final class Builder {

    /** What the keys of Albis' own properties start with. */
    private static final String RESERVED = "albis.";

    /** How an existing table is treated. */
    enum Mode {
      CREATE,
      APPEND,
      OVERWRITE,
      REPLACE_ROW_GROUPS
    }

    private static final long MIN_ROW_GROUP_SIZE = 64 * 1024;

    private final String uri;
    private final Schema schema;
    private final Mode mode;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<String, String> options = new TreeMap<>();
    private final List<UnaryOperator<SchemaUpdate>> additions = new ArrayList<>();
    private ColumnGroupSpec columnGroups = ColumnGroupSpec.auto();
    private long rowGroupSize = 128L << 20;
    private long segmentSize = 1L << 20;
    private long fileSize;
    private boolean separatesGroups;
    private long memoryLimit = 256L << 20;

    /** Null if none is asked. */
    private MemoryBudget memoryBudget;

    private int threads = 1;
    private int openPartitions = WriteSettings.DEFAULT_OPEN_PARTITIONS;
    private List<SortColumn> sortColumns = List.of();
    private List<Partitioning> partitioning = List.of();
    private WriteEnvironment environment = WriteEnvironment.system();
    private long snapshotId;
    private List<List<Long>> replaced = List.of();
    private String replacement = "replace";

    Builder(String uri, Schema schema, Mode mode) {
      this.uri = uri;
      this.schema = schema;
      this.mode = mode;
    }

    /**
     * Adds a column to the table that rows are appended to, after its other columns and by the same
     * commit. Existing rows read as its initial default, or as null if it has none. Row writers
     * take it like any other column: its ordinal follows those of the others.
     *
     * <p>The commit fails with {@link io.albis.format.error.CommitConflictException} if another
     * writer changes the schema in the meantime, or adds columns or column groups. Appended rows,
     * and data that was optimized, are not conflicts. The column is also added if no rows are.
     *
     * @param field gets new ids; {@link #open} fails with {@link
     *     io.albis.format.error.InvalidArgumentException} if a column of this name exists, or if it
     *     is required and has no initial default
     * @throws UnsupportedOperationException unless rows are appended
     */
    public Builder addColumn(Field field) {
      return add(field, update -> update.add(field));
    }

    /**
     * As {@link #addColumn}, adds a field to a struct, behind its other fields.
     *
     * @param structPath path of the struct, which may be inside a list or map, or in a column that
     *     was added before; {@link #open} fails with {@link
     *     io.albis.format.error.InvalidArgumentException} if there is none
     * @throws UnsupportedOperationException unless rows are appended
     */
    public Builder addField(String structPath, Field field) {
      Objects.requireNonNull(structPath, "structPath");
      return add(field, update -> update.add(structPath, field));
    }

    /**
     * Changes the columns of the table that rows are appended to, or whose rows are replaced, so
     * that it can store rows of another schema, by the same commit and with the conflicts of {@link
     * #addColumn}. Columns, and fields of structs, that it does not have are added as nullable
     * ones, after the others; a column gets the type that it has in the other schema if that is
     * {@linkplain TableUpdate#widenColumn wider}. Columns are found by name. Those of the table are
     * never dropped, narrowed or moved: {@link TableWriter#schema} tells what rows are written
     * with.
     *
     * @param rows its ids have no meaning
     * @throws UnsupportedOperationException if the table gets a new schema, or row groups are
     *     replaced
     */
    public Builder mergeColumns(Schema rows) {
      Objects.requireNonNull(rows, "rows");
      if (schema != null || mode == Mode.REPLACE_ROW_GROUPS) {
        throw new UnsupportedOperationException(
            "Cannot merge columns into those of "
                + uri
                + ": rows are neither appended nor replaced"
                + " in a table that keeps its schema");
      }
      additions.add(update -> update.merge(rows, Comparator.naturalOrder()));
      return this;
    }

    private Builder add(Field field, UnaryOperator<SchemaUpdate> addition) {
      if (mode != Mode.APPEND) {
        throw new UnsupportedOperationException(
            "Cannot add column " + field.name() + " to " + uri + ": no rows are appended to it");
      }
      additions.add(addition);
      return this;
    }

    /**
     * Sets how columns are grouped; default: {@link ColumnGroupSpec#auto}. Columns that a table
     * keeps also keep their groups: of an append, only {@linkplain #addColumn added columns} are
     * grouped so, and explicit groups must not have others.
     */
    public Builder columnGroups(ColumnGroupSpec spec) {
      this.columnGroups = Objects.requireNonNull(spec, "spec");
      return this;
    }

    /**
     * Sets the size in bytes at which a row group is written; default: 128 MiB. It is reduced so
     * that a row group fits a data file ({@link #fileSize}) and half of the memory of a thread.
     */
    public Builder rowGroupSize(long bytes) {
      this.rowGroupSize = requireRowGroupSize(bytes);
      return this;
    }

    static long requireRowGroupSize(long bytes) {
      return requireAtLeast(bytes, MIN_ROW_GROUP_SIZE, "row group size");
    }

    /** Sets the size in bytes at which a segment ends; default: 1 MiB. */
    public Builder segmentSize(long bytes) {
      this.segmentSize = requireSegmentSize(bytes);
      return this;
    }

    static long requireSegmentSize(long bytes) {
      if (bytes > 64L << 20) {
        throw new InvalidSettingException(
            "Invalid segment size: " + bytes + " (expected at most 64 MiB)");
      }
      return requireAtLeast(bytes, 4096, "segment size");
    }

    /**
     * Sets the length of data files, in bytes; default: what suits the storage, such as the block
     * size of HDFS, otherwise 128 MiB. A file holds whole row groups, at least one.
     */
    public Builder fileSize(long bytes) {
      this.fileSize = requireAtLeast(bytes, 2 * MIN_ROW_GROUP_SIZE, "file size");
      return this;
    }

    /**
     * Gives each column group data files of its own, each with the extents of as many row groups as
     * its size permits: for tables whose columns are often added or rewritten one by one. With more
     * than 32 column groups, each file holds one row group only. By default, a file holds whole row
     * groups, in the column order of the table, so that neighbouring columns are read by one
     * request.
     */
    public Builder separateColumnGroups() {
      this.separatesGroups = true;
      return this;
    }

    /**
     * Sets the limit of the off-heap memory of all row writers together, in bytes; default: 256
     * MiB.
     */
    public Builder memoryLimit(long bytes) {
      this.memoryLimit = requireMemoryLimit(bytes);
      return this;
    }

    /**
     * Asks a budget before off-heap memory is allocated, in addition to {@link #memoryLimit}. Also
     * asks it, before rows are added, for the memory that it takes to end the row groups that have
     * been begun, so that these can be ended whatever the budget grants later. Everything is
     * released to the budget when the row writers are closed.
     *
     * <p>If the budget refuses, or the limit is reached, batch writers end row groups early, then
     * release memory that has no rows, then add fewer rows at a time. If not even one row can be
     * added, they throw {@link io.albis.storage.memory.OutOfOffHeapMemoryException}; nothing of the
     * rows before is lost. Row writers throw it in setters and {@link RowWriter#endRow}: {@link
     * RowWriter#discardRow discard} the row then, which releases the memory of all others, and set
     * it once more. The chunk in which values are collected is not counted.
     */
    public Builder memoryBudget(MemoryBudget budget) {
      this.memoryBudget = Objects.requireNonNull(budget, "budget");
      return this;
    }

    static long requireMemoryLimit(long bytes) {
      return requireAtLeast(bytes, 4 * MIN_ROW_GROUP_SIZE, "memory limit");
    }

    /** Sets how many row writers are open at the same time and share the memory; default: 1. */
    public Builder threads(int count) {
      this.threads = (int) requireAtLeast(count, 1, "number of threads");
      return this;
    }

    /**
     * Declares the order of the rows in each row group of a new table, or of one that gets a new
     * schema. Rows must be written in this order; the writer checks it, and a row group whose rows
     * break the order is marked as unordered ({@link CommitResult#unorderedRowGroups}). A table
     * that keeps its schema keeps its order; see {@link TableUpdate#sortBy}.
     */
    public Builder sortBy(SortColumn... columns) {
      this.sortColumns = List.of(columns);
      return this;
    }

    /**
     * Partitions the rows of a new table, or of one that gets a new schema: each row group then
     * holds rows of one partition. Rows may come in any order; see {@link #openPartitions}. A table
     * that keeps its schema keeps its partitions; see {@link TableUpdate#partitionBy}.
     */
    public Builder partitionBy(Partitioning... fields) {
      this.partitioning = List.of(fields);
      return this;
    }

    /**
     * Sets how many partitions each row writer fills at the same time; default: 64. If there are
     * more, or if they take more than a third of the memory, row groups are ended before they have
     * their size ({@link CommitResult#shortRowGroups}). To avoid that, write rows ordered by
     * partition, or raise this limit and the memory.
     */
    public Builder openPartitions(int count) {
      this.openPartitions = requireOpenPartitions(count);
      return this;
    }

    static int requireOpenPartitions(int count) {
      return (int) requireAtLeast(count, 1, "number of open partitions");
    }

    /**
     * Adds a property of the table.
     *
     * @throws IllegalArgumentException if the key is empty or starts with {@code albis.}
     */
    public Builder property(String key, String value) {
      properties.put(requireUserProperty(key), value);
      return this;
    }

    /** Returns the properties of users, without those of Albis, in a new map. */
    static Map<String, String> userProperties(Map<String, String> all) {
      Map<String, String> own = new TreeMap<>(all);
      own.keySet().removeIf(key -> key.startsWith(RESERVED));
      return own;
    }

    static String requireUserProperty(String key) {
      if (key.isEmpty() || key.startsWith(RESERVED)) {
        throw new InvalidSettingException(
            "Invalid property: '" + key + "' (keys that start with albis. are reserved)");
      }
      return key;
    }

    /** Sets an option of the storage, such as {@code io.direct}. */
    public Builder option(String key, String value) {
      options.put(key, value);
      return this;
    }

    Builder environment(WriteEnvironment other) {
      this.environment = other;
      return this;
    }

    private static long requireAtLeast(long value, long least, String what) {
      if (value < least) {
        throw new InvalidSettingException(
            "Invalid " + what + ": " + value + " (expected at least " + least + ")");
      }
      return value;
    }

    /**
     * Opens the writer.
     *
     * @throws io.albis.format.error.TableExistsException if the table to be created exists
     * @throws io.albis.format.error.TableNotFoundException if there is no table to append to
     * @throws io.albis.format.error.InvalidArgumentException if the schema cannot be divided into
     *     the column groups, columns cannot be added, or rows cannot be sorted or partitioned as
     *     declared
     * @throws io.albis.format.error.InvalidArgumentException if a field is to be added to a struct
     *     that does not exist
     * @throws io.albis.format.error.UnsupportedVersionException if the table is partitioned in a
     *     way that only a newer version knows
     * @throws AlbisIOException if the storage cannot be reached
     */
    public TableWriter open() {
      return TableStorages.open(
          uri, options, storage -> new TableWriter(this, storage, target(storage)));
    }

    WriteSettings settings() {
      return new WriteSettings(
          uri,
          options,
          rowGroupSize,
          segmentSize,
          fileSize,
          separatesGroups,
          memoryLimit,
          threads,
          openPartitions);
    }

    /**
     * Starts a write from many processes: see {@link DistributedWrite}. The memory limit and the
     * number of threads apply to each task.
     *
     * @throws UnsupportedOperationException if row groups are to be replaced, or there is a memory
     *     budget: each task has its own
     * @throws io.albis.format.error.AlbisException as {@link #open}
     */
    public DistributedWrite openDistributed() {
      if (mode == Mode.REPLACE_ROW_GROUPS) {
        throw new UnsupportedOperationException(
            "Cannot replace row groups of "
                + uri
                + " from many processes (expected an append, and a commit that removes or merges"
                + " row groups)");
      }
      if (memoryBudget != null) {
        throw new UnsupportedOperationException(
            "Cannot use one memory budget in many processes; pass one to openTask");
      }
      Storage storage = TableStorages.open(uri, options);
      try {
        return new DistributedWrite(
            WriteTask.create(settings(), target(storage), environment.uuid()));
      } finally {
        TableStorages.close(storage);
      }
    }

    private TableTarget target(Storage storage) {
      return existing(storage)
          .sortedBy(sortColumns)
          .partitionedBy(partitioning)
          .withColumns(additions, columnGroups);
    }

    private TableTarget existing(Storage storage) {
      if (mode == Mode.REPLACE_ROW_GROUPS) {
        return TableTarget.existing(
            new TableSnapshots(storage).base(snapshotId), false, properties, environment);
      }
      if (mode == Mode.APPEND) {
        return TableTarget.existing(
            new TableSnapshots(storage).require(), false, properties, environment);
      }
      if (schema == null) {
        return TableTarget.existing(
            new TableSnapshots(storage).require(), true, properties, environment);
      }
      Optional<SnapshotFile> latest = new TableSnapshots(storage).latest();
      if (latest.isEmpty()) {
        return TableTarget.create(schema, columnGroups, properties, environment);
      }
      if (mode == Mode.CREATE) {
        throw new TableExistsException(
            "Cannot create table "
                + storage.root()
                + ": it exists; append to it, overwrite it, or choose another directory");
      }
      return TableTarget.replaced(latest.get(), schema, columnGroups, properties, environment);
    }
  }
}
