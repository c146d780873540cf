// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The decoded footer of a manifest file (SPEC.md, section 8). Its sections, one for each column
 * group, are read and decoded separately, so a projection reads only its own columns.
 *
 * @param file path, for messages
 * @param rowGroups its row groups, in the order of their rows
 * @param sections locations of its sections, ordered by column group id
 */
public record ManifestFile(String file, List<RowGroup> rowGroups, List<SectionRef> sections) {

  /**
   * An encoded manifest file.
   *
   * @param bytes the whole file
   * @param footerLength bytes of its footer, for {@link ManifestRef}
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Encoded(byte[] bytes, int footerLength) {}

  /**
   * Encodes a manifest file.
   *
   * @param tableId id of the table
   * @param rowGroups its row groups, in the order of their rows
   * @param sections extents by column group
   */
  public static Encoded encode(
      UUID tableId, List<RowGroup> rowGroups, List<ColumnGroupSection> sections) {
    ByteString file = ByteString.copyFrom(Framing.header(FileKind.MANIFEST));
    MetadataProtos.Manifest.Builder manifest =
        MetadataProtos.Manifest.newBuilder().setTableId(TableIds.toProto(tableId));
    rowGroups.forEach(rowGroup -> manifest.addRowGroups(rowGroup.toProto()));
    for (ColumnGroupSection section : sections) {
      byte[] bytes = section.toProto().toByteArray();
      manifest.addSections(
          MetadataProtos.SectionRef.newBuilder()
              .setColumnGroupId(section.columnGroupId())
              .setOffset(file.size())
              .setLength(bytes.length)
              .setCrc32C(Framing.crc(bytes, 0, bytes.length)));
      file = file.concat(ByteString.copyFrom(bytes));
    }
    byte[] footer = manifest.build().toByteArray();
    byte[] tail = Framing.tail(FileKind.MANIFEST, tableId, footer, file.size());
    file = file.concat(ByteString.copyFrom(footer)).concat(ByteString.copyFrom(tail));
    return new Encoded(file.toByteArray(), footer.length);
  }

  /**
   * Decodes and checks the footer of a manifest.
   *
   * @param end the last {@code ref.footer_length + 64} bytes of the file
   * @param ref the reference in the snapshot
   * @param tableId id of the table
   * @throws CorruptFileException if the file violates the format or contradicts the reference
   * @throws io.albis.format.error.UnsupportedVersionException if the file has a newer version
   */
  public static ManifestFile decode(byte[] end, ManifestRef ref, UUID tableId) {
    String file = ref.path();
    long base = ref.length() - end.length;
    Framing.Footer footer = Framing.footer(end, file, base, 0, FileKind.MANIFEST, tableId);
    Check check = new Check(file, base + footer.start());
    check.equal("footer length", ref.footerLength(), footer.length());
    MetadataProtos.Manifest message =
        check.parse(
            MetadataProtos.Manifest.parser(), end, footer.start(), footer.length(), "manifest");
    check.that(
        TableIds.isSame(message.getTableId(), tableId), "table id", "that of the table", "another");
    check.equal("row group count", ref.rowGroupCount(), message.getRowGroupsCount());
    long rows = 0;
    long lastIndex = -1;
    List<RowGroup> rowGroups = new ArrayList<>(message.getRowGroupsCount());
    for (MetadataProtos.RowGroup group : message.getRowGroupsList()) {
      check.that(group.getIndex() > lastIndex, "row group index", "ascending", group.getIndex());
      lastIndex = group.getIndex();
      check.positive("row count of a row group", group.getRowCount());
      rows = check.sum("row count", rows, group.getRowCount());
      rowGroups.add(new RowGroup(group));
    }
    check.equal("row count", ref.rowCount(), rows);
    long position = FileLayout.HEADER_LENGTH;
    List<Integer> ids = new ArrayList<>();
    List<SectionRef> sections = new ArrayList<>(message.getSectionsCount());
    for (MetadataProtos.SectionRef section : message.getSectionsList()) {
      check.notNegative("length of a section", section.getLength());
      check.that(
          section.getOffset() >= position
              && section.getOffset() <= base + footer.start() - section.getLength(),
          "offset of a section",
          position + " to " + (base + footer.start() - section.getLength()),
          section.getOffset());
      position = section.getOffset() + section.getLength();
      ids.add(section.getColumnGroupId());
      sections.add(
          new SectionRef(
              section.getColumnGroupId(),
              section.getOffset(),
              section.getLength(),
              section.getCrc32C()));
    }
    check.that(
        ids.equals(ref.columnGroupIds()),
        "column groups of the sections",
        ref.columnGroupIds(),
        ids);
    return new ManifestFile(
        file, Collections.unmodifiableList(rowGroups), Collections.unmodifiableList(sections));
  }

