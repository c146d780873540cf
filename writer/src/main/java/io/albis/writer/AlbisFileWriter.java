// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.FileLocation;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.file.StandAloneFile;
import io.albis.writer.internal.file.WrittenFile;
import io.albis.writer.internal.plan.PartitionPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.plan.WriteSizes;
import io.albis.writer.internal.session.WriteSession;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Writes rows to one file that stands alone, without a table around it. It is a data file like
 * those of a table, and can be added to a table later.
 *
 * <pre>{@code
 * try (AlbisFileWriter writer = AlbisFileWriter.create("/data/x.albis", schema).open()) {
 *   try (RowWriter rows = writer.newRowWriter()) {
 *     rows.setInt(0, 42);
 *     rows.endRow();
 *   }
 *   writer.finish();
 * } // without finish, there is no file
 * }</pre>
 *
 * <p>The file appears as a whole when {@link #finish} returns. One row or batch writer can be open
 * at a time; the rows of the next one follow. <b>Threads</b>: all methods may be called by any
 * thread. <b>Memory</b>: as for {@link TableWriter}, with one thread.
 */
public final class AlbisFileWriter implements AutoCloseable {

  private final FileLocation location;
  private final Storage storage;
  private final StandAloneFile file;
  private final WriteSession rows;

  private AlbisFileWriter(Builder builder, FileLocation location, Storage storage) {
    this.location = location;
    this.storage = storage;
    Schema schema = builder.schema.withAssignedIds();
    int firstGroup = schema.maxFieldId() + 1;
    List<ColumnGroup> groups = builder.columnGroups.resolve(schema, firstGroup);
    int greatest = groups.stream().mapToInt(ColumnGroup::id).max().orElse(0);
    SortOrders sortOrders = SortOrders.NONE.by(builder.sortColumns, schema);
    PartitionSpecs.NewSpec spec =
        PartitionSpecs.spec(
            builder.partitioning, schema, List.of(), Math.max(firstGroup, greatest + 1));
    PartitionPlan partitions =
        WriteSettings.partitions(
            spec.spec().orElse(null), builder.openPartitions, builder.memoryLimit);
    FileSettings settings =
        new FileSettings(
            Long.MAX_VALUE,
            false,
            spec.nextId(),
            builder.properties,
            spec.spec().stream().toList(),
            sortOrders.all(),
            builder.environment);
    WritePlan plan =
        new WritePlan(
            schema,
            ColumnGroups.of(groups).inOrder(schema),
            new WriteSizes(
                builder.segmentSize,
                Math.min(
                    builder.rowGroupSize,
                    WriteSettings.maxRowGroup(partitions, builder.memoryLimit)),
                builder.memoryLimit),
            sortOrders.current(),
            partitions);
    this.file = new StandAloneFile(storage, location.name(), builder.environment.uuid(), settings);
    this.rows = new WriteSession(location.toString(), plan, file, builder.memoryLimit, null);
  }

  /**
   * Creates a file.
   *
   * @param uri a URI or a local path, which must not exist
   * @param schema its columns; fields without ids are assigned ids
   */
  public static Builder create(String uri, Schema schema) {
    return new Builder(uri, schema);
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return rows.plan().schema();
  }

  /** The column groups, in the order of their extents. */
  public List<ColumnGroup> columnGroups() {
    return rows.plan().groups();
  }

  /** The off-heap memory in use, in bytes. */
  public long memoryUsed() {
    return rows.memoryUsed();
  }

  /**
   * Creates a row writer, for one thread. Close it before {@link #finish} and before the next one.
   *
   * @throws IllegalStateException if a row or batch writer is open
   * @throws io.albis.format.error.ClosedException if this was finished or closed
   */
  public synchronized RowWriter newRowWriter() {
    requireNoneOpen();
    return rows.newRowWriter(0);
  }

  /**
   * Creates a batch writer, for one thread. Close it before {@link #finish} and before the next
   * one.
   *
   * @throws IllegalStateException if a row or batch writer is open
   * @throws io.albis.format.error.ClosedException if this was finished or closed
   */
  public synchronized BatchWriter newBatchWriter() {
    requireNoneOpen();
    return rows.newBatchWriter(0);
  }

  private void requireNoneOpen() {
    if (rows.openWriters() > 0) {
      throw new IllegalStateException(
          "Cannot write to " + location + " by two row or batch writers; close the first");
    }
  }

  /**
   * Completes the file and makes it durable. It is visible when this returns.
   *
   * @throws IllegalStateException if a row or batch writer is open, or has failed to write its rows
   * @throws AlbisIOException if the file cannot be written, or was created by others meanwhile
   * @throws io.albis.format.error.ClosedException if this was finished or closed
   */
  public synchronized FileResult finish() {
    rows.written("finish");
    WrittenFile written;
    try {
      written = file.finish(rows.plan());
    } finally {
      rows.finish();
      TableStorages.close(storage);
    }
    return new FileResult(
        written.ref().fileId(),
        written.ref().length(),
        written.rowGroups().totalRows(),
        written.rowGroups().count(),
        rows.shortRowGroups());
  }

  /** Gives up the file unless it was finished. Idempotent. */
  @Override
  public synchronized void close() {
    if (rows.isFinished()) {
      return;
    }
    try {
      rows.abort();
    } finally {
      TableStorages.close(storage);
    }
  }

  /** Configures and opens an {@link AlbisFileWriter}. For one thread. */
  public static final class Builder {

    private final String uri;
    private final Schema schema;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<String, String> options = new TreeMap<>();
    private ColumnGroupSpec columnGroups = ColumnGroupSpec.auto();
    private long rowGroupSize = 128L << 20;
    private long segmentSize = 1L << 20;
    private long memoryLimit = 256L << 20;
    private int openPartitions = WriteSettings.DEFAULT_OPEN_PARTITIONS;
    private List<SortColumn> sortColumns = List.of();
    private List<Partitioning> partitioning = List.of();
    private WriteEnvironment environment = WriteEnvironment.system();

    private Builder(String uri, Schema schema) {
      this.uri = uri;
      this.schema = schema;
    }

    /** Sets how columns are grouped; default: {@link ColumnGroupSpec#auto}. */
    public Builder columnGroups(ColumnGroupSpec spec) {
      this.columnGroups = Objects.requireNonNull(spec, "spec");
      return this;
    }

    /** As {@link TableWriter.Builder#rowGroupSize}. */
    public Builder rowGroupSize(long bytes) {
      this.rowGroupSize = TableWriter.Builder.requireRowGroupSize(bytes);
      return this;
    }

    /** As {@link TableWriter.Builder#segmentSize}. */
    public Builder segmentSize(long bytes) {
      this.segmentSize = TableWriter.Builder.requireSegmentSize(bytes);
      return this;
    }

    /** As {@link TableWriter.Builder#memoryLimit}. */
    public Builder memoryLimit(long bytes) {
      this.memoryLimit = TableWriter.Builder.requireMemoryLimit(bytes);
      return this;
    }

    /** As {@link TableWriter.Builder#sortBy}. */
    public Builder sortBy(SortColumn... columns) {
      this.sortColumns = List.of(columns);
      return this;
    }

    /** As {@link TableWriter.Builder#partitionBy}. */
    public Builder partitionBy(Partitioning... fields) {
      this.partitioning = List.of(fields);
      return this;
    }

    /** As {@link TableWriter.Builder#openPartitions}. */
    public Builder openPartitions(int count) {
      this.openPartitions = TableWriter.Builder.requireOpenPartitions(count);
      return this;
    }

    /**
     * Adds a property of the file.
     *
     * @throws IllegalArgumentException if the key is empty or starts with {@code albis.}
     */
    public Builder property(String key, String value) {
      properties.put(TableWriter.Builder.requireUserProperty(key), value);
      return this;
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

    /**
     * Opens the writer.
     *
     * @throws AlbisIOException if the file exists, or the storage cannot be reached
     * @throws io.albis.format.error.InvalidArgumentException if the schema cannot be divided into
     *     the column groups
     * @throws IllegalArgumentException if the URI is not that of a file
     */
    public AlbisFileWriter open() {
      FileLocation location = FileLocation.of(uri);
      return TableStorages.open(
          location.toString(), location.directory(), options, storage -> open(location, storage));
    }

    private AlbisFileWriter open(FileLocation location, Storage storage) {
      try {
        if (storage.exists(location.name())) {
          throw new FileAlreadyExistsException(location.toString());
        }
        return new AlbisFileWriter(this, location, storage);
      } catch (FileAlreadyExistsException e) {
        throw new AlbisIOException("Cannot create " + location + ": it exists", e);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to open " + location + ": " + e.getMessage(), e);
      }
    }
  }
}
