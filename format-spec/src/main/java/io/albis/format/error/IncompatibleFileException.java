// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A data file cannot become part of a table, because it does not fit the table or is in it. */
public class IncompatibleFileException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public IncompatibleFileException(String message) {
    super(message);
  }
}
