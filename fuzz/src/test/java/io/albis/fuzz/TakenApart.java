// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.FileTail;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file of the format, taken apart into the parts of a {@link ForgedFile}. */
final class TakenApart {

  private static final int FRAME = 64;
  private static final int EXTENTS = 1;
  private static final int STATISTICS = 2;

  private final byte[] file;
  private final FileTail tail;
  private final List<Part> parts = new ArrayList<>();

  /** Where sections start; the footer, if there is none. */
  private int start;

  private byte[] schema = {};
  private byte[] directory = {};

  private TakenApart(byte[] file) {
    this.file = file;
    this.tail = FileTail.decode(FileEnd.whole("seed", file));
    this.start = (int) tail.footerOffset();
  }

  /** The parts of a file. */
  static List<Part> read(Path path, boolean withBody) throws IOException {
    TakenApart apart = new TakenApart(Files.readAllBytes(path));
    apart.footer();
    apart.columns();
    apart.sections();
    if (withBody) {
      apart.parts.add(new Part('b', Arrays.copyOfRange(apart.file, FRAME, apart.start)));
    }
    return apart.parts;
  }

  static FileKind kind(Path path) throws IOException {
    return FileTail.decode(FileEnd.whole("seed", Files.readAllBytes(path))).kind();
  }

  /**
   * The parts of a snapshot as the first one of a table, with its last reference to a manifest in a
   * part of its own.
   */
  static List<Part> asFirstSnapshot(List<Part> parts) {
    List<Part> first = new ArrayList<>();
    for (Part part : parts) {
      if (part.kind() != 'f') {
        if (part.kind() != 'i') {
          first.add(part);
        }
        continue;
      }
      ByteArrayOutputStream rest = new ByteArrayOutputStream();
      byte[] message = Groups.expand(part.content());
      fields(
          message,
          (number, content, from, to) -> {
            if (number == 9) {
              first.add(new Part('r', Groups.of("ManifestRef", content)));
            } else if (number != 2 && number != 3) {
              rest.write(message, from, to - from);
            }
          });
      rest.write(2 << 3);
      rest.write(1);
      first.add(new Part('f', Groups.of("Snapshot", rest.toByteArray())));
    }
    return first;
  }

  /** One field of a message: its number, its bytes, and where it lies. */
  private interface FieldVisitor {
    void visit(int number, byte[] content, int from, int to);
  }

  private static void fields(byte[] message, FieldVisitor visitor) {
    ByteBuffer in = ByteBuffer.wrap(message);
    while (in.hasRemaining()) {
      int from = in.position();
      int key = (int) varint(in);
      byte[] content = {};
      switch (key & 7) {
        case 0 -> content = ByteBuffer.allocate(8).putLong(varint(in)).array();
        case 1 -> in.position(in.position() + 8);
        case 2 -> {
          content = new byte[(int) varint(in)];
          in.get(content);
        }
        default -> in.position(in.position() + 4);
      }
      visitor.visit(key >>> 3, content, from, in.position());
    }
  }

  static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 127L) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private void footer() {
    int from = (int) tail.footerOffset();
    byte[] message = Arrays.copyOfRange(file, from, from + tail.footerLength());
    int schemaField = tail.kind() == FileKind.SNAPSHOT ? 6 : tail.kind() == FileKind.DATA ? 2 : -1;
    int sectionsField =
        tail.kind() == FileKind.SNAPSHOT ? 20 : tail.kind() == FileKind.DATA ? 5 : 4;
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    // Of the table or file.
    ForgedFile.nested(rest, 1, ForgedFile.idBytes());
    fields(
        message,
        (number, content, fieldStart, end) -> {
          if (number == schemaField) {
            schema = content;
          } else if (number == sectionsField) {
            directory = content;
          } else if (number == 2 && tail.kind() == FileKind.SNAPSHOT) {
            byte id = content[content.length - 1];
            parts.add(new Part('i', new byte[] {id}));
            rest.write(message, fieldStart, end - fieldStart);
          } else if (number != 1) {
            rest.write(message, fieldStart, end - fieldStart);
          }
        });
    String type =
        switch (tail.kind()) {
          case SNAPSHOT -> "Snapshot";
          case MANIFEST -> "Manifest";
          case DATA -> "DataFileFooter";
        };
    parts.add(new Part('f', Groups.of(type, rest.toByteArray())));
  }

  private void columns() {
    List<byte[]> values = new ArrayList<>(List.of(new byte[0], new byte[0], new byte[0]));
    fields(schema, (number, content, from, to) -> values.set(number - 1, content));
    ByteBuffer ends = ByteBuffer.wrap(values.get(1)).order(ByteOrder.LITTLE_ENDIAN);
    int from = 0;
    while (ends.hasRemaining()) {
      int end = ends.getInt();
      byte[] field = Arrays.copyOfRange(values.get(2), from, end);
      parts.add(new Part('c', Groups.of("Field", field)));
      from = end;
    }
  }

  private void sections() {
    List<byte[]> lists =
        new ArrayList<>(List.of(new byte[0], new byte[0], new byte[0], new byte[0], new byte[0]));
    fields(directory, (number, content, from, to) -> lists.set(number - 1, content));
    List<Long> kinds = numbers(lists.get(1));
    List<Long> groups = numbers(lists.get(2));
    List<Long> lengths = numbers(lists.get(3));
    int at = (int) (tail.footerOffset() - lengths.stream().mapToLong(Long::longValue).sum());
    start = at;
    for (int i = 0; i < kinds.size(); i++) {
      byte[] section = Arrays.copyOfRange(file, at, at + lengths.get(i).intValue());
      int kind = kinds.get(i).intValue();
      boolean isKnown = kind == EXTENTS || kind == STATISTICS;
      String type = kind == EXTENTS ? "ColumnGroupSection" : "TableStatistics";
      byte[] content = isKnown ? Groups.of(type, section) : section;
      byte[] part = new byte[content.length + 2];
      part[0] = (byte) kind;
      part[1] = groups.get(i).byteValue();
      System.arraycopy(content, 0, part, 2, content.length);
      parts.add(new Part(isKnown ? 's' : 'S', part));
      at += section.length;
    }
  }

  private static List<Long> numbers(byte[] packed) {
    List<Long> numbers = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(packed);
    while (in.hasRemaining()) {
      numbers.add(varint(in));
    }
    return numbers;
  }
}
