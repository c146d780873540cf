// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** Two threads used at the same time what is made for one, such as a cursor. */
public class ConcurrentUseException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public ConcurrentUseException(String message) {
    super(message);
  }

  /** An error with its cause. */
  public ConcurrentUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
