// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tools.output.RawText;
import io.albis.tools.output.VisibleText;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawUtf8WriterTest {

  private static byte[] written(String text, int step) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (RawUtf8Writer writer = new RawUtf8Writer(bytes)) {
      for (int i = 0; i < text.length(); i += step) {
        writer.write(text, i, Math.min(step, text.length() - i));
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100_000})
  void textIsEncoded(int step) throws Exception {
    String text = "a\u00e4\u07ff\u0800\uffff\ud83d\ude00\udbff\udfff-".repeat(3_000);
    assertThat(written(text, step)).isEqualTo(text.getBytes(UTF_8));
    // No text has these; they are not the bytes that RawText keeps.
    assertThat(written("\ud83dx\udc00", step)).isEqualTo("?x?".getBytes(UTF_8));
  }

  @Test
  void anyBytesComeBack() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      random.nextBytes(bytes);
      if (i % 2 == 0) {
        // Bytes that start and continue sequences, to meet the edges of UTF-8.
        byte[] edges = {(byte) 0xed, (byte) 0xa0, (byte) 0x80, (byte) 0xf0, (byte) 0xc3, 'a'};
        for (int k = 0; k < bytes.length; k++) {
          bytes[k] = edges[random.nextInt(edges.length)];
        }
      }
      assertThat(written(RawText.decode(bytes), 3)).isEqualTo(bytes);
    }
  }

  @Test
  void rawBytesAreShownOrReplaced() {
    String text = RawText.decode(new byte[] {'a', (byte) 0xff, '\n', (byte) 0xe2, (byte) 0x82});
    assertThat(VisibleText.of(text)).isEqualTo("a\\xff\u23ce\\xe2\\x82");
    assertThat(RawText.replaced(text)).isEqualTo("a\ufffd\n\ufffd\ufffd");
    assertThat(RawText.hasRaw("\ud83d\udc80")).isFalse();
    assertThat(VisibleText.of("\ud83d\udc80")).isEqualTo("\ud83d\udc80");
  }
}
