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
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.report.HtmlReport;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ColumnTotal;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.WriteResult;
import io.albis.cli.command.AlbisCommand;
import io.albis.cli.command.ExitCodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis bench report}: a page with charts of what was measured. */
@Command(
    name = "report",
    description = {
      "Makes a page with charts of results that --output has written. The page is one file that",
      "needs no network. Several results become one page: they should be of one machine."
    })
public final class ReportCommand extends AlbisCommand {

  @Parameters(arity = "1..*", paramLabel = "RESULTS", description = "Files of results.")
  private List<Path> files;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "The page to write (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis-bench.html")
  private Path page;

  /** Made by the command line parser. */
  public ReportCommand() {}

  @Override
  public Integer call() throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    List<String> titles = new ArrayList<>();
    Map<String, String> environment = new LinkedHashMap<>();
    List<ScanResult> scans = new ArrayList<>();
    List<WriteResult> writes = new ArrayList<>();
    List<ColumnTotal> sums = new ArrayList<>();
    for (Path file : files) {
      BenchResults results = mapper.readValue(file.toFile(), BenchResults.class);
      titles.add(results.title());
      // A fact that differs between runs is told with both values.
      results
          .environment()
          .forEach(
              (name, value) ->
                  environment.merge(name, value, (a, b) -> a.contains(b) ? a : a + "; " + b));
      scans.addAll(results.scans());
      writes.addAll(results.writes());
      sums.addAll(results.sums());
    }
    HtmlReport.write(
        new BenchResults(String.join("\n", titles), environment, scans, writes, sums), page);
    out().println("Wrote " + page);
    return ExitCodes.OK;
  }
}
