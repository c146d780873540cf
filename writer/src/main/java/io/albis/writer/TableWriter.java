// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.TableExistsException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.commit.TableState;
import io.albis.writer.internal.file.DataFiles;
import io.albis.writer.internal.file.WrittenRowGroup;
import io.albis.writer.internal.session.WriteSession;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

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
 * } // without commit, the table is as it was
 * }</pre>
 *
 * <p>Nothing is visible to readers before {@link #commit} returns. A writer that is closed, fails
 * or is killed before leaves the table as it was; files that a killed writer leaves behind are
 * ignored.
 *
 * <p><b>Threads</b>: each thread asks for its own {@link RowWriter}; all methods of this class may
 * be called by any thread. <b>Memory</b>: all row writers together hold at most {@link
 * Builder#memoryLimit} bytes off-heap; what would pass it fails with {@link
 * io.albis.storage.memory.OutOfOffHeapMemoryException}. A row writer needs at most its row group,
 * which waits to be written by threads of the process, and one segment that is being built per
 * column group; the row group size is lowered to half of a thread's share of the limit, so that
 * this fits. <b>Order</b>: rows of one row writer keep their order; row groups of several writers
 * stand in the order of the {@linkplain #newRowWriter(int) positions} of their writers, then in the
 * order in which they were filled.
 */
public final class TableWriter implements AutoCloseable {

  private final Storage storage;
  private final TableTarget target;
  private final WriteSession rows;
  private String manifestPath;

  TableWriter(Builder builder, Storage storage, TableTarget target) {
    this.storage = storage;
    this.target = target;
    DataFiles files =
        new DataFiles(
            storage, target.sources().uuid(), target.tableId(), target.sources().createdBy());
    this.rows =
        new WriteSession(
            storage.root().toString(),
            builder.settings().plan(target),
            files,
            builder.settings().memoryLimit());
  }

  /**
   * Makes a new table.
   *
   * @param uri its directory: a URI or a local path, which may exist but not hold a table
   * @param schema its columns; fields without ids get some
   */
  public static Builder create(String uri, Schema schema) {
    return new Builder(uri, schema, Builder.Mode.CREATE);
  }

  /** Adds rows to a table. */
  public static Builder append(String uri) {
    return new Builder(uri, null, Builder.Mode.APPEND);
  }

  /** Replaces all rows of a table; its schema and column groups stay. */
  public static Builder overwrite(String uri) {
    return new Builder(uri, null, Builder.Mode.OVERWRITE);
  }

  /** Replaces rows, schema and column groups of a table, or makes it where there is none. */
  public static Builder overwrite(String uri, Schema schema) {
    return new Builder(uri, schema, Builder.Mode.OVERWRITE);
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return rows.plan().schema();
  }

  /** The column groups that are written. */
  public List<ColumnGroup> columnGroups() {
    return rows.plan().groups();
  }

  /** Off-heap bytes that are held now. */
  public long memoryUsed() {
    return rows.memoryUsed();
  }

  /** The most off-heap bytes that were held at a time. */
  public long peakMemoryUsed() {
    return rows.peakMemoryUsed();
  }

  /**
   * A writer of rows at position 0, for one thread. Close it before {@link #commit}.
   *
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public RowWriter newRowWriter() {
    return newRowWriter(0);
  }

  /**
   * A writer of rows, for one thread. Close it before {@link #commit}.
   *
   * @param position where its row groups stand: after those of writers of lower positions. To keep
   *     the order of a source, give each thread a consecutive part of it, and a position that
   *     counts the parts.
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public RowWriter newRowWriter(int position) {
    return rows.newRowWriter(position);
  }

  /**
   * A writer of batches at position 0, for one thread. Close it before {@link #commit}.
   *
   * @throws UnsupportedOperationException if the table has lists, maps or structs that can be null
   * @throws io.albis.format.error.ClosedException if this was committed, aborted or closed
   */
  public BatchWriter newBatchWriter() {
    return newBatchWriter(0);
  }

  /** As {@link #newBatchWriter()}, at a position as of {@link #newRowWriter(int)}. */
  public BatchWriter newBatchWriter(int position) {
    return rows.newBatchWriter(position);
  }

  /**
   * Makes all rows of closed row and batch writers visible.
   *
   * @throws IllegalStateException if a row or batch writer is still open, or has failed to write
   *     its rows
   * @throws io.albis.format.error.CommitConflictException if another writer has changed the table
   *     so that these rows cannot be added
   * @throws io.albis.format.error.TableExistsException if another writer has created the table
   * @throws io.albis.format.error.CommitStateUnknownException if nobody can tell whether the commit
   *     happened; the files are left where they are
   */
  public synchronized CommitResult commit() {
    List<WrittenRowGroup> written = rows.written("commit");
    Commit commit = new Commit(storage);
    List<Integer> groupIds = columnGroups().stream().map(ColumnGroup::id).toList();
    Optional<ManifestRef> manifest =
        commit.writeManifest(target.sources().uuid(), target.tableId(), groupIds, written);
    manifest.ifPresent(ref -> manifestPath = ref.path());
    Snapshot published;
    try {
      published =
          commit.publish(
              target.base(), target.onConflict(), below -> target.snapshot(below, manifest));
    } catch (CommitStateUnknownException e) {
      // What was written may be part of the table: it must stay.
      finish();
      throw e;
    }
    finish();
    return new CommitResult(
        published.id(),
        published.rowCount(),
        written.stream().mapToLong(WrittenRowGroup::rowCount).sum(),
        written.size(),
        written.stream().mapToLong(WrittenRowGroup::bytes).sum());
  }

  /**
   * Gives up: open row writers are closed without writing, and what was written is deleted. Does
   * nothing after a commit.
   *
   * <p>Other threads may be writing rows: they get a {@link io.albis.format.error.ClosedException},
   * at the latest with the next row. A thread that stays in the middle of a row keeps the memory of
   * its row writer until it goes on.
   */
  public synchronized void abort() {
    if (rows.isFinished()) {
      return;
    }
    try {
      rows.abort();
      if (manifestPath != null) {
        storage.delete(manifestPath);
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete " + manifestPath + " of a write given up", e);
    } finally {
      closeStorage();
    }
  }

  private void finish() {
    rows.finish();
    closeStorage();
  }

  private void closeStorage() {
    try {
      storage.close();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + storage.root(), e);
    }
  }

  /** As {@link #abort} unless committed. */
  @Override
  public void close() {
    abort();
  }

  /** How to open a {@link TableWriter}. For one thread. */
  public static final class Builder {

    /** What is there before, and what becomes of it. */
    enum Mode {
      CREATE,
      APPEND,
      OVERWRITE
    }

    private static final long MIN_ROW_GROUP_SIZE = 64 * 1024;

    private final String uri;
    private final Schema schema;
    private final Mode mode;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<String, String> options = new TreeMap<>();
    private ColumnGroupSpec columnGroups = ColumnGroupSpec.auto();
    private long rowGroupSize = 128L << 20;
    private long segmentSize = 1L << 20;
    private long memoryLimit = 256L << 20;
    private int threads = 1;
    private WriteEnvironment sources = WriteEnvironment.system();

    Builder(String uri, Schema schema, Mode mode) {
      this.uri = uri;
      this.schema = schema;
      this.mode = mode;
    }

    /**
     * How the columns are grouped; {@link ColumnGroupSpec#auto} unless said. Without effect where
     * the column groups of the table stay.
     */
    public Builder columnGroups(ColumnGroupSpec spec) {
      this.columnGroups = Objects.requireNonNull(spec, "spec");
      return this;
    }

    /** Bytes of a row group at which it is written; 128 MiB unless said. */
    public Builder rowGroupSize(long bytes) {
      this.rowGroupSize = requireAtLeast(bytes, MIN_ROW_GROUP_SIZE, "row group size");
      return this;
    }

    /** Bytes of a segment at which the next one is started; 1 MiB unless said. */
    public Builder segmentSize(long bytes) {
      this.segmentSize = requireAtLeast(bytes, 4096, "segment size");
      if (bytes > 64L << 20) {
        throw new IllegalArgumentException(
            "Invalid segment size: " + bytes + " (expected at most 64 MiB)");
      }
      return this;
    }

    /** The most off-heap bytes that all row writers together may hold; 256 MiB unless said. */
    public Builder memoryLimit(long bytes) {
      this.memoryLimit = requireAtLeast(bytes, 4 * MIN_ROW_GROUP_SIZE, "memory limit");
      return this;
    }

    /** How many row writers are to be open at a time, to share the memory; 1 unless said. */
    public Builder threads(int count) {
      this.threads = (int) requireAtLeast(count, 1, "number of threads");
      return this;
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

    static String requireUserProperty(String key) {
      if (key.isEmpty() || key.startsWith("albis.")) {
        throw new IllegalArgumentException(
            "Invalid property: '" + key + "' (keys that start with albis. are reserved)");
      }
      return key;
    }

    /** Sets an option of the storage, such as {@code io.direct}. */
    public Builder option(String key, String value) {
      options.put(key, value);
      return this;
    }

    Builder sources(WriteEnvironment other) {
      this.sources = other;
      return this;
    }

    private static long requireAtLeast(long value, long least, String what) {
      if (value < least) {
        throw new IllegalArgumentException(
            "Invalid " + what + ": " + value + " (expected at least " + least + ")");
      }
      return value;
    }

    /**
     * Opens the writer.
     *
     * @throws io.albis.format.error.TableExistsException if a table that is to be made exists
     * @throws io.albis.format.error.TableNotFoundException if a table to append to does not exist
     * @throws io.albis.format.error.NotATableException if a directory to append to is no table
     * @throws io.albis.format.error.InvalidSchemaException if the schema cannot be divided into the
     *     column groups
     * @throws AlbisIOException if the storage cannot be reached
     */
    public TableWriter open() {
      Storage storage;
      try {
        storage = Storages.open(uri, options);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to open " + uri + ": " + e.getMessage(), e);
      }
      try {
        return new TableWriter(this, storage, target(storage));
      } catch (RuntimeException e) {
        try {
          storage.close();
        } catch (IOException suppressed) {
          e.addSuppressed(suppressed);
        }
        throw e;
      }
    }

    WriteSettings settings() {
      return new WriteSettings(uri, options, rowGroupSize, segmentSize, memoryLimit, threads);
    }

    /**
     * Starts a write by many processes: see {@link DistributedWrite}. The limits of memory and
     * threads are those of each task.
     *
     * @throws io.albis.format.error.AlbisException as {@link #open}
     */
    public DistributedWrite openDistributed() {
      try (Storage storage = Storages.open(uri, options)) {
        return DistributedWrite.of(WriteTask.create(settings(), target(storage), sources.uuid()));
      } catch (IOException e) {
        throw new AlbisIOException("Failed to open " + uri + ": " + e.getMessage(), e);
      }
    }

    private TableTarget target(Storage storage) {
      if (mode == Mode.APPEND) {
        return TableTarget.existing(TableState.require(storage), false, properties, sources);
      }
      Optional<SnapshotFile> latest = TableState.latest(storage);
      if (latest.isEmpty()) {
        Schema wanted = schema == null ? TableState.require(storage).schema() : schema;
        return TableTarget.create(wanted, columnGroups, properties, sources);
      }
      if (mode == Mode.CREATE) {
        throw new TableExistsException(
            "Cannot create table "
                + storage.root()
                + ": it exists; append to it, overwrite it, or choose another place");
      }
      return schema == null
          ? TableTarget.existing(latest.get(), true, properties, sources)
          : TableTarget.replaced(latest.get(), schema, columnGroups, properties, sources);
    }
  }
}
