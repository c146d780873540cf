// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.error.AlbisException;
import io.albis.tools.command.CommandFailedException;
import java.util.Locale;

/** Texts about failures of files. */
final class FileErrors {

  private static final String OF_COLUMN = "Cannot convert column ";

  private FileErrors() {}

  /** Returns why a file could not be read: the message of the failure, or else its class. */
  static String reason(Exception failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  /** Returns a failure that names the file, of which columns were asked for. */
  static RuntimeException ofFile(String file, RuntimeException failure) {
    RuntimeException named = named(file, failure);
    String message = failure.getMessage();
    if (named != failure || !(failure instanceof AlbisException) || message.contains(file)) {
      return named;
    }
    String reason = message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    return new CommandFailedException("Cannot convert " + file + ": " + reason, failure);
  }

  /** Returns a failure that names the file, if it names only a column. */
  static RuntimeException named(String file, RuntimeException failure) {
    String message = failure.getMessage();
    return message != null && message.startsWith(OF_COLUMN)
        ? new CommandFailedException(
            "Cannot convert " + file + ": column " + message.substring(OF_COLUMN.length()), failure)
        : failure;
  }
}
