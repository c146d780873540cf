// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.ReadRequest;
import java.io.EOFException;
import java.util.List;

/** Checks ranges against the length of a file. */
final class Ranges {
  private Ranges() {}

  static void check(List<ReadRequest> requests, String path, long fileLength) throws EOFException {
    for (ReadRequest request : requests) {
      check(request.offset(), request.length(), path, fileLength);
    }
  }

  /** The total number of bytes of requests. */
  static long bytes(List<ReadRequest> requests) {
    long bytes = 0;
    for (ReadRequest request : requests) {
      bytes += request.length();
    }
    return bytes;
  }

  static void check(long offset, long length, String path, long fileLength) throws EOFException {
    if (offset < 0 || length < 0 || offset > fileLength - length) {
      throw new EOFException(
          String.format(
              "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
              length, offset, path, fileLength));
    }
  }
}
