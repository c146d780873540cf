// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/** A data file as the readers of one identity see it: until when they are known to may read it. */
final class CachedFile {

  private final String path;

  /** In milliseconds of the cache's clock. */
  private volatile long validUntil = Long.MIN_VALUE;

  CachedFile(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  boolean isReadable(long now) {
    return now < validUntil;
  }

  void readableUntil(long time) {
    validUntil = time;
  }
}
