// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.util.Random;
import java.util.function.Function;

/** Random conditions in SQL. */
final class RandomConditions {

  private RandomConditions() {}

  /** Combines conditions by AND, OR and NOT. */
  static String nested(Random random, int depth, Function<Random, String> simple) {
    if (depth > 0 && random.nextBoolean()) {
      String both = random.nextBoolean() ? " AND " : " OR ";
      String not = random.nextInt(4) == 0 ? "NOT " : "";
      String left = nested(random, depth - 1, simple);
      return not + "(" + left + both + nested(random, depth - 1, simple) + ")";
    }
    return simple.apply(random);
  }
}
