// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Widening of types (SPEC.md, section 14). */
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
      if (stored == null ? !wanted.nullable() : !field(stored, wanted)) {
        return false;
      }
    }
    return true;
  }

  private static boolean field(Field from, Field to) {
    return from.id() == to.id()
        && (to.nullable() || !from.nullable())
        && allows(from.type(), to.type());
  }

  /** Converts a value in plain encoding (SPEC.md, section 13) to the encoding of the wider type. */
  static byte[] plainValue(Type from, Type to, byte[] value) {
    if (from.kind() == TypeKind.FLOAT && to.kind() == TypeKind.DOUBLE) {
      float narrow = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getFloat();
      return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(narrow).array();
    }
    if (value.length == 0 || from.isVariableLength() || from.fixedWidth() == to.fixedWidth()) {
      return value;
    }
    byte[] wide = Arrays.copyOf(value, to.fixedWidth());
    byte sign = (byte) (value[value.length - 1] >> 7);
    Arrays.fill(wide, value.length, wide.length, sign);
    return wide;
  }
}
