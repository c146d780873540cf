// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.Arrays;
import java.util.Objects;

/** Hashes of 64 bits, of which some millions differ. */
final class Hashes {

  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final int SHIFT = 32;

  private Hashes() {}

  /** Adds a value to a hash. */
  static long mix(long hash, long value) {
    long mixed = (hash ^ value) * FACTOR;
    mixed ^= mixed >>> SHIFT;
    return (mixed + value) * FACTOR ^ mixed >>> SHIFT;
  }

  /** Adds the result of a request to a hash. */
  static long mix(long hash, Object result) {
    return result instanceof StoredFile file ? file.mix(hash) : mix(hash, Objects.hashCode(result));
  }

  /** Adds the first bytes of an array to a hash. */
  static long mix(long hash, byte[] bytes, int length) {
    return mix(hash, ((long) length << SHIFT) + Arrays.hashCode(Arrays.copyOf(bytes, length)));
  }
}
