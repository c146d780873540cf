// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * A table, scan, cursor, writer, or a view that it handed out, was used after it had been closed.
 */
public class ClosedException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public ClosedException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public ClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
