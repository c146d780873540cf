// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.PartitionTuple;
import io.albis.table.Manifests;
import io.albis.writer.internal.file.WrittenRows;
import io.albis.writer.internal.wire.WireReader;
import io.albis.writer.internal.wire.WireWriter;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The result of one attempt of a {@link DistributedWrite}: durable files that readers do not see
 * before {@link DistributedWrite#commit}. It is sent as {@link #toBytes bytes} or by Java
 * serialization, which uses the same bytes. Immutable.
 */
public final class TaskResult implements Serializable {

  private static final long serialVersionUID = 1L;

  /** In messages, and as the path of the manifest. */
  private static final String NAME = "task result";

  private static final int MAGIC = 0x414c5752;
  private static final int VERSION = 1;

  private final transient UUID writeId;
  private final transient UUID tableId;
  private final transient int partitionId;
  private final transient long attemptId;

  /** Unique to the attempt; part of the names of its files. */
  private final transient UUID filesId;

  /** All row groups, numbered from 0; null if there is none. */
  private final transient byte[] manifest;

  private final transient Manifests.Content rowGroups;

  private final transient int shortRowGroupCount;

  private TaskResult(
      UUID writeId,
      UUID tableId,
      int partitionId,
      long attemptId,
      UUID filesId,
      byte[] manifest,
      Manifests.Content rowGroups,
      int shortRowGroupCount) {
    this.writeId = writeId;
    this.tableId = tableId;
    this.partitionId = partitionId;
    this.attemptId = attemptId;
    this.filesId = filesId;
    this.manifest = manifest;
    this.rowGroups = rowGroups;
    this.shortRowGroupCount = shortRowGroupCount;
  }

  static TaskResult of(
      WriteTask task,
      int partitionId,
      long attemptId,
      UUID filesId,
      WrittenRows written,
      int shortRowGroupCount) {
    byte[] manifest = null;
    Manifests.Content rowGroups = null;
    if (written.rowGroupCount() > 0) {
      ManifestBuilder builder = new ManifestBuilder(task.tableId());
      written.addTo(builder);
      ManifestBuilder.Manifest built = builder.build();
      manifest = built.end().bytes();
      rowGroups = Manifests.decode(manifest, built.ref(NAME).build(), task.tableId());
    }
    return new TaskResult(
        task.writeId(),
        task.tableId(),
        partitionId,
        attemptId,
        filesId,
        manifest,
        rowGroups,
        shortRowGroupCount);
  }

  /** Identifies the write. */
  public UUID writeId() {
    return writeId;
  }

  /** Identifies the table. */
  public UUID tableId() {
    return tableId;
  }

  /** Identifies the partition of the rows. */
  public int partitionId() {
    return partitionId;
  }

  /** Identifies the attempt. */
  public long attemptId() {
    return attemptId;
  }

  /** The number of rows written. */
  public long rowCount() {
    return rowGroups == null ? 0 : rowGroups.ref().rowCount();
  }

  /** The length of the data files, in bytes. */
  public long writtenBytes() {
    return files().stream().mapToLong(DataFileRef::length).sum();
  }

  /** The partitions that have rows; empty if rows are not partitioned. */
  public Set<PartitionTuple> partitions() {
    return rowGroups == null ? Set.of() : Set.copyOf(rowGroups.footer().rowGroups().partitions());
  }

  /** Number of row groups. */
  int rowGroupCount() {
    return rowGroups == null ? 0 : rowGroups.footer().rowGroups().count();
  }

  /** Number of row groups whose rows have no order. */
  int unorderedRowGroupCount() {
    int count = 0;
    for (int i = 0; i < rowGroupCount(); i++) {
      count += rowGroups.footer().rowGroups().sortOrderId(i) == 0 ? 1 : 0;
    }
    return count;
  }

  /** Number of row groups that were ended early. */
  int shortRowGroupCount() {
    return shortRowGroupCount;
  }

  /** Ids of the column groups that were written. */
  Set<Integer> columnGroupIds() {
    Set<Integer> ids = new TreeSet<>();
    if (rowGroups != null) {
      rowGroups.sections().forEach(section -> ids.add(section.columnGroupId()));
    }
    return ids;
  }

  /** Adds all row groups to a manifest, numbered from a number on. */
  void addTo(ManifestBuilder builder, long firstNumber) {
    if (rowGroups != null) {
      builder.addManifest(rowGroups.footer(), firstNumber, rowGroups.sections());
    }
  }

  /** The data files. */
  List<DataFileRef> files() {
    return rowGroups == null ? List.of() : rowGroups.footer().files();
  }

  /** Encodes the result for {@link #fromBytes}. */
  public byte[] toBytes() {
    WireWriter out =
        new WireWriter()
            .putUuid(writeId)
            .putUuid(tableId)
            .putInt(partitionId)
            .putLong(attemptId)
            .putUuid(filesId)
            .putInt(shortRowGroupCount)
            .putInt(rowGroups == null ? 0 : 1);
    if (rowGroups != null) {
      Snapshot reference =
          Snapshot.builder()
              .id(1)
              .tableId(tableId)
              .addManifest(rowGroups.ref())
              .rowCount(rowCount())
              .build();
      out.putBytes(SnapshotFile.encode(reference)).putBytes(manifest);
    }
    return out.toBytes(MAGIC, VERSION);
  }

  /**
   * Decodes a result that {@link #toBytes} encoded.
   *
   * @throws io.albis.format.error.CorruptFileException if the bytes are not a result or are damaged
   * @throws io.albis.format.error.UnsupportedVersionException if they have another version
   */
  public static TaskResult fromBytes(byte[] bytes) {
    WireReader in = new WireReader(NAME, MAGIC, VERSION, bytes);
    UUID writeId = in.getUuid();
    UUID tableId = in.getUuid();
    int partitionId = in.getInt();
    long attemptId = in.getLong();
    UUID filesId = in.getUuid();
    int shortRowGroupCount = in.getInt();
    in.require(
        shortRowGroupCount >= 0, "number of short row groups", "at least 0", shortRowGroupCount);
    byte[] manifest = null;
    Manifests.Content rowGroups = null;
    if (in.getInt() != 0) {
      byte[] reference = in.getBytes();
      manifest = in.getBytes();
      Snapshot snapshot = SnapshotFile.decode(FileEnd.whole(NAME, reference), 1).snapshot();
      int count = snapshot.manifests().size();
      in.require(count == 1, "number of manifests", 1, count);
      rowGroups = Manifests.decode(manifest, snapshot.manifests().get(0), tableId);
      for (DataFileRef file : rowGroups.footer().files()) {
        // Only then may an abort delete the file.
        in.require(
            isFileOf(filesId, file.path()),
            "path of a data file",
            "one of the files of the attempt",
            file.path());
      }
    }
    in.requireEnd();
    return new TaskResult(
        writeId, tableId, partitionId, attemptId, filesId, manifest, rowGroups, shortRowGroupCount);
  }

  private static boolean isFileOf(UUID filesId, String path) {
    String directory = TablePaths.DATA_DIRECTORY + "/";
    return path.startsWith(directory)
        && TablePaths.isDataOf(filesId, path.substring(directory.length()));
  }

  private Object writeReplace() {
    return new SerializedBytes(SerializedBytes.Kind.RESULT, toBytes());
  }

  /** Rejects streams that contain this class directly: only {@link SerializedBytes} is written. */
  private Object readResolve() throws InvalidObjectException {
    throw new InvalidObjectException(
        "Invalid task result: expected its encoded bytes in the stream");
  }

  /** Whether both are results of the same attempt. */
  @Override
  public boolean equals(Object object) {
    return object instanceof TaskResult other
        && writeId.equals(other.writeId)
        && filesId.equals(other.filesId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(writeId, filesId);
  }

  @Override
  public String toString() {
    return "partition " + partitionId + ", attempt " + attemptId + " of write " + writeId;
  }
}
