// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output of the process, which remembers its first failure: {@code System.out} would hide
 * it. The failure is reported when the command has ended. Never closed.
 */
public final class StandardOutput extends OutputStream {

  private static final StandardOutput PROCESS = new StandardOutput();

  private final FileOutputStream stream = new FileOutputStream(FileDescriptor.out);
  private volatile IOException failure;

  private StandardOutput() {}

  /** Returns the output of this process. */
  public static StandardOutput get() {
    return PROCESS;
  }

  /** Why the output could not be written; null if it could. */
  IOException failure() {
    return failure;
  }

  /** Whether the reader of a pipe has gone. */
  boolean isPipeBroken() {
    return failure != null && String.valueOf(failure.getMessage()).contains("Broken pipe");
  }

  /** Whether a command has failed because the output could not be written. */
  boolean isCauseOf(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause == failure) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      stream.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
