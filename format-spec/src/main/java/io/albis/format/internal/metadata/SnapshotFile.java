// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A decoded snapshot file (SPEC.md, section 11).
 *
 * @param file path, for messages
 * @param tail its tail
 * @param snapshot its content
 * @param sections where its sections lie
 */
public record SnapshotFile(String file, FileTail tail, Snapshot snapshot, Sections sections) {

  /** The bytes of a snapshot file. */
  public static byte[] encode(Snapshot snapshot) {
    return encode(snapshot, List.of());
  }

  /**
   * The bytes of a snapshot file.
   *
   * @param statistics of the whole table, one for each leaf; empty if they are unknown
   */
  public static byte[] encode(Snapshot snapshot, List<ColumnStatistics> statistics) {
    List<Framing.Section> sections =
        statistics.isEmpty()
            ? List.of()
            : List.of(
                new Framing.Section(
                    SectionKind.STATISTICS, 0, ColumnStatistics.encodeAll(statistics)));
    return Framing.file(
            FileKind.SNAPSHOT,
            snapshot.tableId(),
            sections,
            directory -> snapshot.toProto().toBuilder().setSections(directory.toProto()).build())
        .bytes();
  }

  /**
   * Decodes and checks a snapshot file.
   *
   * @param end at least footer and tail; usually the whole file
   * @param id the id in its name
   * @throws CorruptFileException if the file is not what the format requires
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a newer version
   */
  public static SnapshotFile decode(FileEnd end, long id) {
    String file = end.file();
    Framing.Footer footer = Framing.footer(end, FileKind.SNAPSHOT, -1);
    FileTail tail = footer.tail();
    Check check = new Check(file, tail.footerOffset());
    MetadataProtos.Snapshot message =
        check.parse(MetadataProtos.Snapshot.parser(), footer.message(), "snapshot");
    check.id("table id", message.getTableId());
    tail.requireId(file, Ids.of(message.getTableId()));
    check.equal("snapshot id", id, message.getSnapshotId());
    Sections sections = Sections.decode(message.getSections(), tail.footerOffset(), check);
    check.that(
        message.getParentId() >= 0 && message.getParentId() < id,
        "parent snapshot id",
        "0 to " + (id - 1),
        message.getParentId());
    check.that(
        message.getExpiredBefore() >= 0 && message.getExpiredBefore() <= id,
        "id before which snapshots have expired",
        "0 to " + id,
        Long.toUnsignedString(message.getExpiredBefore()));
    checkManifests(message, check);
    checkTags(message, check);
    Snapshot snapshot = Snapshot.decode(message.toBuilder().clearSections().build(), check);
    return new SnapshotFile(file, tail, snapshot, sections);
  }

  private static void checkManifests(MetadataProtos.Snapshot message, Check check) {
    check.notNegative("next id", message.getNextId());
    check.notNegative("next row group id", message.getNextRowGroupId());
    check.notNegative("row count", message.getRowCount());
    long rows = 0;
    Set<String> paths = new HashSet<>();
    for (MetadataProtos.ManifestRef ref : message.getManifestsList()) {
      ManifestRef.check(ref, check);
      check.that(paths.add(ref.getPath()), "manifest", "named once", ref.getPath());
      rows = check.sum("row count", rows, ref.getRowCount());
    }
    check.equal("row count", rows, message.getRowCount());
  }

  private static void checkTags(MetadataProtos.Snapshot message, Check check) {
    Set<String> names = new HashSet<>();
    for (MetadataProtos.Tag tag : message.getTagsList()) {
      check.that(
          !tag.getName().isEmpty() && names.add(tag.getName()), "tag", "one name", tag.getName());
      check.that(
          tag.getSnapshotId() > 0 && tag.getSnapshotId() <= message.getSnapshotId(),
          "snapshot id of a tag",
          "1 to " + message.getSnapshotId(),
          Long.toUnsignedString(tag.getSnapshotId()));
    }
  }

  /** Whether the file has statistics of the whole table. */
  public boolean hasStatistics() {
    return sections.find(SectionKind.STATISTICS, 0) >= 0;
  }

  /**
   * Statistics of the whole table, one for each leaf, decoded now.
   *
   * @param section bytes of the section of kind {@link SectionKind#STATISTICS}
   * @throws CorruptFileException if it is not what the format requires
   */
  public List<ColumnStatistics> statistics(byte[] section) {
    int index = sections.find(SectionKind.STATISTICS, 0);
    sections.check(file, index, section);
    return ColumnStatistics.decodeAll(
        section, snapshot.rowCount(), new Check(file, sections.offset(index)));
  }

  /**
   * Requires that the column groups are valid for the schema, which readers of some columns do not
   * check.
   *
   * @throws CorruptFileException if they are not
   */
  public void requireValidColumnGroups() {
    try {
      snapshot.columnGroups().requireValidFor(snapshot.schema().schema());
    } catch (InvalidArgumentException e) {
      throw new CorruptFileException(
          file,
          tail.footerOffset(),
          "column groups",
          "groups of leaves of the schema",
          e.getMessage(),
          e);
    }
  }

  /**
   * Requires that a writer may commit on top of the snapshot.
   *
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a greater minor version
   *     or has feature flags
   */
  public void requireWritable() {
    tail.requireWritable(file);
  }
}
