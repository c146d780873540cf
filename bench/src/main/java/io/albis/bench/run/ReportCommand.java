// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.report.HtmlReport;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.SummedColumn;
import io.albis.bench.result.WriteResult;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.result.QueryResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis bench report}: creates a page with charts of results. */
@Command(
    name = "report",
    description = {
      "Creates a page with charts of results written by --output. The page is a single file that",
      "works offline. Results of several files should be from the same machine. If a case was",
      "measured several times, the last file wins, because only figures of one run are comparable."
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

  @Override
  public Integer call() throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    List<String> titles = new ArrayList<>();
    Map<String, String> environment = new LinkedHashMap<>();
    Map<ScanCase, List<ScanResult>> scans = new LinkedHashMap<>();
    Map<ScanCase, List<SummedColumn>> sums = new LinkedHashMap<>();
    Map<List<Object>, List<WriteResult>> writes = new LinkedHashMap<>();
    Map<List<Object>, List<QueryResult>> queries = new LinkedHashMap<>();
    for (Path file : files) {
      BenchResults results = mapper.readValue(file.toFile(), BenchResults.class);
      titles.add(results.title());
      // A property that differs between runs is shown with both values.
      results
          .environment()
          .forEach(
              (name, value) ->
                  environment.merge(name, value, (a, b) -> a.contains(b) ? a : a + "; " + b));
      scans.putAll(groups(results.scans(), ScanResult::of));
      sums.putAll(groups(results.sums(), SummedColumn::of));
      queries.putAll(
          groups(results.queries(), result -> List.of(result.workload(), result.query())));
      writes.putAll(
          groups(
              results.writes(),
              write -> List.of(write.dataSet(), write.task(), write.threads(), write.rows())));
    }
    HtmlReport.write(
        new BenchResults(
            String.join("\n", titles),
            environment,
            all(scans),
            all(writes),
            all(queries),
            all(sums)),
        page);
    out().println("Wrote " + page);
    return ExitCodes.OK;
  }

  private static <K, T> Map<K, List<T>> groups(List<T> results, Function<T, K> by) {
    return results.stream()
        .collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
  }

  private static <T> List<T> all(Map<?, List<T>> groups) {
    return groups.values().stream().flatMap(List::stream).toList();
  }
}
