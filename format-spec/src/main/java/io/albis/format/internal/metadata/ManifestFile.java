// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The decoded footer of a manifest (SPEC.md, section 10), or that of a data file as if it were one:
 * {@link DataFileFooter#asManifest}. Sections, one for each column group, are read and decoded one
 * by one, so that a projection costs only its own columns. Immutable and thread-safe.
 *
 * @param file path, for messages
 * @param tail the tail of the file
 * @param files the data files that extents are in
 * @param rowGroups the row groups
 * @param sections where the sections lie
 */
public record ManifestFile(
    String file, FileTail tail, List<DataFileRef> files, RowGroups rowGroups, Sections sections) {

  /**
   * Decodes and checks the footer of a manifest.
   *
   * @param end at least the last {@code ref.footerLength + 64} bytes of the file
   * @param ref how the snapshot refers to it
   * @param tableId id of the table
   * @throws CorruptFileException if the file is not what the format and the reference require
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a newer version
   */
  public static ManifestFile decode(FileEnd end, ManifestRef ref, UUID tableId) {
    String file = end.file();
    Framing.Footer footer = Framing.footer(end, FileKind.MANIFEST, ref.footerLength());
    Check check = new Check(file, footer.tail().footerOffset());
    MetadataProtos.Manifest message =
        check.parse(MetadataProtos.Manifest.parser(), footer.message(), "manifest");
    check.id("table id", message.getTableId());
    footer.tail().requireId(file, Ids.of(message.getTableId()));
    footer.tail().requireId(file, tableId);
    check.equal("length of the file", ref.length(), end.fileLength());
    Sections sections = Sections.decode(message.getSections(), footer.tail().footerOffset(), check);
    RowGroups rowGroups = RowGroups.decode(message.getRowGroups(), check);
    check.equal("row group count", ref.rowGroupCount(), rowGroups.count());
    check.equal("row count", ref.rowCount(), rowGroups.totalRows());
    check.sum("number of a row group", ref.rowGroupBase(), Math.max(0, rowGroups.maxIndex()));
    check.equal("file count", ref.fileCount(), message.getFilesCount());
    return new ManifestFile(
        file, footer.tail(), files(message.getFilesList(), check), rowGroups, sections);
  }

  private static List<DataFileRef> files(List<MetadataProtos.DataFileRef> messages, Check check) {
    List<DataFileRef> files = new ArrayList<>(messages.size());
    Set<String> paths = new HashSet<>();
    for (MetadataProtos.DataFileRef message : messages) {
      files.add(DataFileRef.decode(message, check));
      check.that(paths.add(message.getPath()), "path of a data file", "once", message.getPath());
    }
    return List.copyOf(files);
  }

  private boolean isDataFile() {
    return tail.kind() == FileKind.DATA;
  }

  /** Offset that extents in a data file must not pass. */
  private long extentLimit(int dataFile) {
    return isDataFile() ? sections.start() : files.get(dataFile).footerOffset();
  }

  /**
   * Decodes and checks the section of a column group.
   *
   * @param index one of {@link #sections} of kind {@link SectionKind#EXTENTS}
   * @param bytes of the section; not copied
   * @throws CorruptFileException if it is not what the format requires
   */
  public ColumnGroupSection section(int index, byte[] bytes) {
    if (sections.kind(index) != SectionKind.EXTENTS.code()) {
      throw new IllegalArgumentException("Section " + index + " is not one of extents");
    }
    sections.check(file, index, bytes);
    return ColumnGroupSection.decode(
        bytes,
        file,
        sections.offset(index),
        sections.columnGroupId(index),
        rowGroups,
        files.size(),
        isDataFile(),
        this::extentLimit);
  }

  @Override
  public String toString() {
    return file + " of " + rowGroups;
  }
}
