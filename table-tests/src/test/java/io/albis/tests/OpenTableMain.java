// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.error.AlbisException;
import io.albis.reader.Table;

/** A program that opens a table and prints the result. */
final class OpenTableMain {

  private OpenTableMain() {}

  public static void main(String[] arguments) {
    System.out.println(describe(arguments[0]));
  }

  /** Returns "opened", or the exception with its message and cause. */
  static String describe(String uri) {
    try (Table table = TestTables.open(uri)) {
      return "opened " + table.uri();
    } catch (AlbisException e) {
      String cause = e.getCause() == null ? "" : " <- " + e.getCause().getClass().getSimpleName();
      return e.getClass().getSimpleName() + ": " + e.getMessage() + cause;
    }
  }
}
