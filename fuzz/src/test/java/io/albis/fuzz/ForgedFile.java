// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * A file with valid lengths and checksums around messages of an input. Its parts are:
 *
 * <ul>
 *   <li>{@code f}: the message of the footer as {@link Groups}, {@code F}: as it is
 *   <li>{@code c}: a column, a {@code Field} as groups. If there are any, they are the schema
 *   <li>{@code s}: a section as groups after a byte for its kind and one for its column group;
 *       {@code S}: as it is
 *   <li>{@code r}: the reference to a manifest, as groups
 *   <li>{@code i}: the id of a snapshot
 *   <li>{@code t}: bytes in place of those at the start of the tail, before its checksum is set
 *   <li>{@code b}: the bytes between head and sections
 * </ul>
 */
final class ForgedFile {

  static final String NAME = "forged";

  /** Of the table, and of the data file. */
  static final UUID ID = new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L);

  static final Set<Class<? extends Exception>> DOCUMENTED =
      Set.of(CorruptFileException.class, UnsupportedVersionException.class);

  private static final byte[] MAGIC = "ALBIS\r\n\u001a".getBytes(StandardCharsets.ISO_8859_1);
  private static final int FRAME = 64;
  private static final int BYTES = 2;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Section(int kind, int group, byte[] bytes) {}

  private final FileKind kind;
  private final ByteArrayOutputStream footer = new ByteArrayOutputStream();
  private final ByteArrayOutputStream reference = new ByteArrayOutputStream();
  private final List<Section> sections = new ArrayList<>();
  private final List<byte[]> columns = new ArrayList<>();
  private byte[] body = new byte[0];
  private byte[] tail = new byte[0];
  private long id = 1;

  ForgedFile(FileKind kind, List<Part> parts) {
    this.kind = kind;
    parts.forEach(this::add);
  }

  static ForgedFile of(FileKind kind, byte[] input) {
    return new ForgedFile(kind, Part.split(input));
  }

  private void add(Part part) {
    byte[] content = part.content();
    switch (part.kind()) {
      case 'f' -> footer.writeBytes(Groups.expand(content));
      case 'F' -> footer.writeBytes(content);
      case 'c' -> columns.add(Groups.expand(content));
      case 'r' -> reference.writeBytes(Groups.expand(content));
      case 'i' -> id = part.number();
      case 't' -> tail = content;
      case 'b' -> body = content;
      case 's', 'S' -> {
        if (content.length >= 2) {
          byte[] bytes = java.util.Arrays.copyOfRange(content, 2, content.length);
          sections.add(
              new Section(
                  content[0] & 0xff,
                  content[1] & 0xff,
                  part.kind() == 's' ? Groups.expand(bytes) : bytes));
        }
      }
      default -> {}
    }
  }

  long id() {
    return id;
  }

  /** The message of the reference to the file, with the right lengths. */
  byte[] reference(byte[] file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(reference.toByteArray());
    out.writeBytes(lengths(file));
    return out.toByteArray();
  }

  /** The fields of a reference with the lengths of a file and its footer. */
  static byte[] lengths(byte[] file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(2 << 3);
    Groups.varint(out, file.length);
    out.write(3 << 3);
    Groups.varint(
        out, ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - FRAME + 8));
    return out.toByteArray();
  }

  FileEnd end() {
    return FileEnd.whole(NAME, bytes());
  }

  byte[] bytes() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(MAGIC);
    file.write(code());
    file.write(1);
    file.writeBytes(new byte[FRAME - file.size()]);
    file.writeBytes(body);
    file.writeBytes(new byte[-file.size() & FRAME - 1]);
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(footer.toByteArray());
    if (!columns.isEmpty() && kind != FileKind.MANIFEST) {
      nested(message, kind == FileKind.SNAPSHOT ? 6 : 2, schema());
    }
    nested(
        message,
        switch (kind) {
          case SNAPSHOT -> 20;
          case MANIFEST -> 4;
          case DATA -> 5;
        },
        directory(file.size()));
    sections.forEach(section -> file.writeBytes(section.bytes));
    int footerOffset = file.size();
    file.writeBytes(message.toByteArray());
    file.writeBytes(tail(message.toByteArray(), footerOffset));
    return file.toByteArray();
  }

  /** The number of the kind in heads and tails. */
  private int code() {
    return List.of(FileKind.values()).indexOf(kind) + 1;
  }

  private byte[] schema() {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    ByteBuffer ends = ByteBuffer.allocate(4 * columns.size()).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer hashes = ByteBuffer.allocate(4 * columns.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] column : columns) {
      fields.writeBytes(column);
      ends.putInt(fields.size());
      hashes.putInt(crc(name(column)));
    }
    ByteArrayOutputStream schema = new ByteArrayOutputStream();
    nested(schema, 1, hashes.array());
    nested(schema, 2, ends.array());
    nested(schema, 3, fields.toByteArray());
    return schema.toByteArray();
  }

  /** The name of a field, if it is where writers have it: after the id. */
  private static byte[] name(byte[] field) {
    int at = 0;
    while (at < field.length && field[at] != (2 << 3 | BYTES)) {
      at++;
    }
    int length = at + 1 < field.length ? field[at + 1] : 0;
    int from = Math.min(at + 2, field.length);
    return java.util.Arrays.copyOfRange(
        field, from, Math.max(from, Math.min(from + length, field.length)));
  }

  private byte[] directory(int offset) {
    ByteArrayOutputStream kinds = new ByteArrayOutputStream();
    ByteArrayOutputStream groups = new ByteArrayOutputStream();
    ByteArrayOutputStream lengths = new ByteArrayOutputStream();
    ByteBuffer crcs = ByteBuffer.allocate(4 * sections.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (Section section : sections) {
      Groups.varint(kinds, section.kind);
      Groups.varint(groups, section.group);
      Groups.varint(lengths, section.bytes.length);
      crcs.putInt(crc(section.bytes));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(1 << 3);
    Groups.varint(out, offset);
    nested(out, 2, kinds.toByteArray());
    nested(out, 3, groups.toByteArray());
    nested(out, 4, lengths.toByteArray());
    nested(out, 5, crcs.array());
    return out.toByteArray();
  }

  private byte[] tail(byte[] message, int footerOffset) {
    ByteBuffer out = ByteBuffer.allocate(FRAME).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(footerOffset).putInt(message.length).putInt(crc(message));
    out.put(idBytes()).put((byte) code()).put((byte) 1);
    out.put(0, tail, 0, Math.min(tail.length, 52));
    byte[] bytes = out.array();
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, 52);
    out.putInt(52, (int) crc.getValue());
    out.put(56, MAGIC);
    return bytes;
  }

  static byte[] idBytes() {
    return ByteBuffer.allocate(16)
        .putLong(ID.getMostSignificantBits())
        .putLong(ID.getLeastSignificantBits())
        .array();
  }

  static void nested(ByteArrayOutputStream out, int number, byte[] bytes) {
    Groups.varint(out, number << 3 | BYTES);
    Groups.varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }
}
