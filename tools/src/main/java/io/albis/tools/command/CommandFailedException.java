// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

/** A failure that a command reports as one line. Its message follows the error grammar. */
public class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a message.
   *
   * @param message one line: "Cannot (do what): (why)"
   */
  public CommandFailedException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a message and a cause.
   *
   * @param message one line: "Cannot (do what): (why)"
   * @param cause the cause
   */
  public CommandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
