// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

/** The three kinds of file. */
public enum FileKind {
  /** The whole table at one point in time. */
  SNAPSHOT(1),
  /** Row groups, data files and extents. */
  MANIFEST(2),
  /** Segments of values. */
  DATA(3);

  private final int code;

  FileKind(int code) {
    this.code = code;
  }

  /** The number in heads and tails. */
  int code() {
    return code;
  }
}
