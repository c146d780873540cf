// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {

  @TempDir Path directory;

  private Path results(String name, ScanCase of, String... readers) throws Exception {
    List<ScanResult> scans =
        List.of(readers).stream()
            .map(
                reader ->
                    new ScanResult(
                        of,
                        reader,
                        "Albis",
                        false,
                        1000,
                        900,
                        List.of(0.001),
                        List.of(0.5),
                        0.5,
                        0,
                        0,
                        null,
                        null,
                        null,
                        null))
            .toList();
    Path file = directory.resolve(name);
    JsonMapper.builder()
        .build()
        .writeValue(
            file.toFile(), new BenchResults(name, Map.of("Java", name), scans, null, null, null));
    return file;
  }

  /** Ratios between two runs would compare two states of the machine. */
  @Test
  void repeatedCasesAreTakenFromTheLastFile() throws Exception {
    ScanCase warm = new ScanCase("sales", "warm", 1, 100, 2, 2, 100, 100);
    ScanCase cold = new ScanCase("sales", "cold", 1, 100, 2, 2, 100, 100);
    Path first = results("first", warm, "first-reader");
    Path second = results("second", cold, "second-reader");
    Path third = results("third", warm, "third-reader");
    Path page = directory.resolve("page.html");
    CommandLine bench = Bench.commandLine();
    StringWriter out = new StringWriter();
    bench.setOut(new PrintWriter(out, true));
    int code =
        bench.execute(
            "report",
            first.toString(),
            second.toString(),
            third.toString(),
            "--html",
            page.toString());
    assertThat(code).isZero();
    assertThat(out.toString()).contains("Wrote " + page);
    assertThat(Files.readString(page))
        .contains("third-reader", "second-reader", "first; second; third")
        .doesNotContain("first-reader");
  }
}
