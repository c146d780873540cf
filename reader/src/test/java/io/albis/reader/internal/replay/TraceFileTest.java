// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.source.SegmentKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFileTest {

  private static final UUID TABLE = UUID.fromString("5f0c1b1e-0000-4000-8000-000000000001");

  private static SegmentKey key(long offset) {
    return new SegmentKey(TABLE, "data/f.albis", offset, 100, 0, offset + 100, 3, 0);
  }

  private static CacheTrace parse(String text) throws IOException {
    return TraceFile.read("t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void tracesAreReadAsTheyWereWritten() throws Exception {
    CacheTrace trace =
        new CacheTrace.Builder()
            .plan(1, "q \"1\"", List.of(key(100), key(0), key(100)), 2)
            .read(2, key(0))
            .read(3, key(200))
            .close(4, "q \"1\"")
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceFile.write(trace, out);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text.lines())
        .hasSize(7)
        .startsWith(
            "{\"segment\":0,\"table\":\"5f0c1b1e-0000-4000-8000-000000000001\","
                + "\"path\":\"data/f.albis\",\"offset\":100,\"length\":100,\"chunk\":0,\"group\":3}")
        .endsWith("{\"close\":\"q \\\"1\\\"\",\"millis\":4}");
    assertThat(parse(text)).isEqualTo(trace);
    assertThat(trace.bytes()).isEqualTo(300);
    assertThat(trace.readBytes()).isEqualTo(200);
    assertThat(trace.lastMillis()).isEqualTo(4);
  }

  @Test
  void otherKeysAreIgnored() throws Exception {
    assertThat(parse("{\"close\":\"q\",\"millis\":4,\"more\":{\"a\":[1]}}\n\n").events())
        .containsExactly(new CacheTrace.Close(4, "q"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1] | unexpected line 1 (expected an object)",
        "{'read':0,'millis':1} | unexpected line 1 (expected a segment of an earlier line, not 0)",
        "{'close':'q'} | unexpected line 1 (expected millis from 0 to 9223372036854775807)",
        "{'millis':1} | unexpected line 1 (expected close)",
        "{'segment':1} | unexpected line 1 (expected segment 0)",
        "{'plan':'q','millis':1,'count':1,'segments':['a']} | (expected numbers of segments)",
        "{'segment':0,'offset':0,'length':1,'table':'x','path':'p'} | table in line 1 is not a"
            + " UUID",
        "{'close':'q' | in line 1",
      })
  void invalidLinesAreRejected(String line, String message) {
    assertThatThrownBy(() -> parse(line.replace('\'', '"')))
        .isInstanceOf(InvalidTraceException.class)
        .hasMessageStartingWith("Invalid trace t: ")
        .hasMessageContaining(message);
  }
}
