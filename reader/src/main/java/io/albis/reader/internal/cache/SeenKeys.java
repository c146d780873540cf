// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SegmentKey;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers which segments were requested lately, by a hash of their keys, so that a segment that
 * was not kept the first time is kept the second time. Of fixed size: a newer segment displaces an
 * older one. Two segments with the same 64-bit hash are taken for one, which keeps a segment
 * needlessly. Thread-safe.
 */
final class SeenKeys {

  /** 512 KiB: the segments of about 64 GiB. */
  private static final int SIZE = 1 << 16;

  private final AtomicLongArray hashes = new AtomicLongArray(SIZE);

  /** Remembers a key. */
  void add(SegmentKey key) {
    long hash = hash(key);
    hashes.set((int) (hash >>> 48), hash);
  }

  /** Whether a key is remembered. */
  boolean contains(SegmentKey key) {
    long hash = hash(key);
    return hashes.get((int) (hash >>> 48)) == hash;
  }

  /** Mixes all bits, so that the highest 16 are evenly distributed; never 0, the empty slot. */
  private static long hash(SegmentKey key) {
    long mixed = key.offset() * 0x9E3779B97F4A7C15L + key.hashCode() + ((long) key.length() << 32);
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return (mixed ^ (mixed >>> 31)) | 1;
  }
}
