// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.reader.internal.replay.CacheTrace;
import io.albis.reader.internal.replay.InvalidTraceException;
import io.albis.reader.internal.replay.TraceFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;

/** Traces of the cache. */
class TraceFuzzTest {

  @FuzzTest
  void trace(byte[] input) {
    Bounded.run(
        input,
        Set.of(InvalidTraceException.class),
        () -> {
          CacheTrace trace = read(input);
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          TraceFile.write(trace, out);
          // Segments that no event uses are not written.
          assertThat(read(out.toByteArray()).events()).isEqualTo(trace.events());
        });
  }

  private static CacheTrace read(byte[] bytes) throws IOException {
    return TraceFile.read("forged", new ByteArrayInputStream(bytes));
  }
}
