// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** There is no table, snapshot or file at a location, or a directory that is not a table. */
public class TableNotFoundException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public TableNotFoundException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public TableNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
