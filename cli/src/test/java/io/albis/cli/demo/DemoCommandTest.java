// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

  @TempDir Path dir;

  @Test
  void sumsOfParquetAndAlbisAreEqual() throws Exception {
    CliRun run =
        albis("demo", "--scale", "0.01", "--rows", "3000", "--json", "--dir", dir.toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertThat(result.get("rows").asLong()).isEqualTo(3000);
    assertThat(result.get("equalSums").asBoolean()).isTrue();
    assertThat(result.get("sums")).hasSize(23);
    assertThat(result.get("sums").get(2).get("values").asLong()).isEqualTo(3000);
    assertThat(result.get("readers")).hasSize(3);
    assertThat(dir.resolve("store_sales.parquet")).exists();
    assertThat(dir.resolve("store_sales/_albis")).isDirectory();
    CliRun again = albis("demo", "--rows", "10", "--dir", dir.toString());
    assertThat(again.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(again.err()).contains("Cannot create ").contains("store_sales.parquet: it exists");
  }

  @Test
  void printsSumsAndSpeeds() {
    CliRun run = albis("demo", "--scale", "0.01", "--rows", "1000");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    assertThat(run.out())
        .contains("Parquet and Albis agree on 1,000 rows of 23 columns")
        .contains("ss_net_profit")
        .contains("Albis, column batches", "Albis, row views", "Parquet (snappy), columns");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void rejectsZeroRows() {
    assertThat(albis("demo", "--scale", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(albis("demo", "--rows", "0").err()).contains("Invalid --scale or --rows");
  }
}
