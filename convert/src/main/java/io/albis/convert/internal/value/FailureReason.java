// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import java.nio.BufferUnderflowException;

/** Says why a file could not be read. */
public final class FailureReason {

  private FailureReason() {}

  /**
   * Returns why something could not be read: the message of the failure, or else its class. What is
   * behind a failure is named if the message does not have it. Libraries check little, so that
   * damage becomes a defect of theirs.
   */
  public static String of(Exception failure) {
    String message = failure.getMessage();
    if (isDefect(failure)) {
      return "it seems damaged ("
          + failure.getClass().getSimpleName()
          + (message == null ? ")" : ": " + message + ")");
    }
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    if (failure.getCause() instanceof Exception cause
        && cause.getMessage() != null
        && !message.contains(cause.getMessage())) {
      return message.replaceFirst("[.:]$", "") + ": " + of(cause);
    }
    return message;
  }

  private static boolean isDefect(Exception failure) {
    return failure instanceof NullPointerException
        || failure instanceof IndexOutOfBoundsException
        || failure instanceof ClassCastException
        || failure instanceof NegativeArraySizeException
        || failure instanceof ArithmeticException
        || failure instanceof BufferUnderflowException;
  }
}
