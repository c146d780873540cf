// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A tag cannot be set, because its name is invalid or taken, or removed, because there is none. */
public class InvalidTagException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidTagException(String message) {
    super(message);
  }
}
