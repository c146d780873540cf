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
package io.albis.cli.demo;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.cli.command.ExitCodes;
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
  void refusesToMakeNothing() {
    assertThat(albis("demo", "--scale", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(albis("demo", "--rows", "0").err()).contains("Invalid --scale or --rows");
  }
}
