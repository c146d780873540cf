// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** A writer was closed although values of a row or batch were set that was not ended. */
public class UnfinishedRowException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public UnfinishedRowException(String message) {
    super(message);
  }
}
