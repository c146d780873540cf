// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

/** The text of a workload is not valid. */
public class InvalidWorkloadException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidWorkloadException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public InvalidWorkloadException(String message, Throwable cause) {
    super(message, cause);
  }
}