  /**
   * Checks the bytes of a manifest file that are not read with its sections: the header, and the
   * bytes between the sections, which must be 0.
   *
   * @param bytes of the whole file, whose footer is this
   * @throws CorruptFileException if a byte is wrong
   */
  public void checkUnread(byte[] bytes) {
    Framing.Footer footer = Framing.footer(bytes, file, 0, 0, FileKind.MANIFEST, null);
    Framing.checkHeader(
        Arrays.copyOf(bytes, FileLayout.HEADER_LENGTH),
        FileKind.MANIFEST,
        footer.minorVersion(),
        file);
    long position = FileLayout.HEADER_LENGTH;
    for (SectionRef section : sections) {
      checkZero(bytes, position, section.offset());
      position = section.offset() + section.length();
    }
    checkZero(bytes, position, footer.start());
  }

  private void checkZero(byte[] bytes, long from, long to) {
    for (long i = from; i < to; i++) {
      if (bytes[(int) i] != 0) {
        throw new CorruptFileException(file, i, "padding", 0, bytes[(int) i]);
      }
    }
  }

  /** Returns the location of the section of a column group, if there is one. */
  public Optional<SectionRef> section(int columnGroupId) {
    return sections.stream()
        .filter(section -> section.columnGroupId() == columnGroupId)
        .findFirst();
  }

  /**
   * Decodes and checks a section.
   *
   * @param bytes the bytes of the section
   * @param ref from {@link #section}
   * @return its extents, at most one for each row group, ascending
   * @throws CorruptFileException if the section violates the format
   */
  public List<Extent> decodeSection(byte[] bytes, SectionRef ref) {
    Check check = new Check(file, ref.offset());
    check.equal("length of a section", ref.length(), bytes.length);
    int crc = Framing.crc(bytes, 0, bytes.length);
    check.that(
        crc == ref.crc32c(),
        "checksum of a section",
        Integer.toHexString(ref.crc32c()),
        Integer.toHexString(crc));
    MetadataProtos.ColumnGroupSection section =
        check.parse(MetadataProtos.ColumnGroupSection.parser(), bytes, 0, bytes.length, "section");
    check.equal("column group", ref.columnGroupId(), section.getColumnGroupId());
    BitSet seen = new BitSet();
    int last = -1;
    List<Extent> extents = new ArrayList<>(section.getExtentsCount());
    for (MetadataProtos.Extent extent : section.getExtentsList()) {
      check.that(
          extent.getRowGroup() > last && extent.getRowGroup() < rowGroups.size(),
          "row group of an extent",
          "above " + last + " and below " + rowGroups.size(),
          extent.getRowGroup());
      last = extent.getRowGroup();
      seen.set(last);
      check.path(extent.getPath());
      check.that(
          extent.getOffset() >= 0 && extent.getOffset() % FileLayout.SEGMENT_ALIGNMENT == 0,
          "offset of an extent",
          "a multiple of " + FileLayout.SEGMENT_ALIGNMENT,
          extent.getOffset());
      check.notNegative("footer length of an extent", extent.getFooterLength());
      check.that(
          extent.getLength() >= (long) extent.getFooterLength() + FileLayout.TAIL_LENGTH,
          "length of an extent",
          "room for its footer of " + extent.getFooterLength(),
          extent.getLength());
      check.that(
          extent.getFooter().isEmpty() || extent.getFooter().size() == extent.getFooterLength(),
          "bytes of the footer of an extent",
          extent.getFooterLength(),
          extent.getFooter().size());
      check.sum("end of an extent", extent.getOffset(), extent.getLength());
      check.notNegative("value bytes of an extent", extent.getValueBytes());
      StatisticsChecks.checkCounts(
          extent.getStatisticsList(), rowGroups.get(extent.getRowGroup()).rowCount(), check);
      extents.add(new Extent(extent));
    }
    return Collections.unmodifiableList(extents);
  }
}
