// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.FileLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** The frame of all files: head, sections, footer and tail (SPEC.md, section 4). */
final class Framing {

  static final int MAJOR_VERSION = 1;
  static final int MINOR_VERSION = 0;

  /** The incompatible feature flag that is reserved for row deletes. */
  private static final int ROW_DELETES = 1;

  private static final byte[] MAGIC = {'A', 'L', 'B', 'I', 'S', 0x0d, 0x0a, 0x1a};
  private static final int CRC_POSITION = 52;
  private static final int MAGIC_POSITION = 56;

  private Framing() {}

  /** A section that is to be written. */
  @SuppressWarnings("ArrayRecordComponent")
  record Section(SectionKind kind, int columnGroupId, byte[] bytes) {}

  /** A footer, with the tail that describes it. */
  record Footer(FileTail tail, ByteString message) {}

  static byte[] head(FileKind kind) {
    byte[] head = new byte[FileLayout.HEAD_LENGTH];
    ByteBuffer.wrap(head)
        .put(MAGIC)
        .put((byte) kind.code())
        .put((byte) MAJOR_VERSION)
        .put((byte) MINOR_VERSION);
    return head;
  }

  /** A snapshot or manifest: head, sections, footer and tail. */
  static EncodedEnd file(
      FileKind kind,
      UUID id,
      List<Section> sections,
      Function<Sections, ? extends MessageLite> footer) {
    EncodedEnd end = end(kind, id, FileLayout.HEAD_LENGTH, sections, footer);
    byte[] head = head(kind);
    byte[] bytes = Arrays.copyOf(head, head.length + end.bytes().length);
    System.arraycopy(end.bytes(), 0, bytes, head.length, end.bytes().length);
    return new EncodedEnd(bytes, end.footerLength(), end.sections());
  }

  /**
   * What follows at a position in a file: padding, sections, footer and tail.
   *
   * @param sections in the order in which they are written
   * @param footer makes the message
   */
  static EncodedEnd end(
      FileKind kind,
      UUID id,
      long position,
      List<Section> sections,
      Function<Sections, ? extends MessageLite> footer) {
    long start = FileLayout.align(position, FileLayout.ALIGNMENT);
    Sections directory = Sections.of(start, sections);
    byte[] message = footer.apply(directory).toByteArray();
    long footerOffset = directory.end();
    long length = footerOffset - position + message.length + FileLayout.TAIL_LENGTH;
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
    bytes.position((int) (start - position));
    sections.forEach(section -> bytes.put(section.bytes()));
    bytes.put(message).put(tail(kind, id, message, footerOffset));
    return new EncodedEnd(bytes.array(), message.length, directory);
  }

  static byte[] tail(FileKind kind, UUID id, byte[] footer, long footerOffset) {
    byte[] bytes = new byte[FileLayout.TAIL_LENGTH];
    ByteBuffer tail = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    tail.putLong(footerOffset).putInt(footer.length).putInt(crc(footer, 0, footer.length));
    tail.put(Ids.toBytes(id));
    tail.put((byte) kind.code()).put((byte) MAJOR_VERSION).put((byte) MINOR_VERSION);
    tail.putInt(CRC_POSITION, crc(bytes, 0, CRC_POSITION));
    tail.put(MAGIC_POSITION, MAGIC);
    return bytes;
  }

  static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /** Checks the first bytes of a file: a head, and zeros behind it. */
  static void checkStart(String file, byte[] start, FileTail tail) {
    byte[] expected = head(tail.kind());
    expected[10] = (byte) tail.minorVersion();
    int length = Math.min(start.length, expected.length);
    int mismatch = Arrays.mismatch(start, 0, length, expected, 0, expected.length);
    if (mismatch >= 0) {
      throw new CorruptFileException(
          file, mismatch, "head", hex(expected), HexFormat.of().formatHex(start, 0, length));
    }
    checkPadding(file, 0, start, expected.length, start.length);
  }

