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
package io.albis.cli.output;

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
