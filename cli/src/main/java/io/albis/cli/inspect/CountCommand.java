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
package io.albis.cli.inspect;

import io.albis.cli.command.ExitCodes;
import io.albis.reader.Table;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code albis count}: prints the number of rows. */
@Command(name = "count", description = "Prints the number of rows of a table.")
public final class CountCommand extends TableCommand {

  /** Made by the command line parser. */
  public CountCommand() {}

  @Override
  int run(Table table) {
    if (isJson()) {
      printJson(Map.of("rows", table.rowCount()));
    } else {
      out().println(table.rowCount());
    }
    return ExitCodes.OK;
  }
}
