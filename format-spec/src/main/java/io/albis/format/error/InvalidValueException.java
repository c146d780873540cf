// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/**
 * A value cannot be stored in its column: out of range, null where nulls are not allowed, or
 * malformed.
 */
public class InvalidValueException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidValueException(String message) {
    super(message);
  }
}
