// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

/** The three kinds of file of a table. */
public enum FileKind {
  /** The whole table at one moment. */
  SNAPSHOT(1, 0),
  /** Row groups and their extents. */
  MANIFEST(2, 1),
  /** Segments of values. */
  DATA(3, 0);

  private final int code;
  private final int minorVersion;

  FileKind(int code, int minorVersion) {
    this.code = code;
    this.minorVersion = minorVersion;
  }

  /** The number in headers and tails. */
  int code() {
    return code;
  }

  /** The minor version of what is written; readers take all of them. */
  int minorVersion() {
    return minorVersion;
  }
}
