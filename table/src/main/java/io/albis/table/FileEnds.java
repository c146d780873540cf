// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileTail;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** Reads the ends of files, which have their metadata. */
public final class FileEnds {

  /** Bytes at the end of a file that are read before the length of its footer is known. */
  private static final int FIRST_READ = 64 << 10;

  private FileEnds() {}

  /**
   * Decodes the end of a file. If it is corrupt, reads it again from another copy, if the storage
   * has one.
   *
   * @param footerLength as a reference to the file has it, or -1 if there is no reference
   */
  public static <T> T decode(
      ReadableFile file, String path, int footerLength, Function<FileEnd, T> decoder)
      throws IOException {
    long wanted =
        Math.max(FIRST_READ, footerLength < 0 ? 0 : (long) footerLength + FileLayout.TAIL_LENGTH);
    int length = Math.toIntExact(Math.min(file.length(), wanted));
    try {
      byte[] bytes = file.readBytes(file.length() - length, length);
      FileEnd end = FileEnd.of(path, file.length(), bytes);
      if (footerLength < 0) {
        long needed = FileTail.decode(end).endLength();
        if (needed > length) {
          length = Math.toIntExact(needed);
          bytes = file.readBytes(file.length() - length, length);
          end = FileEnd.of(path, file.length(), bytes);
        }
      }
      return decoder.apply(end);
    } catch (CorruptFileException e) {
      Optional<byte[]> other = file.readBytesElsewhere(file.length() - length, length);
      if (other.isEmpty()) {
        throw e;
      }
      return decoder.apply(FileEnd.of(path, file.length(), other.get()));
    }
  }
}
