// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.TableTarget.Replaced;
import io.albis.writer.internal.wire.WireReader;
import io.albis.writer.internal.wire.WireWriter;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The description of a {@link DistributedWrite} that a process needs to write a partition of its
 * rows. All processes get the same task, either as {@link #toBytes bytes} or by Java serialization,
 * which uses the same bytes. Immutable.
 *
 * <pre>{@code
 * try (TaskWriter writer = task.open(partitionId, attemptId)) {
 *   try (RowWriter rows = writer.newRowWriter()) {
 *     rows.setInt(0, 42);
 *     rows.endRow();
 *   }
 *   return writer.finish(); // to the driver
 * } // without finish, the files are deleted
 * }</pre>
 *
 * <p>The bytes contain the options of the storage, including any credentials among them.
 */
public final class WriteTask implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "write task";
  private static final int MAGIC = 0x414c5754;
  private static final int VERSION = 1;

  private final transient UUID writeId;
  private final transient WriteSettings settings;
  private final transient TableTarget target;
  private final transient long baseId;

  private WriteTask(UUID writeId, WriteSettings settings, TableTarget target, long baseId) {
    this.writeId = writeId;
    this.settings = settings;
    this.target = target;
    this.baseId = baseId;
  }

  static WriteTask create(WriteSettings settings, TableTarget target, UUID writeId) {
    long baseId = target.base() == null ? 0 : target.base().snapshot().id();
    return new WriteTask(writeId, settings, target.withoutBase(), baseId);
  }

  /** Identifies the write. */
  public UUID writeId() {
    return writeId;
  }

  /** Identifies the table. */
  public UUID tableId() {
    return target.tableId();
  }

  /** The location of the table. */
  public String uri() {
    return settings.uri();
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return target.schema();
  }

  WriteSettings settings() {
    return settings;
  }

  TableTarget target() {
    return target;
  }

  /** The id of the snapshot on which the write is based; 0 if no table existed. */
  long baseId() {
    return baseId;
  }

  Storage openStorage() {
    try {
      return Storages.open(settings.uri(), settings.options());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to open " + settings.uri() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Starts an attempt to write a partition. Any number of attempts of the same partition may run at
   * the same time on any machines: each attempt writes files of its own.
   *
   * @param partitionId identifies the partition of the rows
   * @param attemptId identifies the attempt in messages
   * @throws AlbisIOException if the storage cannot be reached
   */
  public TaskWriter open(int partitionId, long attemptId) {
    return new TaskWriter(this, openStorage(), partitionId, attemptId);
  }

  /** Encodes the task for {@link #fromBytes}. */
  public byte[] toBytes() {
    Snapshot snapshot =
        Snapshot.builder()
            .id(1)
            .tableId(target.tableId())
            .schema(target.schema())
            .columnGroups(target.columnGroups())
            .nextId(target.nextId())
            .currentPartitionSpec(Optional.ofNullable(target.partitionSpec()))
            .sortOrders(target.sortOrders().all(), target.sortOrders().currentId())
            .build();
    return new WireWriter()
        .putUuid(writeId)
        .putString(settings.uri())
        .putMap(settings.options())
        .putLong(settings.rowGroupSize())
        .putLong(settings.segmentSize())
        .putLong(settings.fileSize())
        .putString(settings.packing().name())
        .putLong(settings.memoryLimit())
        .putInt(settings.threads())
        .putInt(settings.openPartitions())
        .putLong(baseId)
        .putString(target.replaces().name())
        .putMap(target.properties())
        .putBytes(SnapshotFile.encode(snapshot))
        .toBytes(MAGIC, VERSION);
  }

  /**
   * Decodes a task that {@link #toBytes} encoded.
   *
   * @throws io.albis.format.error.CorruptFileException if the bytes are not a task or are damaged
   * @throws io.albis.format.error.UnsupportedVersionException if they have another version
   */
  public static WriteTask fromBytes(byte[] bytes) {
    return fromBytes(bytes, WriteEnvironment.system());
  }

  static WriteTask fromBytes(byte[] bytes, WriteEnvironment environment) {
    WireReader in = new WireReader(NAME, MAGIC, VERSION, bytes);
    UUID writeId = in.getUuid();
    String uri = in.getString();
    Map<String, String> options = in.getMap();
    long rowGroupSize = in.getLong(1, "row group size");
    long segmentSize = in.getLong(1, "segment size");
    long fileSize = in.getLong(0, "file size");
    Packing packing = constant(in, Packing.class, "packing");
    long memoryLimit = in.getLong(1, "memory limit");
    int threads = in.getInt();
    in.require(threads > 0, "number of threads", "at least 1", threads);
    int openPartitions = in.getInt();
    in.require(openPartitions > 0, "number of open partitions", "at least 1", openPartitions);
    long baseId = in.getLong(0, "snapshot id");
    Replaced replaces = constant(in, Replaced.class, "part of the table to replace");
    boolean mayCreate = replaces == Replaced.ROWS_AND_COLUMNS;
    in.require(mayCreate || baseId > 0, "snapshot id of a table to append to", "above 0", baseId);
    Map<String, String> properties = in.getMap();
    byte[] snapshot = in.getBytes();
    in.requireEnd();
    SnapshotFile columns = SnapshotFile.decode(FileEnd.whole(NAME, snapshot), 1);
    TableTarget target =
        new TableTarget(
            null,
            columns.snapshot().schema().schema(),
            columns.snapshot().columnGroups(),
            columns.snapshot().tableId(),
            columns.snapshot().nextId(),
            SortOrders.of(columns.snapshot()),
            columns.snapshot().partitionSpec().orElse(null),
            replaces,
            properties,
            environment);
    WriteSettings settings =
        new WriteSettings(
            uri,
            new TreeMap<>(options),
            rowGroupSize,
            segmentSize,
            fileSize,
            packing,
            memoryLimit,
            threads,
            openPartitions);
    return new WriteTask(writeId, settings, target, baseId);
  }

  private static <T extends Enum<T>> T constant(WireReader in, Class<T> type, String item) {
    String name = in.getString();
    return in.decode(item, () -> Enum.valueOf(type, name));
  }

  private Object writeReplace() {
    return new SerializedBytes(SerializedBytes.Kind.TASK, toBytes());
  }

  /** Rejects streams that contain this class directly: only {@link SerializedBytes} is written. */
  private Object readResolve() throws InvalidObjectException {
    throw new InvalidObjectException(
        "Invalid write task: expected its encoded bytes in the stream");
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof WriteTask other && writeId.equals(other.writeId);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(writeId);
  }

  @Override
  public String toString() {
    return "write " + writeId + " to " + settings.uri();
  }
}
