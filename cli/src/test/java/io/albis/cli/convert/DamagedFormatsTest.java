// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.albis.cli.CliRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were cut off, or in which a byte is wrong, in every part of them. */
class DamagedFormatsTest {

  private static final int CASES = 30;

  @TempDir Path dir;

  private static byte[] intact(String name) throws IOException {
    Path fixture = Path.of("src/test/fixtures", name);
    if (Files.exists(fixture)) {
      return Files.readAllBytes(fixture);
    }
    StringBuilder rows = new StringBuilder(name.contains("csv") ? "a,b\n" : "");
    for (int i = 0; i < 3000; i++) {
      String text = Integer.toHexString(i * 0x9e3779b9);
      rows.append(
          name.contains("csv")
              ? i + "," + text + "\n"
              : "{\"a\":" + i + ",\"b\":\"" + text + "\"}\n");
    }
    byte[] bytes = rows.toString().getBytes(UTF_8);
    if (name.endsWith(".zst")) {
      return Zstd.compress(bytes);
    }
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(bytes, 0, bytes.length / 2);
    }
    // A second member.
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
    }
    return compressed.toByteArray();
  }

  private CliRun convert(String name, byte[] bytes, String what) throws IOException {
    Path file = Files.write(dir.resolve(name), bytes);
    String table = dir.resolve("t").toString();
    // The fixture has values that do not fit the default, and the other one values that only do.
    String unit = name.equals("all-types.orc") ? "nanos" : "micros";
    CliRun run =
        CliRun.albis("convert", file.toString(), table, "--overwrite", "--timestamps", unit);
    assertThat(run.exitCode()).as(what + ": " + run).isBetween(0, 1);
    if (run.exitCode() == 1) {
      assertThat(run.err()).as(what).contains(name).doesNotContainPattern("@[0-9a-f]{4}|: null$");
    }
    return run;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all-types.orc",
        "foreign-pyorc.orc",
        "all-types.arrow",
        "foreign-polars.arrow",
        "all-types.arrows",
        "x.csv.gz",
        "x.csv.zst",
        "x.jsonl.gz",
        "x.jsonl.zst"
      })
  void damageIsAnErrorThatNamesTheFile(String name) throws Exception {
    byte[] intact = intact(name);
    assertThat(convert(name, intact, "intact").exitCode()).isZero();
    int step = Math.max(1, intact.length / CASES) | 1;
    for (int at = 0; at < intact.length; at += step) {
      byte[] flipped = intact.clone();
      flipped[at] ^= 0x5a;
      convert(name, flipped, "byte " + at);
      CliRun cut = convert(name, Arrays.copyOf(intact, at), "cut at " + at);
      // A stream may end after each message, and compressed text after each member.
      boolean mayEnd = name.endsWith(".arrows") || name.endsWith(".gz");
      assertThat(cut.exitCode()).as("cut at " + at).isBetween(mayEnd ? 0 : 1, 1);
    }
  }
}
