// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * Another writer has committed a change that this commit cannot be put on top of. The table is as
 * the other writer left it; nothing of this commit is visible.
 */
public class CommitConflictException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public CommitConflictException(String message) {
    super(message);
  }
}
