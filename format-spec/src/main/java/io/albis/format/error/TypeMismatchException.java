// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A value was read, written or compared as a type that does not match its column. */
public class TypeMismatchException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public TypeMismatchException(String message) {
    super(message);
  }
}
