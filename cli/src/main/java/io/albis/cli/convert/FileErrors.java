// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidValueException;
import io.albis.tools.command.CommandFailedException;
import java.nio.BufferUnderflowException;
import java.util.List;
import java.util.Locale;

/** Texts about failures of files. */
final class FileErrors {

  /** Starts of messages of sources, and of writers about values that a damaged file may have. */
  private static final List<String> OF_COLUMN =
      List.of("Cannot convert column ", "Cannot write column ");

  private FileErrors() {}

  /**
   * Returns why a file could not be read: the message of the failure, or else its class. What is
   * behind a failure is named if the message does not have it. Libraries check little, so that
   * damage becomes a defect of theirs.
   */
  static String reason(Exception failure) {
    String message = failure.getMessage();
    if (isDefect(failure)) {
      return "it is damaged ("
          + failure.getClass().getSimpleName()
          + (message == null ? ")" : ": " + message + ")");
    }
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    if (failure.getCause() instanceof Exception cause
        && cause.getMessage() != null
        && !message.contains(cause.getMessage())) {
      return message.replaceFirst("[.:]$", "") + ": " + reason(cause);
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

  /** Returns a failure that names the file, of which columns were asked for. */
  static RuntimeException ofFile(String file, RuntimeException failure) {
    RuntimeException named = named(file, failure);
    return named == failure && failure instanceof AlbisException ? of(file, failure) : named;
  }

  private static RuntimeException of(String file, RuntimeException failure) {
    String message = failure.getMessage();
    if (message.contains(file)) {
      return failure;
    }
    String reason = message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    return new CommandFailedException("Cannot convert " + file + ": " + reason, failure);
  }

  /** Returns a failure that names the file, if it is about a value or names only a column. */
  static RuntimeException named(String file, RuntimeException failure) {
    String message = failure.getMessage();
    for (String start : OF_COLUMN) {
      if (message != null && message.startsWith(start)) {
        return new CommandFailedException(
            "Cannot convert " + file + ": column " + message.substring(start.length()), failure);
      }
    }
    return failure instanceof InvalidValueException ? of(file, failure) : failure;
  }
}
