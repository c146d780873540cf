// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * Another writer has committed a conflicting change. The table is in the state of that commit;
 * nothing of the failed commit is visible.
 */
public class CommitConflictException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public CommitConflictException(String message) {
    super(message);
  }
}
