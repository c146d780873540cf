// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.util.Arrays;

/**
 * The last bytes of a file, or all of them. What is decoded from them refers to the array, which is
 * not copied and must not be changed. Immutable and thread-safe.
 */
public final class FileEnd {

  private final String file;
  private final long fileLength;
  private final byte[] bytes;

  private FileEnd(String file, long fileLength, byte[] bytes) {
    this.file = file;
    this.fileLength = fileLength;
    this.bytes = bytes;
  }

  /**
   * The end of a file.
   *
   * @param file path, for messages
   * @param fileLength length of the whole file, in bytes
   * @param bytes the last of them, any number
   * @throws IllegalArgumentException if there are more bytes than the file has
   */
  public static FileEnd of(String file, long fileLength, byte[] bytes) {
    if (bytes.length > fileLength) {
      throw new IllegalArgumentException(
          file + " has " + fileLength + " bytes, but " + bytes.length + " were given");
    }
    return new FileEnd(file, fileLength, bytes);
  }

  /** All bytes of a file. */
  public static FileEnd whole(String file, byte[] bytes) {
    return new FileEnd(file, bytes.length, bytes);
  }

  /** Path, for messages. */
  public String file() {
    return file;
  }

  /** Length of the whole file, in bytes. */
  public long fileLength() {
    return fileLength;
  }

  /** Offset in the file of the first byte that is here. */
  public long offset() {
    return fileLength - bytes.length;
  }

  /** Whether a range of the file is here. */
  public boolean contains(long offset, long length) {
    return offset >= offset() && length >= 0 && offset <= fileLength - length;
  }

  /**
   * A copy of a range of the file.
   *
   * @throws IllegalArgumentException if it is not here, see {@link #contains}
   */
  public byte[] copy(long offset, int length) {
    if (!contains(offset, length)) {
      throw new IllegalArgumentException(
          length
              + " bytes at "
              + offset
              + " of "
              + file
              + " are not among its last "
              + bytes.length);
    }
    int from = position(offset);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Position in the array of an offset in the file. */
  int position(long offset) {
    return (int) (offset - offset());
  }

  byte[] bytes() {
    return bytes;
  }
}
