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
    TypeKind kind = type.kind();
    if (kind == TypeKind.INT8 || kind == TypeKind.INT16 || kind == TypeKind.INT32) {
      return TypeKind.INT64;
    }
    return kind == TypeKind.FIXED_BINARY ? TypeKind.BINARY : kind;
  }
}
