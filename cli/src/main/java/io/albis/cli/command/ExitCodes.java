/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.cli.command;

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
