// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/** A snapshot that has not been published: what {@link TableWriter#prepare} returns. */
public final class PreparedSnapshot {

  private final long id;
  private final byte[] bytes;

  PreparedSnapshot(long id, byte[] bytes) {
    this.id = id;
    this.bytes = bytes;
  }

  /** The id that it will have, if no other writer commits before. */
  public long id() {
    return id;
  }

  /** The content of its file. */
  public byte[] bytes() {
    return bytes.clone();
  }
}
