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
package io.albis.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** One run of the command in this process, with what it printed. */
public final class CliRun {
  private final int exitCode;
  private final String out;
  private final String err;

  private CliRun(int exitCode, String out, String err) {
    this.exitCode = exitCode;
    this.out = out;
    this.err = err;
  }

  /** Runs {@code albis} with these arguments. */
  public static CliRun albis(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Albis.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int exitCode = commandLine.execute(args);
    commandLine.getOut().flush();
    commandLine.getErr().flush();
    return new CliRun(exitCode, out.toString(), err.toString());
  }

  public int exitCode() {
    return exitCode;
  }

  public String out() {
    return out;
  }

  public String err() {
    return err;
  }

  @Override
  public String toString() {
    return "exit code " + exitCode + "\n--- out\n" + out + "--- err\n" + err;
  }
}
