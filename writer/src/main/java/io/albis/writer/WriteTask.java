// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.TableTarget.Replaced;
import io.albis.writer.internal.wire.WireReader;
import io.albis.writer.internal.wire.WireWriter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The description of a {@link DistributedWrite}, which all its processes have: from {@link #toBytes
 * bytes}, which contain the options of the storage. Immutable.
 *
 * @param writeId identifies the write
 * @param settings of the writers
 * @param target the table to write to
 * @param baseId the id of the snapshot on which the write is based; 0 if no table existed
 * @param properties the user-defined properties of that snapshot; none if no table existed
 */
record WriteTask(
    UUID writeId,
    WriteSettings settings,
    TableTarget target,
    long baseId,
    Map<String, String> properties) {

  private static final String NAME = "write task";
  private static final int MAGIC = 0x414c5754;
  private static final int VERSION = 1;

  static WriteTask create(WriteSettings settings, TableTarget target, UUID writeId) {
    Snapshot base = target.base() == null ? Snapshot.NONE : target.base().snapshot();
    return new WriteTask(
        writeId,
        settings,
        target.withoutBase(),
        base.id(),
        TableWriter.Builder.userProperties(base.properties()));
  }

  /** Identifies the table. */
  UUID tableId() {
    return target.tableId();
  }

  /** The location of the table. */
  String uri() {
    return settings.uri();
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  Schema schema() {
    return target.schema();
  }

  Storage openStorage() {
    return TableStorages.open(settings.uri(), settings.options());
  }

  /** Encodes the task for {@link #fromBytes}. */
  byte[] toBytes() {
    Snapshot snapshot =
        Snapshot.builder()
            .id(1)
            .tableId(target.tableId())
            .schema(target.schema())
            .columnGroups(target.columnGroups())
            .nextId(target.nextId())
            .currentPartitionSpec(Optional.ofNullable(target.partitionSpec()))
            .sortOrders(target.sortOrders().all(), target.sortOrders().currentId())
            .putProperties(properties)
            .build();
    return new WireWriter()
        .putUuid(writeId)
        .putString(settings.uri())
        .putMap(settings.options())
        .putLong(settings.rowGroupSize())
        .putLong(settings.segmentSize())
        .putLong(settings.fileSize())
        .putInt(settings.separatesGroups() ? 1 : 0)
        .putLong(settings.memoryLimit())
        .putInt(settings.threads())
        .putInt(settings.openPartitions())
        .putLong(baseId)
        .putString(target.replaces().name())
        .putMap(target.properties())
        .putBytes(SnapshotFile.encode(snapshot))
        .toBytes(MAGIC, VERSION);
  }

  /** See {@link DistributedWrite#fromBytes}. */
  static WriteTask fromBytes(byte[] bytes, WriteEnvironment environment) {
    WireReader in = new WireReader(NAME, MAGIC, VERSION, bytes);
    UUID writeId = in.getUuid();
    String uri = in.getString();
    Map<String, String> options = in.getMap();
    long rowGroupSize = in.getLong(1, "row group size");
    long segmentSize = in.getLong(1, "segment size");
    long fileSize = in.getLong(0, "file size");
    int separatesGroups = in.getInt();
    in.require(separatesGroups >> 1 == 0, "separate column groups", "0 or 1", separatesGroups);
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
            separatesGroups == 1,
            memoryLimit,
            threads,
            openPartitions);
    return new WriteTask(writeId, settings, target, baseId, columns.snapshot().properties());
  }

  private static <T extends Enum<T>> T constant(WireReader in, Class<T> type, String item) {
    String name = in.getString();
    return in.decode(item, () -> Enum.valueOf(type, name));
  }

  @Override
  public String toString() {
    return "write " + writeId + " to " + settings.uri();
  }
}
