// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.Schema;
import java.util.Arrays;

/** Leaves the rows for which a condition is true. */
final class Filter {

  private final Condition condition;

  /** What the condition is computed of. */
  private final Step[] steps;

  Filter(Term.Test test, Schema schema) {
    Computation computation = new Computation(schema);
    this.condition = computation.condition(test, "a condition");
    Step[] all = computation.steps();
    this.steps = Arrays.copyOf(all, all.length - 1);
  }

  /** Returns whether there are any. */
  boolean narrow(BatchBlock block) {
    for (Step step : steps) {
      step.load(block);
    }
    return condition.narrow(block);
  }
}
