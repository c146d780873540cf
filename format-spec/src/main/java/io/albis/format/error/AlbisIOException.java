// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** Reading or writing a file failed. */
public class AlbisIOException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public AlbisIOException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public AlbisIOException(String message, Throwable cause) {
    super(message, cause);
  }
}
