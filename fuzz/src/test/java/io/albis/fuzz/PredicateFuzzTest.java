// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.Predicate;
import java.util.Set;

/** Serialized predicates. */
class PredicateFuzzTest {

  @FuzzTest
  void predicate(byte[] input) {
    Bounded.run(
        input,
        Set.of(InvalidArgumentException.class, UnsupportedVersionException.class),
        () -> {
          Predicate predicate = Predicate.fromBytes(input);
          Predicate again = Predicate.fromBytes(predicate.toBytes());
          assertThat(again).isEqualTo(predicate).hasSameHashCodeAs(predicate);
          assertThat(again.toString()).isEqualTo(predicate.toString());
        });
  }
}
