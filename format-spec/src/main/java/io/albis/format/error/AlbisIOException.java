// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** Reading or writing a file failed. */
public class AlbisIOException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public AlbisIOException(String message) {
    super(message);
  }

  /** An error that has another one as its cause. */
  public AlbisIOException(String message, Throwable cause) {
    super(message, cause);
  }
}
