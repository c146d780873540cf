// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.Arrays;

/** The bytes of a file, which a writer may still append to. */
final class StoredFile {

  private final long id;
  private byte[] bytes = new byte[0];
  private int length;
  private long modified;
  private long unlistedUntil;

  StoredFile(long id, long modified) {
    this.id = id;
    this.modified = modified;
  }

  /** Unique in the store. */
  long id() {
    return id;
  }

  synchronized int length() {
    return length;
  }

  synchronized long modified() {
    return modified;
  }

  synchronized void modified(long millis) {
    this.modified = millis;
  }

  /** Until then, listings miss the file. */
  synchronized long unlistedUntil() {
    return unlistedUntil;
  }

  synchronized void unlistedUntil(long millis) {
    this.unlistedUntil = millis;
  }

  synchronized void append(byte[] source, int offset, int count) {
    ensure(length + count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  synchronized void appendZeros(int count) {
    ensure(length + count);
    length += count;
  }

  private void ensure(int needed) {
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }

  /** Adds the content to a hash. */
  synchronized long mix(long hash) {
    return Hashes.mix(Hashes.mix(hash, bytes, length), unlistedUntil);
  }

  /** All bytes; not to be changed, and only meaningful up to {@link #length()}. */
  synchronized byte[] bytes() {
    return bytes;
  }
}
