// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A schema, a change of it, or its division into column groups breaks a rule of the format. */
public class InvalidSchemaException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidSchemaException(String message) {
    super(message);
  }
}
