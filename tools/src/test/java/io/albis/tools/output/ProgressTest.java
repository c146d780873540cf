// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void showsCountRateAndTask() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (Progress progress = Progress.start("convert", 0, "rows", out, 100)) {
      progress.total(200);
      progress.add(50);
      progress.set(200);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("convert", "100%", "200/200 rows", "/s");
  }

  @Test
  void isSilentWithoutATerminal() {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try (Progress progress = Progress.start("convert", 10, "rows")) {
      progress.add(10);
    } finally {
      System.setErr(before);
    }
    assertThat(bytes.size()).isZero();
  }
}
