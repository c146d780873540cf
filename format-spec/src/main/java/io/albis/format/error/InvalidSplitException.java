// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A split belongs to another table or snapshot than the one it is read from, or is damaged. */
public class InvalidSplitException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidSplitException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public InvalidSplitException(String message, Throwable cause) {
    super(message, cause);
  }
}
