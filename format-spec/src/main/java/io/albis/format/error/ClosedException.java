// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * A table, scan, cursor, writer, or a view that it handed out, was used after it had been closed.
 */
public class ClosedException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public ClosedException(String message) {
    super(message);
  }

  /** An error with its cause. */
  public ClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
