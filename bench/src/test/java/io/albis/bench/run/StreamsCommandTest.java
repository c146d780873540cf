// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs streams of queries, in processes of their own, on very little data. */
class StreamsCommandTest {

  @TempDir private static Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--dir", directory.toString()));
    arguments.addAll(List.of(options));
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments.toArray(String[]::new));
  }

  private JsonNode json() throws Exception {
    return JsonMapper.builder().build().readTree(out.toString());
  }

  @Test
  void streamsOfAllReadersAgree() throws Exception {
    List<String> options = new ArrayList<>(List.of("--scale", "0.01", "--streams", "2"));
    options.addAll(List.of("--queries", "4", "--neighbour", "1MiB", "--neighbour-pause", "1"));
    options.addAll(List.of("--contestants", "parquet,albis-buffered,albis-direct", "--json"));
    Path html = directory.resolve("streams.html");
    options.addAll(List.of("--html", html.toString()));
    assertThat(run("streams", options.toArray(String[]::new))).as(err.toString()).isZero();
    JsonNode report = json().get("report");
    assertThat(report.get("results").findValuesAsText("contestant"))
        .containsExactly("parquet", "albis-buffered", "albis-direct");
    assertThat(report.get("results"))
        .allSatisfy(
            result -> {
              assertThat(result.get("queries").size()).isBetween(4, 8);
              assertThat(result.get("peakResidentBytes").asLong()).isPositive();
              assertThat(result.get("neighbour").get("residentBytes").asLong()).isPositive();
            });
    assertThat(report.get("results").get(2).get("readerBytes").asLong()).isPositive();
    assertThat(Files.readString(html)).contains("Concurrent streams", "albis-direct");
  }

  @Test
  void streamsThroughTheCacheAgreeWithDirectReads() throws Exception {
    Path trace = directory.resolve("trace.jsonl");
    List<String> options = new ArrayList<>(List.of("--scale", "0.01", "--streams", "2"));
    options.addAll(List.of("--queries", "3", "--neighbour", "0", "--record", trace.toString()));
    options.addAll(List.of("--contestants", "albis-direct,albis-lazy,albis-scan-count"));
    assertThat(run("streams", options.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("albis-scan-count: bypasses [0-9]+, ")
        .containsPattern("query +albis-direct ms +albis-lazy ms +× albis-direct");
    assertThat(trace).content().contains("\"plan\":\"q1\"", "\"read\":0", "\"close\":\"q1\"");
  }

  @Test
  void streamsRejectUnknownReaders() {
    assertThat(run("streams", "--contestants", "csv")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid contestant: csv (expected one of [parquet,");
  }
}
