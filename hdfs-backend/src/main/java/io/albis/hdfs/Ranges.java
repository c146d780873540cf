// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import java.io.EOFException;

/** Checks ranges against the length of a file. */
final class Ranges {
  private Ranges() {}

  static void check(long offset, long length, String path, long fileLength) throws EOFException {
    if (offset < 0 || length < 0 || offset > fileLength - length) {
      throw new EOFException(
          String.format(
              "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
              length, offset, path, fileLength));
    }
  }
}
