// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A value was asked for, given or compared as a type that its column does not have. */
public class TypeMismatchException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public TypeMismatchException(String message) {
    super(message);
  }
}
