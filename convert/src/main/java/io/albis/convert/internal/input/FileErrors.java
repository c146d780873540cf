// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import java.util.List;
import java.util.Locale;

/** Texts about failures of files. */
final class FileErrors {

  /** Starts of messages of sources, and of writers about values that a damaged file may have. */
  private static final List<String> OF_COLUMN =
      List.of("Cannot convert column ", "Cannot write column ");

  private FileErrors() {}

  /** Returns a failure that names the file, of which columns were asked for. */
  static RuntimeException ofFile(String file, AlbisException failure) {
    RuntimeException named = named(file, failure);
    boolean isComplete = named != failure || failure instanceof InvalidArgumentException;
    return isComplete ? named : of(file, failure);
  }

  private static RuntimeException of(String file, RuntimeException failure) {
    String message = failure.getMessage();
    if (message.contains(file)) {
      return failure;
    }
    String reason = message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    return new InvalidArgumentException("Cannot convert " + file + ": " + reason, failure);
  }

  /** Returns a failure that names the file, if it is about a value or names only a column. */
  static RuntimeException named(String file, RuntimeException failure) {
    String message = failure.getMessage();
    for (String start : OF_COLUMN) {
      if (message != null && message.startsWith(start)) {
        return new InvalidArgumentException(
            "Cannot convert " + file + ": column " + message.substring(start.length()), failure);
      }
    }
    return failure instanceof InvalidArgumentException ? of(file, failure) : failure;
  }
}
