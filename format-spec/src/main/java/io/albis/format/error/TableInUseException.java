// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A table was closed while something still reads it, or holds memory of it. */
public class TableInUseException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public TableInUseException(String message) {
    super(message);
  }

  /** An error with its cause. */
  public TableInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
