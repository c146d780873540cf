// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A decoded snapshot file (SPEC.md, section 5).
 *
 * @param file path, for messages
 * @param snapshot its content
 * @param schema its schema
 * @param columnGroups its column groups, checked against the schema
 */
public record SnapshotFile(
    String file, Snapshot snapshot, Schema schema, List<ColumnGroup> columnGroups) {

  /** Encodes a snapshot file. */
  public static byte[] encode(Snapshot snapshot) {
    byte[] footer = snapshot.toProto().toByteArray();
    return ByteString.copyFrom(Framing.header(FileKind.SNAPSHOT))
        .concat(ByteString.copyFrom(footer))
        .concat(
            ByteString.copyFrom(
                Framing.tail(
                    FileKind.SNAPSHOT, snapshot.tableId(), footer, FileLayout.HEADER_LENGTH)))
        .toByteArray();
  }

  /**
   * Decodes and checks a snapshot file.
   *
   * @param bytes the whole file
   * @param file its path, for messages
   * @param id the id in its name
   * @throws CorruptFileException if the file violates the format
   * @throws io.albis.format.error.UnsupportedVersionException if the file has a newer version
   */
  public static SnapshotFile decode(byte[] bytes, String file, long id) {
    Framing.Footer footer = Framing.footer(bytes, file, 0, 0, FileKind.SNAPSHOT, null);
    Framing.checkHeader(bytes, FileKind.SNAPSHOT, footer.minorVersion(), file);
    Check check = new Check(file, FileLayout.HEADER_LENGTH);
    check.equal("start of the footer", FileLayout.HEADER_LENGTH, footer.start());
    MetadataProtos.Snapshot message =
        check.parse(
            MetadataProtos.Snapshot.parser(), bytes, footer.start(), footer.length(), "snapshot");
    check.that(
        TableIds.isSame(message.getTableId(), footer.tableId()),
        "table id",
        TableIds.hex(footer.tableId()),
        Framing.hex(message.getTableId().toByteArray()));
    check.equal("snapshot id", id, message.getSnapshotId());
    check.that(
        message.getParentId() >= 0 && message.getParentId() < id,
        "parent snapshot id",
        "0 to " + (id - 1),
        message.getParentId());
    Schema schema = check.schema("schema", () -> SchemaProtos.fromProto(message.getSchema()));
    List<ColumnGroup> groups =
        check.schema(
            "column groups",
            () -> ColumnGroupProtos.fromProto(message.getColumnGroupsList(), schema));
    check.that(
        message.getNextFieldId() > schema.maxFieldId(),
        "next field id",
        "above " + schema.maxFieldId(),
        message.getNextFieldId());
    for (ColumnGroup group : groups) {
      check.that(
          message.getNextColumnGroupId() > group.id(),
          "next column group id",
          "above " + group.id(),
          message.getNextColumnGroupId());
    }
    checkManifests(message, check);
    return new SnapshotFile(file, new Snapshot(message), schema, groups);
  }

  private static void checkManifests(MetadataProtos.Snapshot message, Check check) {
    check.notNegative("next row group id", message.getNextRowGroupId());
    check.notNegative("row count", message.getRowCount());
    long rows = 0;
    Set<String> paths = new HashSet<>();
    for (MetadataProtos.ManifestRef ref : message.getManifestsList()) {
      check.path(ref.getPath());
      check.that(paths.add(ref.getPath()), "manifest", "named once", ref.getPath());
      check.notNegative("length of a manifest's footer", ref.getFooterLength());
      check.that(
          ref.getLength()
              >= (long) ref.getFooterLength() + FileLayout.HEADER_LENGTH + FileLayout.TAIL_LENGTH,
          "length of a manifest",
          "room for its footer of " + ref.getFooterLength(),
          ref.getLength());
      check.notNegative("row group base", ref.getRowGroupBase());
      check.notNegative("row group count", ref.getRowGroupCount());
      check.notNegative("data bytes", ref.getDataBytes());
      check.notNegative("row count of a manifest", ref.getRowCount());
      rows = check.sum("row count", rows, ref.getRowCount());
      int last = 0;
      for (int id : ref.getColumnGroupIdsList()) {
        check.that(id > last, "column group ids of a manifest", "ascending from 1", id);
        last = id;
      }
    }
    check.equal("row count", rows, message.getRowCount());
  }

  /** Decodes the statistics of the whole table; empty if they are unknown. */
  public List<ColumnStatistics> statistics() {
    return ColumnStatistics.of(
        new Check(file, FileLayout.HEADER_LENGTH)
            .parse(
                MetadataProtos.TableStatistics.parser(),
                snapshot.toProto().getStatistics(),
                "table statistics")
            .getColumnsList());
  }
}
