// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Objects;

/**
 * Identifies the contents of an open file: equal identities mean the same file with the same
 * contents, as far as the backend can tell. A key for caches.
 *
 * @param id the backend's name for the file, for example its device and inode
 * @param length the length in bytes
 * @param modifiedNanos the time of the last modification, in nanoseconds since 1970
 */
public record FileIdentity(String id, long length, long modifiedNanos) {

  /** Checks that the id is not null. */
  public FileIdentity {
    Objects.requireNonNull(id, "id");
  }
}
