// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.type.StoredValues;
import java.util.Optional;

/** Converts values of metadata to the classes that Spark uses inside of its engine. */
final class CatalystValues {

  private CatalystValues() {}

  /** Returns whether Spark reads a type as the same type, so that values keep their order. */
  static boolean hasValues(Type type) {
    return isNumeric(type) || type.kind() == TypeKind.BOOLEAN || type.kind() == TypeKind.STRING;
  }

  /** Returns whether the optimizer of Spark calculates with the values of a type. */
  static boolean isNumeric(Type type) {
    return type.isNumber()
        || type.kind() == TypeKind.DATE
        || type.kind() == TypeKind.TIMESTAMP && type.unit() != TimeUnit.NANOS;
  }

  /** Converts a bound of a column; empty if it is unknown, or Spark does not calculate with it. */
  static Optional<Object> ofBound(Optional<Object> bound, Type type) {
    return isNumeric(type)
        ? bound.map(value -> StoredValues.toSpark(value, type))
        : Optional.empty();
  }
}
