// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/** A data file as the readers of one identity see it: until when they are known to may read it. */
final class CachedFile {

  /** Java heap of a file, its path and its place in a map, in bytes: an estimate. */
  static final int HEAP = 256;

  private final String path;

  /** In milliseconds of the cache's clock. */
  private volatile long validUntil = Long.MIN_VALUE;

  /** Entries of its segments. Guarded by the map that it is in. */
  private int entries = 1;

  CachedFile(String path) {
    this.path = path;
  }

  /** Counts an entry. */
  void addEntry() {
    entries++;
  }

  /** Counts the end of an entry; returns whether there are others. */
  boolean removeEntry() {
    entries--;
    return entries > 0;
  }

  String path() {
    return path;
  }

  boolean isReadable(long now) {
    return now < validUntil;
  }

  /** Extends the time; a later one that is known stays. */
  synchronized void readableUntil(long time) {
    validUntil = Math.max(validUntil, time);
  }
}
