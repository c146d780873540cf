// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextScannerTest {

  @Test
  void partsAreWholeRowsAndKnowTheirLines() throws Exception {
    StringBuilder text = new StringBuilder("\uFEFFa,b\r\n");
    for (int i = 0; i < 500; i++) {
      text.append(i).append(i % 3 == 0 ? ",\"x\n\"\"\r\ny\"\r\n" : i % 3 == 1 ? ",z\n\n" : ",\r");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    CsvLayout layout = new CsvLayout(List.of("a", "b"), ',', true);
    List<TextPart> parts = TextScanner.csv(layout, 100).scan(new ByteArrayInputStream(bytes));
    assertThat(parts.size()).isGreaterThan(20);
    assertThat(parts.stream().mapToLong(TextPart::rows).sum()).isEqualTo(500);
    long row = 0;
    for (int i = 0; i < parts.size(); i++) {
      TextPart part = parts.get(i);
      String start = new String(bytes, (int) part.start(), 4, StandardCharsets.UTF_8);
      assertThat(start.strip()).startsWith(row + ",");
      assertThat(i == 0 ? part.start() : parts.get(i - 1).end()).isLessThanOrEqualTo(part.start());
      row += part.rows();
    }
    assertThat(parts.get(parts.size() - 1).end()).isEqualTo(bytes.length);
    // Three rows have 3 + 2 + 1 lines.
    assertThat(parts.get(0).firstLine()).isEqualTo(2);
  }
}
