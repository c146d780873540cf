// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A writer was closed after values were set for a row or batch that was never ended. */
public class UnfinishedRowException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public UnfinishedRowException(String message) {
    super(message);
  }
}
