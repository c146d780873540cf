// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.Arrays;

/** Which types may change into which (SPEC.md, section 16). */
final class Widening {

  private Widening() {}

  static boolean allows(Type from, Type to) {
    return switch (from.kind()) {
      case INT8 -> isOneOf(to, TypeKind.INT8, TypeKind.INT16, TypeKind.INT32, TypeKind.INT64);
      case INT16 -> isOneOf(to, TypeKind.INT16, TypeKind.INT32, TypeKind.INT64);
      case INT32 -> isOneOf(to, TypeKind.INT32, TypeKind.INT64);
      case FLOAT -> isOneOf(to, TypeKind.FLOAT, TypeKind.DOUBLE);
      case DECIMAL ->
          isOneOf(to, TypeKind.DECIMAL)
              && from.scale() == to.scale()
              && from.precision() <= to.precision();
      case STRUCT -> isOneOf(to, TypeKind.STRUCT) && structs(from, to);
      case LIST ->
          isOneOf(to, TypeKind.LIST) && field(from.children().get(0), to.children().get(0));
      case MAP ->
          isOneOf(to, TypeKind.MAP)
              && field(from.children().get(0), to.children().get(0))
              && field(from.children().get(1), to.children().get(1));
      case BOOLEAN, INT64, DOUBLE, DATE, TIME, TIMESTAMP -> from.equals(to);
      case STRING, BINARY, FIXED_BINARY, UUID -> from.equals(to);
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> from.equals(to);
    };
  }

  private static boolean isOneOf(Type type, TypeKind... kinds) {
    return Arrays.asList(kinds).contains(type.kind());
  }

  private static boolean structs(Type from, Type to) {
    for (Field wanted : to.children()) {
      Field stored = null;
      for (Field child : from.children()) {
        if (child.id() == wanted.id() && (child.id() != 0 || child.name().equals(wanted.name()))) {
          stored = child;
        }
      }
      if (stored == null ? !wanted.isReadableWhereMissing() : !field(stored, wanted)) {
        return false;
      }
    }
    return true;
  }

  private static boolean field(Field from, Field to) {
    return from.id() == to.id()
        && (to.nullable() || !from.nullable())
        && (from.nullable() || !to.nullable() || from.type().nesting() != Nesting.STRUCT)
        && allows(from.type(), to.type());
  }
}
