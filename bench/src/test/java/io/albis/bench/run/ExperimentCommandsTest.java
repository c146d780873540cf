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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the experiments with very little data. */
class ExperimentCommandsTest {

  @TempDir private Path directory;

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

  private List<Path> filesLeft() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void layoutsOfStoragesAreCompared() throws Exception {
    String[] few = {"--columns", "40", "--row-groups", "2", "--queries", "2", "--rounds", "1"};
    List<String> options = new ArrayList<>(List.of(few));
    options.addAll(List.of("--storage", "local,1ms", "--json"));
    assertThat(run("layouts", options.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(json().get("title").asText()).startsWith("albis bench layouts --dir");
    assertThat(json().get("results").findValuesAsText("storage"))
        .containsExactly("local", "local", "local", "+1 ms", "+1 ms", "+1 ms");
    assertThat(json().get("results").findValuesAsText("layout"))
        .containsExactly("plain", "ordered", "compacted", "plain", "ordered", "compacted");
  }

  @Test
  void layoutsRejectUnknownStorages() {
    assertThat(run("layouts", "--storage", "s3")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid --storage: s3 (expected local, hdfs");
  }

  @Test
  void metadataHasPlansAndAppends() throws Exception {
    assertThat(run("metadata", "--row-groups", "200", "--appends", "3", "--rounds", "2"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("200 row groups of 10 columns")
        .containsPattern("one row +1 +1 ")
        .containsPattern("all rows +200 ")
        .contains("3 appends")
        .contains("1 to 1");
    assertThat(filesLeft()).isEmpty();
  }

  @Test
  void compactionIsComparedWithACopy() throws Exception {
    String[] little = {"--size", "2MiB", "--columns", "20", "--rounds", "1"};
    List<String> options = new ArrayList<>(List.of(little));
    options.addAll(List.of("--round-seconds", "0.01"));
    assertThat(run("compaction", options.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("optimization +[0-9.,]+ +[0-9.,]+ +the copy")
        .contains("scan beside an optimization");
    assertThat(filesLeft()).isEmpty();
  }

  @Test
  void filesRejectUnknownPackings() throws Exception {
    assertThat(run("files", "--packing", "loose")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid --packing: loose");
    assertThat(filesLeft()).isEmpty();
  }

  @Test
  void streamsOfAllReadersAgree() throws Exception {
    List<String> options = new ArrayList<>(List.of("--scale", "0.01", "--streams", "2"));
    options.addAll(List.of("--queries", "4", "--neighbour", "1MiB", "--neighbour-pause", "1"));
    options.addAll(List.of("--contestants", "parquet,albis-buffered,albis-direct", "--json"));
    Path html = directory.resolve("streams.html");
    options.addAll(List.of("--html", html.toString()));
    assertThat(run("streams", options.toArray(String[]::new))).as(err.toString()).isZero();
    JsonNode report = json().get("results").get(0);
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
        .contains("slowest query, times as fast as with direct I/O without a cache");
    assertThat(trace).content().contains("\"plan\":\"q1\"", "\"read\":0", "\"close\":\"q1\"");
  }

  @Test
  void scansThatNobodyRepeatsLeaveNothing() throws Exception {
    assertThat(run("read-once", "--scale", "0.2", "--parts", "3", "--json"))
        .as(err.toString())
        .isZero();
    assertThat(json().get("results").get(0).get("parts"))
        .isNotEmpty()
        .allSatisfy(
            part -> {
              assertThat(part.get("segmentBytes").asLong()).isZero();
              assertThat(part.get("heldBytes").asLong()).isBetween(1L, 1L << 20);
              assertThat(part.get("peakBytes").asLong()).isPositive();
            });
  }

  @Test
  void streamsRejectUnknownReaders() {
    assertThat(run("streams", "--contestants", "csv")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid contestant: csv (expected one of [parquet,");
  }

  @Test
  void hotSetsAreReplayed() throws Exception {
    Path traces = directory.resolve("traces");
    Path html = directory.resolve("hot.html");
    List<String> options = new ArrayList<>(List.of("--workloads", "dashboard", "--sizes", "5"));
    options.addAll(List.of("--traces", traces.toString(), "--html", html.toString()));
    assertThat(run("hot-set", options.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("dashboard: reports on recent rows beside scans of old months")
        .containsPattern("5\\.00 +[0-9.]+ MiB +lru +");
    assertThat(traces.resolve("dashboard.jsonl")).isNotEmptyFile();
    assertThat(Files.readString(html)).contains("Policies by the size of the cache");
  }

  @Test
  void hotSetsRejectUnknownWorkloadsAndPolicies() {
    assertThat(run("hot-set", "--workloads", "tpc-h")).isEqualTo(2);
    assertThat(run("hot-set", "--policies", "fifo")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid workload: tpc-h", "Invalid cache policy: fifo");
  }
}
