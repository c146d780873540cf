// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/**
 * A file that is taken apart, changed, and put together again with correct lengths and checksums.
 */
final class ForgedFile {

  static final int SNAPSHOT = 1;
  static final int MANIFEST = 2;
  static final int DATA = 3;
  static final int EXTENTS = 1;
  static final int STATISTICS = 2;
  static final int START = 64;
  static final int TAIL = 64;

  private static final byte[] MAGIC = "ALBIS\r\n\u001a".getBytes(StandardCharsets.ISO_8859_1);
  private static final String[] FOOTERS = {"", "Snapshot", "Manifest", "DataFileFooter"};

  /** A section; its message is null if its content is unknown. */
  static final class Section {
    final int kind;
    final int group;
    final byte[] bytes;
    final EditableMessage message;
    UnaryOperator<byte[]> edit = content -> content;

    Section(int kind, int group, byte[] bytes) {
      this.kind = kind;
      this.group = group;
      this.bytes = bytes;
      this.message =
          kind == EXTENTS || kind == STATISTICS
              ? EditableMessage.parse(
                  kind == EXTENTS ? "ColumnGroupSection" : "TableStatistics", bytes)
              : null;
    }

    byte[] content() {
      return edit.apply(message == null ? bytes : message.toBytes());
    }
  }

  final String path;
  final int kind;
  final EditableMessage footer;
  final List<Section> sections = new ArrayList<>();
  byte[] id;
  byte[] body;
  int minorVersion;
  int incompatibleFlags;
  int compatibleFlags;
  private Consumer<EditableMessage> lastEdit = message -> {};
  private Consumer<ByteBuffer> tailEdit = tail -> {};
  private UnaryOperator<byte[]> messageEdit = message -> message;

  ForgedFile(String path, byte[] bytes) {
    this.path = path;
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int tail = bytes.length - TAIL;
    int footerOffset = (int) file.getLong(tail);
    this.kind = file.get(tail + 32);
    this.id = Arrays.copyOfRange(bytes, tail + 16, tail + 32);
    this.footer =
        EditableMessage.parse(FOOTERS[kind], Arrays.copyOfRange(bytes, footerOffset, tail));
    EditableMessage directory = footer.message("sections");
    int at = (int) directory.number("offset");
    this.body = Arrays.copyOfRange(bytes, START, at);
    for (int i = 0; i < directory.numbers("kinds").size(); i++) {
      int length = directory.numbers("lengths").get(i).intValue();
      sections.add(
          new Section(
              directory.numbers("kinds").get(i).intValue(),
              directory.numbers("column_group_ids").get(i).intValue(),
              Arrays.copyOfRange(bytes, at, at + length)));
      at += length;
    }
  }

  /** Where a section starts. */
  int sectionStart(int group) {
    int at = align(START + body.length);
    for (Section section : sections) {
      if (section.kind == EXTENTS && section.group == group) {
        return at;
      }
      at += section.content().length;
    }
    throw new IllegalArgumentException("no section of column group " + group);
  }

  /** Changes a field of the schema in the footer, and what is derived from its name. */
  void editField(int ordinal, Consumer<EditableMessage> edit) {
    EditableMessage schema = footer.message("schema");
    ByteBuffer ends = ByteBuffer.wrap(schema.bytes("ends")).order(ByteOrder.LITTLE_ENDIAN);
    byte[] fields = schema.bytes("fields");
    schema.clear("ends").clear("fields").clear("name_hashes");
    int start = 0;
    List<EditableMessage> messages = new ArrayList<>();
    while (ends.hasRemaining()) {
      int end = ends.getInt();
      messages.add(EditableMessage.parse("Field", Arrays.copyOfRange(fields, start, end)));
      start = end;
    }
    if (ordinal == messages.size()) {
      messages.add(EditableMessage.parse("Field", new byte[0]));
    }
    edit.accept(messages.get(ordinal));
    setFields(schema, messages);
  }

  private static void setFields(EditableMessage schema, List<EditableMessage> messages) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer hashes = ByteBuffer.allocate(4 * messages.size()).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer ends = ByteBuffer.allocate(4 * messages.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (EditableMessage message : messages) {
      all.writeBytes(message.toBytes());
      hashes.putInt((int) crc(message.bytes("name")));
      ends.putInt(all.size());
    }
    schema.set("name_hashes", hashes.array()).set("ends", ends.array());
    schema.set("fields", all.toByteArray());
  }

  /** Changes the footer after everything that depends on other files and sections is set. */
  void finallyEdit(Consumer<EditableMessage> edit) {
    lastEdit = lastEdit.andThen(edit);
  }

  /** Changes the tail before its checksum is computed. */
  void editTail(Consumer<ByteBuffer> edit) {
    tailEdit = tailEdit.andThen(edit);
  }

  /** Replaces the bytes of the footer. */
  void editMessage(UnaryOperator<byte[]> edit) {
    messageEdit = edit;
  }

  /** The section of a column group. */
  EditableMessage section(int group) {
    return section(EXTENTS, group).message;
  }

  Section section(int sectionKind, int group) {
    return sections.stream()
        .filter(section -> section.kind == sectionKind && section.group == group)
        .findFirst()
        .orElseThrow();
  }

  /** Replaces the bytes of the section of a column group. */
  void editSection(int group, UnaryOperator<byte[]> edit) {
    section(EXTENTS, group).edit = edit;
  }

  void addSection(int sectionKind, int group, byte[] bytes) {
    sections.add(new Section(sectionKind, group, bytes));
  }

  byte[] encode() {
    int start = align(START + body.length);
    List<byte[]> contents = sections.stream().map(Section::content).toList();
    EditableMessage directory = footer.clear("sections").add("sections").set("offset", start);
    directory.setNumbers("kinds", sections.stream().map(s -> (long) s.kind).toList());
    directory.setNumbers("column_group_ids", sections.stream().map(s -> (long) s.group).toList());
    directory.setNumbers("lengths", contents.stream().map(c -> (long) c.length).toList());
    directory.setNumbers("crc32cs", contents.stream().map(ForgedFile::crc).toList());
    lastEdit.accept(footer);
    byte[] message = messageEdit.apply(footer.toBytes());
    int footerOffset = start + contents.stream().mapToInt(c -> c.length).sum();
    byte[] bytes = new byte[footerOffset + message.length + TAIL];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put(MAGIC).put((byte) kind).put((byte) 1).put((byte) minorVersion);
    out.position(START).put(body).position(start);
    contents.forEach(out::put);
    out.put(message).putLong(footerOffset).putInt(message.length).putInt((int) crc(message));
    out.put(id).put((byte) kind).put((byte) 1).put((byte) minorVersion).put((byte) 0);
    out.putInt(incompatibleFlags).putInt(compatibleFlags);
    tailEdit.accept(out.slice(bytes.length - TAIL, TAIL).order(ByteOrder.LITTLE_ENDIAN));
    sealTail(bytes);
    return bytes;
  }

  /** Writes checksum and magic of a tail. */
  static void sealTail(byte[] file) {
    int tail = file.length - TAIL;
    ByteBuffer out = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(tail + 52, (int) crc(Arrays.copyOfRange(file, tail, tail + 52)));
    out.put(tail + 56, MAGIC);
  }

  static int align(int offset) {
    return (offset + 63) / 64 * 64;
  }

  static long crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return crc.getValue();
  }
}
