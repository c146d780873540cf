// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

/** What the command returns to the shell; documented in {@code docs/cli.md}. */
public final class ExitCodes {
  /** The command did what it was asked. */
  public static final int OK = 0;

  /** The command failed, or found a problem: a missing table, damage, sums that differ. */
  public static final int FAILED = 1;

  /** The command line is invalid: nothing was done. */
  public static final int USAGE = 2;

  /** An error that Albis did not foresee: a defect worth reporting. */
  public static final int INTERNAL_ERROR = 70;

  /** Stopped by an interrupt (Ctrl-C): what was being written has been taken back. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
