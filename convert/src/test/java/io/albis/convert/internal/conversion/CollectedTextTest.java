// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.internal.batch.BatchColumnValues;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Verification compares the bytes of strings, also if they are not UTF-8. */
class CollectedTextTest {

  private static final byte[] INVALID = {'a', (byte) 0xff};
  private static final byte[] OTHER = {'a', (byte) 0xfe};

  @Test
  void differentBytesAreDifferentValues() {
    byte[] replacement = "a\uFFFD".getBytes(StandardCharsets.UTF_8);
    assertThat(BatchColumnValues.text(replacement)).isEqualTo("a\uFFFD");
    assertThat(equal(INVALID, INVALID.clone())).isTrue();
    assertThat(equal(INVALID, OTHER)).isFalse();
    assertThat(equal(INVALID, replacement)).isFalse();
  }

  private static boolean equal(byte[] a, byte[] b) {
    return ExpectedRows.equal(BatchColumnValues.text(a), BatchColumnValues.text(b));
  }
}
