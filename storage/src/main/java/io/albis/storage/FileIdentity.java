// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Objects;

/**
 * Tells whether two opened files are the same bytes: equal identities mean the same file with the
 * same contents, as far as the backend can tell. The key of caches.
 *
 * @param id what the backend calls the file, as in device and inode
 * @param length the length in bytes
 * @param modifiedNanos the time of the last modification, in nanoseconds since 1970
 */
public record FileIdentity(String id, long length, long modifiedNanos) {

  /** Checks that the id is there. */
  public FileIdentity {
    Objects.requireNonNull(id, "id");
  }
}
