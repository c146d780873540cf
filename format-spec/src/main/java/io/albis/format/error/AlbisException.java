// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** The root of all errors that Albis reports about tables, files, schemas and requests. */
public class AlbisException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public AlbisException(String message) {
    super(message);
  }

  /** An error that has another one as its cause. */
  public AlbisException(String message, Throwable cause) {
    super(message, cause);
  }
}
