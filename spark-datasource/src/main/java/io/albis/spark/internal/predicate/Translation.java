// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.reader.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A predicate of the reader that stands for one of Spark.
 *
 * @param predicate true for at least the rows for which Spark's is true
 * @param isExact whether it is true for no other rows
 */
record Translation(Predicate predicate, boolean isExact) {

  static Translation exact(Predicate predicate) {
    return new Translation(predicate, true);
  }

  /** The rows for which all operands are true. An operand without translation is left out. */
  static Optional<Translation> allOf(List<Optional<Translation>> operands) {
    List<Predicate> predicates = new ArrayList<>();
    boolean isExact = true;
    for (Optional<Translation> operand : operands) {
      operand.ifPresent(translation -> predicates.add(translation.predicate));
      isExact &= operand.isPresent() && operand.get().isExact;
    }
    return predicates.isEmpty() && !isExact
        ? Optional.empty()
        : Optional.of(new Translation(Predicate.and(predicates), isExact));
  }

  /** The rows for which one operand is true: none if an operand has no translation. */
  static Optional<Translation> anyOf(List<Optional<Translation>> operands) {
    List<Predicate> predicates = new ArrayList<>();
    boolean isExact = true;
    for (Optional<Translation> operand : operands) {
      if (operand.isEmpty()) {
        return Optional.empty();
      }
      predicates.add(operand.get().predicate);
      isExact &= operand.get().isExact;
    }
    return Optional.of(new Translation(Predicate.or(predicates), isExact));
  }
}
