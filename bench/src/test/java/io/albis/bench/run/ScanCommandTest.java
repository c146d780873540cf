// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.SummedColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Runs the whole benchmark, including its JVMs, on little data, and tests that all readers agree.
 */
class ScanCommandTest {

  private static final String ALL_READERS =
      "albis,parquet-columns-snappy,parquet-records,parquet-spark-off-heap,parquet-spark-zstd,"
          + "parquet-duckdb-snappy,orc-zstd,arrow,avro-snappy,raw";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("scan", "--dir", directory.toString(), "--heap", "512m"));
    arguments.addAll(List.of("--rounds", "1", "--round-seconds", "0", "--warm-up", "0"));
    arguments.addAll(List.of(options));
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments.toArray(String[]::new));
  }

  private BenchResults results(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add("--json");
    assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();
    return JsonMapper.builder().build().readValue(out.toString(), BenchResults.class);
  }

  /**
   * All readers and codecs, but not all combinations of them. The tests of the readers cover all
   * types; a few suffice here.
   */
  @ParameterizedTest
  @CsvSource({
    "store_sales,'" + ALL_READERS + "'",
    "strings,'albis-b,orc-z'",
    "nested,'albis-rows,parquet-columns-s'"
  })
  void allReadersAgree(String data, String chosen) throws Exception {
    BenchResults results = results("--data", data, "--scale", "0.002", "--readers", chosen);
    long readers = results.scans().stream().filter(scan -> !scan.isCeiling()).count();
    assertThat(results.sums()).isNotEmpty().allMatch(sum -> sum.readers() == readers);
    assertThat(results.sums()).filteredOn(sum -> sum.values() == 0).isEmpty();
    assertThat(results.scans())
        .allSatisfy(
            scan -> {
              assertThat(scan.nanosPerRow()).isPositive();
              assertThat(scan.fileBytes()).isPositive();
              assertThat(scan.goodputBytes()).isPositive();
            });
    assertThat(results.environment()).containsKeys("Java", "processor", "Albis", "Arrow");
  }

  /** Reads fewer columns and rows with two threads, from files outside of the page cache. */
  @Test
  void readsFewerColumnsAndRows() throws Exception {
    String[] all = {"--data", "ints", "--scale", "0.05", "--readers", "albis-batches,parquet-c"};
    List<String> arguments = new ArrayList<>(List.of(all));
    arguments.addAll(List.of("--projectivity", "10", "--selectivity", "1", "--threads", "2"));
    arguments.addAll(List.of("--storage", "direct"));
    BenchResults results = results(arguments.toArray(String[]::new));
    assertThat(results.sums()).hasSize(10).allMatch(sum -> sum.values() == 500);
    assertThat(results.sums().get(0))
        .extracting(SummedColumn::column, SummedColumn::sum)
        .containsExactly("c0", Long.toString(499 * 500 / 2));
    ScanResult albis = results.scans().get(0);
    assertThat(albis.reader()).isEqualTo("albis-batches");
    assertThat(albis.goodputBytes()).isEqualTo(10 * 500 * 4);
    assertThat(albis.of().columns()).isEqualTo(10);
  }

  @Test
  void packsTablesAsGiven() throws Exception {
    String[] all = {"--data", "ints", "--scale", "0.1", "--readers", "albis-batches", "--json"};
    assertThat(run(all)).as(err.toString()).isZero();
    assertThat(dataFiles("ints-100000")).isEqualTo(1);
    List<String> small = new ArrayList<>(List.of(all));
    small.addAll(List.of("--file-size", "16MiB"));
    assertThat(run(small.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(dataFiles("ints-100000-16777216")).isBetween(3L, 5L);
    small.add("--single-group");
    assertThat(run(small.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(dataFiles("ints-100000-16777216-single-group")).isGreaterThanOrEqualTo(100);
  }

  private long dataFiles(String data) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(data).resolve("albis-columns/data"))) {
      return files.count();
    }
  }

  @Test
  void tablesShowAllReaders() {
    assertThat(run("--scale", "0.001", "--readers", "albis-batches,parquet-columns-snappy"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("store_sales, warm: 23 of 23 columns, 100 % of 2,880 rows, 1 thread")
        .contains("2 readers agree on the sums and counts of 23 columns")
        .containsPattern("parquet-columns-snappy +Parquet, snappy +1 +100 +100 +0\\.[0-9]+ ");
  }

  @Test
  void rejectsUnknownNamesAndListsKnownOnes() {
    assertThat(run("--readers", "csv")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid --readers: [csv]").contains("albis-batches");
  }
}
