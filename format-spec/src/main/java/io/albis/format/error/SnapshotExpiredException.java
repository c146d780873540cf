// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** The snapshot has expired: its file, and maybe files that only it used, are deleted. */
public class SnapshotExpiredException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public SnapshotExpiredException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public SnapshotExpiredException(String message, Throwable cause) {
    super(message, cause);
  }
}
