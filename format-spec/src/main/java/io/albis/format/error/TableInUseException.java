// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A table was closed while it was still being read, or while its memory was still held. */
public class TableInUseException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public TableInUseException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public TableInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
