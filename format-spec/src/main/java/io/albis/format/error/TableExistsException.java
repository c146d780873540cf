// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A table that was to be created exists already. */
public class TableExistsException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public TableExistsException(String message) {
    super(message);
  }
}
