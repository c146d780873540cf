// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.data.DataSets;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.WriteResult;
import io.albis.bench.write.OpenWriter;
import io.albis.bench.write.SalesChunk;
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
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class WriteCommandTest {

  private static final long ROWS = 20_000;

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("write", "--dir", directory.toString(), "--heap", "512m"));
    arguments.addAll(List.of("--rounds", "1", "--warm-up", "0", "--scale", "0.005"));
    arguments.addAll(List.of(options));
    CommandLine commandLine = Bench.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments.toArray(String[]::new));
  }

  @Test
  void measuresWritersAndConvertersInSeparateJvms() throws Exception {
    String writers = "raw,albis-batches,parquet-to,albis-to-arrow";
    assertThat(run("--writers", writers, "--threads", "2", "--json")).as(err.toString()).isZero();
    BenchResults results =
        JsonMapper.builder().build().readValue(out.toString(), BenchResults.class);
    assertThat(results.writes())
        .extracting(WriteResult::writer)
        .containsExactly("raw", "albis-batches", "parquet-to-albis", "albis-to-arrow");
    assertThat(results.writes())
        .allSatisfy(
            write -> {
              assertThat(write.threads()).isEqualTo(2);
              assertThat(write.rows()).isEqualTo(14_402);
              assertThat(write.rowsPerSecond()).isPositive();
            });
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .as("written files are deleted, the converted input is kept")
          .containsExactly("store_sales-14402");
    }
  }

  static List<WriteContestant> writers() {
    return WriteContestant.all().stream().filter(one -> !one.isCommand()).toList();
  }

  /** All formats need at least one byte per value. */
  @ParameterizedTest
  @MethodSource("writers")
  void everyWriterWritesAllRows(WriteContestant contestant) throws Exception {
    DataSetFiles data =
        new DataSetFiles(directory, DataSets.named("store_sales"), ROWS, new TablePacking());
    List<SalesChunk> chunks = SalesChunk.read(data.make(DataSetFormat.ALBIS).toString());
    Path written = Files.createDirectory(directory.resolve("written"));
    try (OpenWriter writer = contestant.writer().open(written, 2)) {
      for (int i = 0; i < 2; i++) {
        try (OpenWriter.Part part = writer.part(i)) {
          for (SalesChunk chunk : chunks) {
            part.write(chunk);
          }
        }
      }
      writer.finish();
    }
    long bytes = 0;
    try (Stream<Path> files = Files.walk(written)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(bytes).isBetween(2 * ROWS * 23 / 2, 2 * ROWS * 200);
  }

  @Test
  void tableComparesWithParquetAndTheDevice() {
    assertThat(run("--writers", "raw,albis-rows-,parquet")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("of Parquet")
        .containsPattern("parquet +1 .* 1\\.00 +[0-9.]+")
        .contains("albis-rows-all");
  }

  @Test
  void rejectsUnknownWriters() {
    assertThat(run("--writers", "csv")).isEqualTo(2);
    assertThat(err.toString()).contains("Invalid --writers: [csv]").contains("albis-rows");
  }
}
