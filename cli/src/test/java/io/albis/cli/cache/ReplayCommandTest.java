// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.cache;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.reader.internal.replay.CacheTrace;
import io.albis.reader.internal.replay.TraceFile;
import io.albis.reader.source.SegmentKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {

  private static final int LENGTH = 1 << 16;
  private static final int ROUNDS = 10;

  @TempDir private Path dir;
  private Path trace;

  /** Two hot segments, and one in each round that is read once. */
  @BeforeEach
  void write() throws IOException {
    CacheTrace.Builder builder = new CacheTrace.Builder();
    for (int i = 0; i < ROUNDS; i++) {
      builder.read(10L * i, key(0)).read(10L * i + 1, key(1)).read(10L * i + 2, key(2 + i));
    }
    trace = dir.resolve("trace<1>.jsonl");
    try (OutputStream out = Files.newOutputStream(trace)) {
      TraceFile.write(builder.build(), out);
    }
  }

  private static SegmentKey key(int number) {
    long offset = (long) number * LENGTH;
    return new SegmentKey(
        new UUID(1, 2), "data/a.albis", offset, LENGTH, 0, offset + LENGTH, 0, offset);
  }

  @Test
  void policiesAndSizesAreCompared() throws Exception {
    JsonNode result =
        new ObjectMapper()
            .readTree(ok("cache", "replay", trace.toString(), "--sizes", "128KiB,1MiB", "--json"));
    assertThat(result.get("segmentCount").asInt()).isEqualTo(ROUNDS + 2);
    assertThat(result.get("results").findValuesAsText("policy"))
        .containsExactly("lru", "lru", "lazy", "lazy", "cost", "cost", "scan-count", "scan-count");
    assertThat(result.get("results").get(0).get("hits").asInt())
        .as("lru in two segments: three take turns")
        .isZero();
    assertThat(result.get("results").get(1).get("hits").asInt()).isEqualTo(2 * (ROUNDS - 1));
  }

  @Test
  void resultsAreDrawnInTheTerminalAndInAPage() throws Exception {
    Path page = dir.resolve("replay.html");
    assertThat(ok("cache", "replay", trace.toString(), "--html", page.toString()))
        .contains("12 segments of 768 KiB, 1.88 MiB read")
        .containsPattern("scan-count +[0-9.]+ .* #+\\.+");
    assertThat(Files.readString(page))
        .contains("trace&lt;1&gt;.jsonl", "<polyline points=", "scan-count, ")
        .doesNotContain("<script");
  }

  @Test
  void invalidOptionsAndTracesAreRejected() throws Exception {
    String file = trace.toString();
    assertThat(albis("cache").exitCode()).isEqualTo(2);
    assertThat(albis("cache", "replay", file, "--policies", "fifo").err())
        .contains("Invalid cache policy: fifo");
    assertThat(albis("cache", "replay", file, "--selections", "0").err())
        .contains("Invalid --selections: 0");
    assertThat(albis("cache", "replay", file, "--sizes", "0").err())
        .contains("--sizes", "Invalid size: 0 (expected more than 0)");
    Files.writeString(trace, "{\"read\":0,\"millis\":1}\n");
    CliRun run = albis("cache", "replay", file);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Invalid trace", "unexpected line 1");
  }
}
