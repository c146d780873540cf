// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

/** An error that a command reports in one line; its message follows the error grammar. */
public class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what cannot be done.
   *
   * @param message one line: "Cannot (do what): (why)"
   */
  public CommandFailedException(String message) {
    super(message);
  }

  /**
   * Says what cannot be done, and what led to it.
   *
   * @param message one line: "Cannot (do what): (why)"
   * @param cause what led to it
   */
  public CommandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
