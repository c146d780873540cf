// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.spark.SparkTestSession;
import io.albis.tools.command.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that compare formats, on little data. They use the session of the test. */
@ExtendWith(SparkTestSession.class)
class SparkBenchmarksTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private int run(StringWriter out, String... arguments) {
    CommandLine commands = SparkBenchmarks.commandLine();
    commands.setOut(new PrintWriter(out));
    commands.setErr(new PrintWriter(out));
    return commands.execute(arguments);
  }

  @Test
  void storeSalesAgreesInAllFormats(SparkSession spark) throws Exception {
    Path results = directory.resolve("results.json");
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "store_sales",
            "--dir=" + directory,
            "--scale=0.001",
            "--formats=albis,albis-rows,parquet-snappy,orc-zstd",
            "--rounds=2",
            "--warm-up=0",
            "--output=" + results);

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains(
            "store_sales-0.001-decimal",
            "store_sales-0.001-double",
            "sum of all columns",
            "The results of all formats are equal.");
    JsonNode queries = JSON.readTree(results.toFile()).get("queries");
    assertThat(queries).hasSize(2 * 2 * 4);
    for (JsonNode query : queries) {
      assertThat(query.get("isEqual").asBoolean()).isTrue();
      assertThat(query.get("seconds")).hasSize(2);
      assertThat(query.has("allocatedBytesPerRow"))
          .isEqualTo(query.get("query").asText().equals("batches only"));
    }
  }

  @Test
  void queriesOfTpcdsAgreeInAllFormats(SparkSession spark) throws Exception {
    Path table = directory.resolve("table.md");
    StringWriter out = new StringWriter();
    String[] arguments = {
      "tpcds",
      "--dir=" + directory,
      "--module=",
      "--scale=0.01",
      "--queries=q3,q96",
      "--cold",
      "--formats=albis,parquet-zstd",
      "--rounds=1",
      "--warm-up=0",
      "--json",
      "--markdown=" + table
    };
    assertThat(run(out, arguments)).as(out.toString()).isEqualTo(ExitCodes.OK);

    JsonNode results = JSON.readTree(out.toString());
    assertThat(results.get("title").asText()).startsWith("spark-datasource/measure tpcds --dir");
    assertThat(results.get("environment").get("TPC-DS, scale 0.01, 1 core, cold").asText())
        .contains("albis ", "parquet-zstd ");
    assertThat(results.get("queries")).hasSize(2 * 2);
    assertThat(Files.readString(table)).contains("| q3 |", "| q96 |", "| geometric mean |");
  }

  @Test
  void queriesOfTpchAgreeInAllFormats(SparkSession spark) {
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "tpch",
            "--dir=" + directory,
            "--module=",
            "--scale=0.01",
            "--queries=q1,q6,q13,q22",
            "--formats=albis,parquet-snappy",
            "--rounds=1",
            "--warm-up=0");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains("TPC-H, scale 0.01, 1 core", "× CPU of parquet-snappy", "q13", "q22")
        .contains("The results of all formats are equal.");
  }

  /** Scans aggregate, and leave out rows by their filter, where Parquet's give all to Spark. */
  @Test
  void rowsOfScansAreCounted(SparkSession spark) throws Exception {
    Path table = directory.resolve("rows.md");
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "tpch",
            "--dir=" + directory,
            "--module=",
            "--scale=0.01",
            "--queries=q1,q6,q14",
            "--formats=albis,parquet-snappy",
            "--rows",
            "--markdown=" + table);

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(Files.readString(table))
        .contains("| q1 | 0 | 60175 | 868 | 4 | 60175 |", "| q6 | 0 | 60175 | 58984 | 1 | 60175 |")
        .contains("| q14 | 0 | 62175 | 59453 | 2722 | 62175 |");
  }

  @Test
  void streamsAgreeInAllContestants(SparkSession spark) throws Exception {
    Path results = directory.resolve("streams.json");
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "streams",
            "--dir=" + directory,
            "--module=",
            "--scale=0.01",
            "--queries=q3,q96",
            "--contestants=parquet,albis-scan-count",
            "--streams=2",
            "--job=sort",
            "--cache=100",
            "--heap=512m",
            "--memory=0",
            "--output=" + results);

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("2 streams, cache", "limit of memory none");
    JsonNode figures = JSON.readTree(results.toFile()).get("figures");
    assertThat(figures).hasSize(2);
    for (JsonNode figure : figures) {
      JsonNode pass = figure.get("pass");
      assertThat(pass.get("queries").get("q3")).hasSize(2);
      assertThat(pass.get("seconds").asDouble())
          .isGreaterThanOrEqualTo(pass.get("jobSeconds").asDouble())
          .isPositive();
      // The rows of the sort.
      assertThat(pass.get("tasks").get("shuffledBytes").asLong()).isGreaterThan(1 << 20);
      assertThat(pass.get("loadedBytes").asLong() > 0)
          .isEqualTo(figure.get("contestant").asText().equals("albis-scan-count"));
    }
    assertThat(figures.get(1).get("pass").get("hitShare").asDouble()).isPositive();
  }

  /** Where no group can be created, the command says so in place of the kernel's kill. */
  @Test
  void saysWhenMemoryIsTooLittleForAProcess(SparkSession spark) {
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "streams",
            "--dir=" + directory,
            "--module=",
            "--scale=0.01",
            "--queries=q96",
            "--contestants=albis-direct",
            "--heap=512m",
            "--memory=64m");

    assertThat(code).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString())
        .containsAnyOf(
            "Failed to run streams by albis-direct: the process was killed, probably for lack of"
                + " memory; raise --memory",
            "Cannot limit memory to 64.0 MiB: none, since no control group could be created");
  }

  @Test
  void comparesCachedDataFrames(SparkSession spark) {
    StringWriter out = new StringWriter();

    int code =
        run(out, "cache", "--rows=500", "--rounds=1", "--data=STRINGS,NESTED", "--heap=512m");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains("spark plain", "strings of Parquet: build", "strings: like", "nested: build");
  }

  @Test
  void iteratesOverCachedData(SparkSession spark) {
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "iterations",
            "--rows=10000",
            "--iterations=1",
            "--cores=1",
            "--heap=512m",
            "--memory=0",
            "--contestants=albis,spark_plain");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString().lines().filter(line -> line.contains("k-means"))).hasSize(2);
    assertThat(out.toString()).contains("memory not limited", "albis", "spark plain", "logistic");
  }

  @Test
  void comparesQueriesWithAndWithoutThePlugin(SparkSession spark) {
    StringWriter out = new StringWriter();
    int code =
        run(
            out,
            "plugin",
            "--dir=" + directory,
            "--module=",
            "--scale=0.01",
            "--queries=q3,q96",
            "--rounds=2");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains("no plugin", "The results of all formats are equal.", "q3", "q96");
  }

  @Test
  void refusesTimesOfRowsThatAreCounted() {
    StringWriter out = new StringWriter();
    assertThat(run(out, "tpch", "--module=", "--rows", "--json")).isEqualTo(ExitCodes.USAGE);
    assertThat(out.toString()).contains("drop --plan, --json and --output");
  }

  @Test
  void refusesUnknownNames(SparkSession spark) {
    StringWriter out = new StringWriter();
    assertThat(run(out, "tpcds", "--module=", "--queries=q100")).isEqualTo(ExitCodes.USAGE);
    assertThat(out.toString()).contains("Invalid queries: [q100]");
    assertThat(run(out, "streams", "--module=", "--contestants=avro")).isNotEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("Invalid contestant: avro (expected one of parquet, orc");
    assertThat(run(out, "store_sales", "--formats=avro")).isNotEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("Invalid format: avro (expected one of albis, albis-rows");
  }
}
