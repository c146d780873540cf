// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** There is nothing at the given location. */
public class TableNotFoundException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public TableNotFoundException(String message) {
    super(message);
  }

  /** An error that has another one as its cause. */
  public TableNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
