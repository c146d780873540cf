// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.layout.FileLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Headers, tails and footers of files (SPEC.md, section 4). */
final class Framing {

  static final int MAJOR_VERSION = 1;

  private static final byte[] MAGIC = {'A', 'L', 'B', 'I', 'S', 0x0d, 0x0a, 0x1a};
  private static final int CRC_POSITION = 52;
  private static final int MAGIC_POSITION = 56;

  private Framing() {}

  /** The position of a footer in the given bytes. */
  record Footer(int start, int length, UUID tableId, int minorVersion) {}

  static byte[] header(FileKind kind) {
    byte[] header = new byte[FileLayout.HEADER_LENGTH];
    ByteBuffer.wrap(header)
        .put(MAGIC)
        .put((byte) kind.code())
        .put((byte) MAJOR_VERSION)
        .put((byte) kind.minorVersion());
    return header;
  }

  static byte[] tail(FileKind kind, UUID tableId, byte[] footer, long footerOffset) {
    ByteBuffer tail = ByteBuffer.allocate(FileLayout.TAIL_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    tail.putLong(footerOffset).putInt(footer.length).putInt(crc(footer, 0, footer.length));
    tail.put(TableIds.toBytes(tableId));
    tail.put((byte) kind.code()).put((byte) MAJOR_VERSION).put((byte) kind.minorVersion());
    byte[] bytes = new byte[FileLayout.TAIL_LENGTH];
    System.arraycopy(MAGIC, 0, bytes, MAGIC_POSITION, MAGIC.length);
    tail.get(0, bytes, 0, CRC_POSITION);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(CRC_POSITION, crc(bytes, 0, CRC_POSITION));
    return bytes;
  }

  static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /**
   * Checks a header.
   *
   * @param minorVersion the minor version in the tail
   */
  static void checkHeader(byte[] bytes, FileKind kind, int minorVersion, String file) {
    byte[] expected = header(kind);
    expected[10] = (byte) minorVersion;
    int length = Math.min(bytes.length, expected.length);
    int mismatch = Arrays.mismatch(bytes, 0, length, expected, 0, expected.length);
    if (mismatch >= 0) {
      throw new CorruptFileException(
          file,
          mismatch,
          "header",
          HexFormat.of().formatHex(expected),
          HexFormat.of().formatHex(bytes, 0, length));
    }
  }

  /**
   * Checks the tail at the end of the bytes and the footer before it.
   *
   * @param bytes the end of the file or extent, at least footer and tail
   * @param base offset in the file of the first byte
   * @param start offset in the file at which the file or extent starts
   * @param tableId the expected one, or null if not known yet
   * @return the position of the footer in the bytes
   */
  static Footer footer(
      byte[] bytes, String file, long base, long start, FileKind kind, UUID tableId) {
    int position = bytes.length - FileLayout.TAIL_LENGTH;
    if (position < 0) {
      throw new CorruptFileException(
          file, base, "tail", FileLayout.TAIL_LENGTH + " bytes", bytes.length + " bytes");
    }
    long offset = base + position;
    ByteBuffer tail =
        ByteBuffer.wrap(bytes, position, FileLayout.TAIL_LENGTH)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    checkTail(bytes, position, tail, file, offset, kind);
    UUID foundId = TableIds.of(bytes, position + 16);
    if (tableId != null && !tableId.equals(foundId)) {
      throw new CorruptFileException(
          file, offset + 16, "table id", TableIds.hex(tableId), TableIds.hex(foundId));
    }
    int length = tail.getInt(8);
    long footerStart = position - (long) length;
    if (length < 0 || footerStart < 0) {
      throw new CorruptFileException(
          file, offset + 8, "footer length", "at most " + position, length);
    }
    long expectedOffset = base - start + footerStart;
    if (tail.getLong(0) != expectedOffset) {
      throw new CorruptFileException(
          file, offset, "footer offset", expectedOffset, tail.getLong(0));
    }
    int crc = crc(bytes, (int) footerStart, length);
    if (crc != tail.getInt(12)) {
      throw new CorruptFileException(
          file,
          base + footerStart,
          "checksum of the footer",
          Integer.toHexString(tail.getInt(12)),
          Integer.toHexString(crc));
    }
    return new Footer((int) footerStart, length, foundId, Byte.toUnsignedInt(tail.get(34)));
  }

  /**
   * Checks a tail, but not the footer before it.
   *
   * @param bytes of the tail
   * @param offset in the file of the first byte
   */
  static void checkTail(byte[] bytes, String file, long offset, FileKind kind, UUID tableId) {
    ByteBuffer tail = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    checkTail(bytes, 0, tail, file, offset, kind);
    UUID foundId = TableIds.of(bytes, 16);
    if (!tableId.equals(foundId)) {
      throw new CorruptFileException(
          file, offset + 16, "table id", TableIds.hex(tableId), TableIds.hex(foundId));
    }
  }

  private static void checkTail(
      byte[] bytes, int position, ByteBuffer tail, String file, long offset, FileKind kind) {
    byte[] magic =
        Arrays.copyOfRange(bytes, position + MAGIC_POSITION, position + FileLayout.TAIL_LENGTH);
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
    int major = Byte.toUnsignedInt(tail.get(33));
    if (major != MAJOR_VERSION) {
      throw new UnsupportedVersionException(
          file, offset + 33, "major version", MAJOR_VERSION, major);
    }
    if (tail.getInt(36) != 0) {
      throw new UnsupportedVersionException(
          file,
          offset + 36,
          "incompatible feature flags",
          "none",
          "0x" + Integer.toHexString(tail.getInt(36)));
    }
    if (tail.get(32) != kind.code()) {
      throw new CorruptFileException(
          file, offset + 32, "kind of file", kind.code() + " (" + kind + ")", tail.get(32));
    }
    if (tail.get(35) != 0 || tail.getLong(44) != 0) {
      throw new CorruptFileException(
          file,
          offset + (tail.get(35) != 0 ? 35 : 44),
          "reserved bytes",
          0,
          tail.get(35) != 0 ? tail.get(35) : tail.getLong(44));
    }
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
