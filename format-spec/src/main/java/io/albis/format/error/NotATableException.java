// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** The directory exists, but holds no Albis table. */
public class NotATableException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public NotATableException(String message) {
    super(message);
  }
}
