// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;

/** Copies files within a storage. */
final class FileCopy {

  private static final int PIECE = 4 << 20;

  private FileCopy() {}

  /** Copies a file to a new path, where it appears as a whole. */
  static void copy(Storage storage, String from, String to) throws IOException {
    try (ReadableFile source = storage.openFile(from);
        WritableFile copy = storage.createFileAtomically(to)) {
      for (long at = 0; at < source.length(); at += PIECE) {
        copy.write(source.readBytes(at, (int) Math.min(PIECE, source.length() - at)));
      }
      copy.finish();
    }
  }
}
