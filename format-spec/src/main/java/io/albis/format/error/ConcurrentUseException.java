// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** Two threads concurrently used an object that is for one thread, such as a cursor. */
public class ConcurrentUseException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public ConcurrentUseException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public ConcurrentUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
