// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * The commit may have happened or not: the storage failed at the moment of publishing. Look at the
 * latest snapshot before trying again.
 */
public class CommitStateUnknownException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public CommitStateUnknownException(String message) {
    super(message);
  }

  /** An error that has another one as its cause. */
  public CommitStateUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
