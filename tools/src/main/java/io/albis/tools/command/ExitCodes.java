// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

/** The exit codes of the command, documented in {@code docs/cli.md}. */
public final class ExitCodes {
  /** The command succeeded. */
  public static final int OK = 0;

  /** The command failed or found a problem, such as a missing table, damage or different sums. */
  public static final int FAILED = 1;

  /** The command line is invalid: nothing was done. */
  public static final int USAGE = 2;

  /** An unexpected internal error: a defect that should be reported. */
  public static final int INTERNAL_ERROR = 70;

  /** Stopped by an interrupt (Ctrl-C); unfinished output was removed. */
  public static final int INTERRUPTED = 130;

  /** The reader of standard output has gone away, as when a pipe to {@code head} is closed. */
  public static final int BROKEN_PIPE = 141;

  private ExitCodes() {}
}
