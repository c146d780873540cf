// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

/**
 * Thrown if a value that users set is invalid: a URI, a path, an option of a storage, or a size.
 * The message names it, and what is expected. Other invalid arguments are faults of the caller.
 */
public class InvalidSettingException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception. */
  public InvalidSettingException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public InvalidSettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
