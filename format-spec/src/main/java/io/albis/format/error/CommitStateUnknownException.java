// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * It is unknown whether the commit succeeded, because the storage failed while it published the
 * snapshot. Check the latest snapshot before retrying.
 */
public class CommitStateUnknownException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public CommitStateUnknownException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public CommitStateUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
