// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import java.io.Console;

/** Whether commands talk to a person. */
public final class Terminals {

  private Terminals() {}

  /** Returns whether standard input and output are a terminal. */
  // Since Java 22 there is a console that is not a terminal; before, it is null.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isInteractive() {
    return isTerminal(System.console());
  }

  private static boolean isTerminal(Console console) {
    if (console == null) {
      return false;
    }
    try {
      // Since Java 22, there is a console in any case.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Failed to ask the console what it is", e);
    }
  }
}
