// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.Split;
import java.util.Set;

/** Serialized splits. */
class SplitFuzzTest {

  @FuzzTest
  void split(byte[] input) {
    Bounded.run(
        input,
        Set.of(InvalidArgumentException.class),
        () -> {
          Split split = Split.fromBytes(input);
          assertThat(Split.fromBytes(split.toBytes())).isEqualTo(split);
        });
  }
}
