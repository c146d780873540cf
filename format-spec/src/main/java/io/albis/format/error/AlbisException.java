// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

import io.albis.format.internal.text.ErrorText;

/** The superclass of all exceptions that Albis throws about tables, files, schemas and requests. */
public class AlbisException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public AlbisException(String message) {
    super(ErrorText.shortened(message, ErrorText.MAX_MESSAGE));
  }

  /** Creates an exception with a message and a cause. */
  public AlbisException(String message, Throwable cause) {
    super(ErrorText.shortened(message, ErrorText.MAX_MESSAGE), cause);
  }
}
