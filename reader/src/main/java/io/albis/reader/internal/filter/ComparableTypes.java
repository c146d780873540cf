// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;

/** Decides which columns can be compared with each other: by their stored values, as they are. */
public final class ComparableTypes {

  private ComparableTypes() {}

  /** Whether the order of stored values is that of the values they stand for. */
  public static boolean areComparable(Type left, Type right) {
    ValueOrder order = ValueOrder.of(left);
    return switch (order) {
      case NONE -> false;
      case DOUBLE -> ValueOrder.of(right) == order;
      case LONG, INT128, BYTES ->
          ValueOrder.of(right) == order
              && comparedKind(left) == comparedKind(right)
              && left.scale() == right.scale()
              && left.unit() == right.unit()
              && left.withZone() == right.withZone();
    };
  }

  private static TypeKind comparedKind(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64 -> TypeKind.INT64;
      case BINARY, FIXED_BINARY -> TypeKind.BINARY;
      default -> type.kind();
    };
  }
}