  /** Checks that bytes are zero; {@code offset} is that of the array in the file. */
  static void checkPadding(String file, long offset, byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        throw new CorruptFileException(file, offset + i, "padding", 0, bytes[i]);
      }
    }
  }

  /**
   * Finds the footer and checks it and the tail.
   *
   * @param end at least footer and tail
   * @param footerLength as a reference to the file has it, or -1 if there is no reference
   */
  static Footer footer(FileEnd end, FileKind kind, int footerLength) {
    FileTail tail = tail(end, kind);
    String file = end.file();
    if (footerLength >= 0 && tail.footerLength() != footerLength) {
      throw new CorruptFileException(
          file,
          end.fileLength() - FileLayout.TAIL_LENGTH + 8,
          "footer length",
          footerLength + " as in the reference to the file",
          tail.footerLength());
    }
    if (!end.contains(tail.footerOffset(), tail.endLength())) {
      throw new IllegalArgumentException(
          "The footer of " + file + " needs its last " + tail.endLength() + " bytes");
    }
    int start = end.position(tail.footerOffset());
    int crc = crc(end.bytes(), start, tail.footerLength());
    if (crc != tail.footerCrc32c()) {
      throw new CorruptFileException(
          file,
          tail.footerOffset(),
          "checksum of the footer",
          Integer.toHexString(tail.footerCrc32c()),
          Integer.toHexString(crc));
    }
    return new Footer(
        tail, UnsafeByteOperations.unsafeWrap(end.bytes(), start, tail.footerLength()));
  }

  /** Checks a tail up to the position of the footer; any kind is accepted if none is given. */
  static FileTail tail(FileEnd end, FileKind expectedKind) {
    String file = end.file();
    byte[] bytes = end.bytes();
    int position = bytes.length - FileLayout.TAIL_LENGTH;
    if (position < 0) {
      throw new CorruptFileException(
          file,
          end.offset(),
          "tail",
          FileLayout.TAIL_LENGTH + " bytes",
          bytes.length + " bytes: not an Albis file, or truncated");
    }
    long offset = end.offset() + position;
    ByteBuffer tail =
        ByteBuffer.wrap(bytes, position, FileLayout.TAIL_LENGTH)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    checkIntegrity(bytes, position, tail, file, offset);
    checkVersion(tail, file, offset);
    FileKind kind = kind(tail, file, offset, expectedKind);
    if (tail.get(35) != 0 || tail.getLong(44) != 0) {
      throw new CorruptFileException(
          file,
          offset + (tail.get(35) != 0 ? 35 : 44),
          "reserved bytes",
          0,
          tail.get(35) != 0 ? tail.get(35) : tail.getLong(44));
    }
    int length = tail.getInt(8);
    if (length < 0 || length > offset - FileLayout.BODY_START) {
      throw new CorruptFileException(
          file,
          offset + 8,
          "footer length",
          "at most " + (offset - FileLayout.BODY_START),
          Integer.toUnsignedString(length));
    }
    if (tail.getLong(0) != offset - length) {
      throw new CorruptFileException(
          file, offset, "footer offset", offset - length, tail.getLong(0));
    }
    return new FileTail(
        kind,
        Ids.of(bytes, position + 16),
        tail.getLong(0),
        length,
        tail.getInt(12),
        Byte.toUnsignedInt(tail.get(34)),
        tail.getInt(40));
  }

  private static void checkIntegrity(
      byte[] bytes, int position, ByteBuffer tail, String file, long offset) {
    byte[] magic = Arrays.copyOfRange(bytes, position + MAGIC_POSITION, bytes.length);
    if (!Arrays.equals(MAGIC, magic)) {
      throw new CorruptFileException(
          file,
          offset + MAGIC_POSITION,
          "magic",
          hex(MAGIC),
          hex(magic) + ": not an Albis file, or truncated");
    }
    int crc = crc(bytes, position, CRC_POSITION);
    if (crc != tail.getInt(CRC_POSITION)) {
      throw new CorruptFileException(
          file,
          offset,
          "checksum of the tail",
          Integer.toHexString(tail.getInt(CRC_POSITION)),
          Integer.toHexString(crc));
    }
  }

  private static void checkVersion(ByteBuffer tail, String file, long offset) {
    int major = Byte.toUnsignedInt(tail.get(33));
    if (major != MAJOR_VERSION) {
      throw new UnsupportedVersionException(
          file, offset + 33, "major version", MAJOR_VERSION, major);
    }
    int flags = tail.getInt(36);
    if (flags != 0) {
      throw new UnsupportedVersionException(
          file,
          offset + 36,
          "incompatible feature flags",
          "none",
          "0x" + Integer.toHexString(flags) + ((flags & ROW_DELETES) != 0 ? ", row deletes" : ""));
    }
  }

  private static FileKind kind(ByteBuffer tail, String file, long offset, FileKind expected) {
    for (FileKind kind : FileKind.values()) {
      if (kind.code() == tail.get(32) && (expected == null || expected == kind)) {
        return kind;
      }
    }
    throw new CorruptFileException(
        file,
        offset + 32,
        "kind of file",
        expected == null ? "1, 2 or 3" : expected.code() + " (" + expected + ")",
        tail.get(32));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
