// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that are damaged, or of versions that cannot be read. */
class DamagedInputsTest {

  @TempDir Path dir;

  @Test
  void damagedParquetFootersNameTheFile() throws Exception {
    byte[] intact = Files.readAllBytes(Path.of("src/test/fixtures/int96.parquet"));
    Path file = dir.resolve("x.parquet");
    String table = dir.resolve("t").toString();
    int footer = intact.length - 8 - (intact[intact.length - 8] & 0xff);
    for (int at = Math.max(4, footer - 300); at < intact.length - 4; at += 7) {
      byte[] damaged = intact.clone();
      damaged[at] ^= 0x5a;
      Files.write(file, damaged);
      CliRun run = CliRun.albis("convert", file.toString(), table, "--overwrite");
      assertThat(run.exitCode()).as("byte " + at + ": " + run).isLessThan(2);
      if (run.exitCode() == 1) {
        assertThat(run.err()).as("byte " + at).contains("x.parquet").doesNotContain("@");
      }
    }
  }

  @Test
  void experimentalCompressionOfArrowIsRefused() {
    CliRun run =
        CliRun.albis(
            "convert",
            "src/test/fixtures/experimental-compression.arrow",
            dir.resolve("t").toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.err()).contains("experimental-compression.arrow", "Arrow 0.17");
  }
}
