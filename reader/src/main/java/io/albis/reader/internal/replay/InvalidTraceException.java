// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.format.error.AlbisException;

/** A file is not a trace; the message names the file and the line. */
public final class InvalidTraceException extends AlbisException {

  private static final long serialVersionUID = 1L;

  InvalidTraceException(String message) {
    super(message);
  }

  InvalidTraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
