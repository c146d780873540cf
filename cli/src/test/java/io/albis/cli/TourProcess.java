// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Executes command lines in its working directory, which a Java process cannot change: one per line
 * of standard input, words separated by 0. Ends with the exit code of the first that fails.
 */
final class TourProcess {

  private TourProcess() {}

  /** Runs the commands. */
  public static void main(String[] arguments) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println("> albis " + line.replace('\0', ' '));
      int code = Albis.commandLine().execute(line.split("\0", -1));
      if (code != 0) {
        System.exit(code);
      }
    }
    System.exit(0);
  }
}
