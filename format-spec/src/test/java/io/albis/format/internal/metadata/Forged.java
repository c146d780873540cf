// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.MessageLite;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Files with changed messages and valid checksums. */
final class Forged {

  private Forged() {}

  static FileEnd file(FileKind kind, UUID id, byte[] section, MessageLite footer) {
    List<Framing.Section> sections =
        section == null ? List.of() : List.of(new Framing.Section(SectionKind.EXTENTS, 1, section));
    return FileEnd.whole("forged", Framing.file(kind, id, sections, any -> footer).bytes());
  }

  static SnapshotFile snapshot(UnaryOperator<MetadataProtos.Snapshot.Builder> change) {
    MetadataProtos.Snapshot.Builder message = Examples.snapshot().toProto().toBuilder();
    message.getSectionsBuilder().setOffset(64);
    return SnapshotFile.decode(
        file(FileKind.SNAPSHOT, Examples.TABLE_ID, null, change.apply(message).build()), 1);
  }

  static DataFileFooter dataFile(UnaryOperator<MetadataProtos.DataFileFooter.Builder> change) {
    return DataFileFooter.decode(dataFileEnd(Examples.section().bytes(), change));
  }

  private static FileEnd dataFileEnd(
      byte[] section, UnaryOperator<MetadataProtos.DataFileFooter.Builder> change) {
    FileEnd good = FileEnd.whole("good", Examples.dataFile());
    Check check = new Check("good", -1);
    MetadataProtos.DataFileFooter.Builder message =
        check
            .parse(
                MetadataProtos.DataFileFooter.parser(),
                Framing.footer(good, FileKind.DATA, -1).message(),
                "footer")
            .toBuilder();
    message
        .getSectionsBuilder()
        .setOffset(64)
        .setLengths(0, section.length)
        .setCrc32Cs(0, Framing.crc(section, 0, section.length));
    return file(FileKind.DATA, Examples.FILE_ID, section, change.apply(message).build());
  }

  static ManifestFile manifest(UnaryOperator<MetadataProtos.Manifest.Builder> change) {
    ManifestBuilder.Manifest good = Examples.manifest();
    Check check = new Check("good", -1);
    MetadataProtos.Manifest.Builder message =
        check
            .parse(
                MetadataProtos.Manifest.parser(),
                Framing.footer(FileEnd.whole("good", good.end().bytes()), FileKind.MANIFEST, -1)
                    .message(),
                "manifest")
            .toBuilder();
    FileEnd end =
        file(
            FileKind.MANIFEST,
            Examples.TABLE_ID,
            Examples.section().bytes(),
            change.apply(message).build());
    int footerLength = FileTail.decode(end).footerLength();
    ManifestRef ref =
        new ManifestRef(
            good.ref("forged").build().toProto().toBuilder()
                .setLength(end.fileLength())
                .setFooterLength(footerLength)
                .build());
    return ManifestFile.decode(end, ref, Examples.TABLE_ID);
  }

  /** The extent of a manifest of one data file of 100,000 bytes, with a changed section. */
  static Extent extent(UnaryOperator<MetadataProtos.ColumnGroupSection.Builder> change) {
    byte[] section = sectionBytes(change);
    return ColumnGroupSection.decode(
            section, "forged", 64, 1, Examples.rowGroups(), 1, true, file -> 100_000)
        .extent(0);
  }

  static byte[] sectionBytes(UnaryOperator<MetadataProtos.ColumnGroupSection.Builder> change) {
    MetadataProtos.ColumnGroupSection.Builder message =
        MetadataProtos.ColumnGroupSection.newBuilder()
            .setColumnGroupId(1)
            .addLayouts(Examples.LAYOUT.toProto())
            .addExtents(Examples.extent().toProto());
    return change.apply(message).build().toByteArray();
  }
}
