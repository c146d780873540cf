// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.FileLayout;
import java.util.UUID;

/**
 * The tail of a file (SPEC.md, section 4), decoded and checked.
 *
 * @param kind of the file
 * @param id of the table; of a data file, its own
 * @param footerOffset where the footer starts, in bytes from the start of the file
 * @param footerLength of the footer, in bytes
 * @param footerCrc32c checksum of the footer
 * @param minorVersion of the format
 * @param compatibleFlags feature flags that readers may ignore
 */
public record FileTail(
    FileKind kind,
    UUID id,
    long footerOffset,
    int footerLength,
    int footerCrc32c,
    int minorVersion,
    int compatibleFlags) {

  /**
   * Decodes the tail of a file of any kind.
   *
   * @param end with at least {@link FileLayout#TAIL_LENGTH} bytes, unless the file is shorter
   * @throws CorruptFileException if it is not a tail
   * @throws UnsupportedVersionException if it is of a newer version
   */
  public static FileTail decode(FileEnd end) {
    return Framing.tail(end, null);
  }

  /** As {@link #decode(FileEnd)}, and the file must be of a kind. */
  public static FileTail decode(FileEnd end, FileKind kind) {
    return Framing.tail(end, kind);
  }

  /** Number of bytes at the end of the file that hold footer and tail. */
  public long endLength() {
    return (long) footerLength + FileLayout.TAIL_LENGTH;
  }

  /**
   * Requires that the file has an id by which it is referred to.
   *
   * @param file path, for messages
   * @param expected the id of the table or data file
   * @throws CorruptFileException if it has another
   */
  public void requireId(String file, UUID expected) {
    if (!id.equals(expected)) {
      throw new CorruptFileException(
          file, footerOffset + footerLength + 16, "id", Ids.hex(expected), Ids.hex(id));
    }
  }

  /**
   * Requires that a writer of this version may build on the file.
   *
   * @param file path, for messages
   * @throws UnsupportedVersionException if it is of a greater minor version or has feature flags
   */
  public void requireWritable(String file) {
    long offset = footerOffset + footerLength;
    if (minorVersion > Framing.MINOR_VERSION) {
      throw new UnsupportedVersionException(
          file, offset + 34, "minor version for writing", Framing.MINOR_VERSION, minorVersion);
    }
    if (compatibleFlags != 0) {
      throw new UnsupportedVersionException(
          file,
          offset + 40,
          "compatible feature flags for writing",
          "none",
          "0x" + Integer.toHexString(compatibleFlags));
    }
  }

  /**
   * Checks the start of a file, which readers need not read: the head, and zero bytes from there to
   * the sections of a snapshot or manifest, or to the first extent of a data file.
   *
   * @param file path, for messages
   * @param start the first bytes of the file, up to where something else follows
   * @throws CorruptFileException if a byte is not what it must be
   */
  public void checkStart(String file, byte[] start) {
    Framing.checkStart(file, start, this);
  }
}
