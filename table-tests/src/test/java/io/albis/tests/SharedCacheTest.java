// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the properties of the cache of the process, in processes of their own. */
class SharedCacheTest {

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = directory.resolve("t").toString();
    PriceTable.write(uri);
  }

  private static List<String> run(String... properties) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(properties));
    command.addAll(List.of(SharedCacheMain.class.getName(), uri));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(output, StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void propertiesTurnItOnAndSetItsLimitAndPolicy() throws Exception {
    String line = "true lru " + (24 << 20) + " hits";
    assertThat(run("-Dalbis.cache.limit=24m", "-Dalbis.cache.policy=lru"))
        .containsExactly(line, line);
  }

  @Test
  void itIsOffWithoutALimit() throws Exception {
    List<String> lines = run();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("false scan-count ").endsWith(" no hits");
  }

  @Test
  void invalidLimitsAreRefused() throws Exception {
    String message = "Invalid value of albis.cache.limit: 1x (expected bytes, such as 512m or 8g)";
    assertThat(run("-Dalbis.cache.limit=1x"))
        .containsExactly("table: " + message, "cache: " + message, "cache: " + message);
  }

  @Test
  void invalidPoliciesAreRefused() throws Exception {
    String message = "Invalid cache policy: best (expected scan-count, lru, cost or lazy)";
    assertThat(run("-Dalbis.cache.limit=24m", "-Dalbis.cache.policy=best"))
        .containsExactly("table: " + message, "cache: " + message, "cache: " + message);
  }
}
