// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroup;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.TablePaths;
import io.albis.writer.internal.file.WrittenRowGroup;
import io.albis.writer.internal.wire.WireReader;
import io.albis.writer.internal.wire.WireWriter;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The result of one attempt of a {@link WriteTask}: durable files that readers do not see before
 * {@link DistributedWrite#commit}. It is sent as {@link #toBytes bytes} or by Java serialization,
 * which uses the same bytes. Immutable.
 */
public final class TaskResult implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String NAME = "task result";
  private static final int MAGIC = 0x414c5752;
  private static final int VERSION = 1;

  private final transient UUID writeId;
  private final transient UUID tableId;
  private final transient int partitionId;
  private final transient long attemptId;

  /** Unique to the attempt; part of the names of its files. */
  private final transient UUID filesId;

  private final transient List<Integer> columnGroupIds;
  private final transient List<WrittenRowGroup> rowGroups;

  /**
   * Describes the written row groups.
   *
   * @param columnGroupIds the column group of each extent of a row group, in order
   */
  TaskResult(
      UUID writeId,
      UUID tableId,
      int partitionId,
      long attemptId,
      UUID filesId,
      List<Integer> columnGroupIds,
      List<WrittenRowGroup> rowGroups) {
    this.writeId = writeId;
    this.tableId = tableId;
    this.partitionId = partitionId;
    this.attemptId = attemptId;
    this.filesId = filesId;
    this.columnGroupIds = columnGroupIds;
    this.rowGroups = rowGroups;
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
    return rowGroups.stream().mapToLong(WrittenRowGroup::rowCount).sum();
  }

  /** The length of the data files, in bytes. */
  public long writtenBytes() {
    return rowGroups.stream().mapToLong(WrittenRowGroup::bytes).sum();
  }

  UUID filesId() {
    return filesId;
  }

  List<WrittenRowGroup> rowGroups() {
    return rowGroups;
  }

  List<Integer> columnGroupIds() {
    return columnGroupIds;
  }

  /** The directories of its files, which hold no other files. */
  Set<String> directories() {
    Set<String> directories = new TreeSet<>();
    for (WrittenRowGroup rowGroup : rowGroups) {
      for (Extent extent : rowGroup.extents()) {
        directories.add(directory(extent));
      }
    }
    return directories;
  }

  private static String directory(Extent extent) {
    return extent.path().substring(0, Math.max(0, extent.path().indexOf('/')));
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
            .putInt(columnGroupIds.size());
    columnGroupIds.forEach(out::putInt);
    out.putInt(rowGroups.size()).putLong(rowCount());
    if (!rowGroups.isEmpty()) {
      ManifestFile.Encoded manifest = manifest();
      out.putInt(manifest.footerLength()).putBytes(manifest.bytes());
    }
    return out.toBytes(MAGIC, VERSION);
  }

  /** Encodes the row groups as a manifest. */
  private ManifestFile.Encoded manifest() {
    List<RowGroup> listed = new ArrayList<>();
    Map<Integer, List<Extent>> extents = new TreeMap<>();
    columnGroupIds.forEach(id -> extents.put(id, new ArrayList<>()));
    for (int r = 0; r < rowGroups.size(); r++) {
      listed.add(RowGroup.of(r, rowGroups.get(r).rowCount()));
      for (int g = 0; g < columnGroupIds.size(); g++) {
        Extent extent = rowGroups.get(r).extents().get(g);
        extents.get(columnGroupIds.get(g)).add(extent.withRowGroup(r));
      }
    }
    List<ColumnGroupSection> sections = new ArrayList<>();
    extents.forEach((id, ofGroup) -> sections.add(new ColumnGroupSection(id, ofGroup)));
    return ManifestFile.encode(tableId, listed, sections);
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
    List<Integer> groupIds = new ArrayList<>();
    int groups = in.getCount(Integer.BYTES);
    for (int g = 0; g < groups; g++) {
      groupIds.add(in.getInt());
    }
    in.require(Set.copyOf(groupIds).size() == groups, "column groups", "each named once", groupIds);
    int rowGroupCount = in.getInt();
    long rowCount = in.getLong(0, "row count");
    List<WrittenRowGroup> rowGroups = List.of();
    if (rowGroupCount != 0) {
      int footerLength = in.getInt();
      ManifestFile.Encoded manifest = new ManifestFile.Encoded(in.getBytes(), footerLength);
      rowGroups = rowGroups(in, manifest, tableId, groupIds, rowGroupCount, rowCount, filesId);
    }
    in.requireEnd();
    return new TaskResult(writeId, tableId, partitionId, attemptId, filesId, groupIds, rowGroups);
  }

  private static List<WrittenRowGroup> rowGroups(
      WireReader in,
      ManifestFile.Encoded encoded,
      UUID tableId,
      List<Integer> groupIds,
      int rowGroupCount,
      long rowCount,
      UUID filesId) {
    byte[] bytes = encoded.bytes();
    int end = Math.min(encoded.footerLength(), Integer.MAX_VALUE - 64) + 64;
    in.require(
        encoded.footerLength() >= 0 && end <= bytes.length,
        "footer length",
        "below " + bytes.length,
        encoded.footerLength());
    ManifestRef ref =
        ManifestRef.builder()
            .path(NAME)
            .file(encoded)
            .rowGroupCount(rowGroupCount)
            .rowCount(rowCount)
            .columnGroupIds(groupIds.stream().sorted().toList())
            .build();
    ManifestFile manifest =
        ManifestFile.decode(
            Arrays.copyOfRange(bytes, bytes.length - end, bytes.length), ref, tableId);
    List<List<Extent>> extents = new ArrayList<>();
    for (int id : groupIds) {
      SectionRef section = manifest.section(id).orElseThrow();
      int from = Math.toIntExact(section.offset());
      byte[] part = Arrays.copyOfRange(bytes, from, from + section.length());
      List<Extent> ofGroup = manifest.decodeSection(part, section);
      in.require(
          ofGroup.size() == rowGroupCount,
          "extents of column group " + id,
          rowGroupCount,
          ofGroup.size());
      extents.add(ofGroup);
    }
    List<WrittenRowGroup> rowGroups = new ArrayList<>();
    for (int r = 0; r < rowGroupCount; r++) {
      List<Extent> ofRowGroup = new ArrayList<>();
      long length = 0;
      for (List<Extent> ofGroup : extents) {
        Extent extent = ofGroup.get(r);
        // An abort deletes this directory, so it must belong to the attempt.
        in.require(
            TablePaths.isRowGroupDirectory(directory(extent), filesId),
            "path of an extent",
            "a file of the attempt",
            extent.path());
        ofRowGroup.add(extent);
        length = Math.addExact(length, extent.length());
      }
      rowGroups.add(
          new WrittenRowGroup(manifest.rowGroups().get(r).rowCount(), ofRowGroup, length, r));
    }
    return rowGroups;
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
