// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A split is of another table or snapshot than the one it was to be read from, or is damaged. */
public class InvalidSplitException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public InvalidSplitException(String message) {
    super(message);
  }

  /** An error with its cause. */
  public InvalidSplitException(String message, Throwable cause) {
    super(message, cause);
  }
}
