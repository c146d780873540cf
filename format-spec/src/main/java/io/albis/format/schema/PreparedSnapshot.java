// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * A snapshot that has not been published: what {@code TableWriter.prepare} returns and {@code
 * Table.open} of the reader opens, also in another process. Immutable, serializable, and equal by
 * value.
 *
 * @param id that the snapshot will have, if no other writer commits before
 * @param bytes the content of its file; not checked before the snapshot is opened
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and compared by value
public record PreparedSnapshot(long id, byte[] bytes) implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * Copies the bytes.
   *
   * @throws IllegalArgumentException if the id is not positive
   */
  public PreparedSnapshot {
    if (id < 1) {
      throw new IllegalArgumentException("Invalid snapshot id: " + id + " (expected at least 1)");
    }
    bytes = Objects.requireNonNull(bytes, "bytes").clone();
  }

  /** A copy of the content of the snapshot's file. */
  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof PreparedSnapshot other
        && id == other.id
        && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  @Override
  public String toString() {
    return "prepared snapshot " + id;
  }
}
