// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import org.apache.commons.io.input.ProxyInputStream;

/** The text of a file, whose failures name the file. */
final class NamedInputStream extends ProxyInputStream {

  private static final String START = "Cannot read ";

  private final String file;

  NamedInputStream(String file, InputStream text) {
    super(text);
    this.file = file;
  }

  /** Returns a failure that names the file, if it does not yet. */
  static IOException named(String file, IOException failure) {
    String message = failure.getMessage();
    if (failure instanceof ClosedByInterruptException
        || (message != null && message.startsWith(START + file))) {
      return failure;
    }
    String reason = message == null ? failure.getClass().getSimpleName() : message;
    return new IOException(
        START + file + ": " + (failure instanceof EOFException ? "it is not complete" : reason),
        failure);
  }

  @Override
  protected void handleIOException(IOException e) throws IOException {
    throw named(file, e);
  }
}
