// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import io.albis.format.error.AlbisException;

/** Files cannot be converted, or a table cannot be exported. The message names the file. */
public class ConversionException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public ConversionException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public ConversionException(String message, Throwable cause) {
    super(message, cause);
  }
}
