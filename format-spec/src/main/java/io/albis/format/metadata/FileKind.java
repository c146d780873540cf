// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

/** The kinds of files of a table. */
public enum FileKind {
  /** The state of the table after a commit. */
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

  /** The id in headers and tails. */
  int code() {
    return code;
  }

  /** The minor version that is written; readers accept all minor versions. */
  int minorVersion() {
    return minorVersion;
  }
}
