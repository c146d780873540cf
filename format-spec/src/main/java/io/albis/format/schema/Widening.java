// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.internal.schema.ValueOrder;

/** Which types may change into which (SPEC.md, section 16). */
final class Widening {

  private Widening() {}

  static boolean allows(Type from, Type to) {
    if (from.equals(to)) {
      return true;
    }
    if (from.isNumber() && to.isNumber()) {
      return numbers(from, to);
    }
    boolean isSame = from.nesting() == to.nesting();
    return switch (from.nesting()) {
      case NONE -> false;
      case STRUCT -> isSame && structs(from, to);
      case LIST -> isSame && field(from.children().get(0), to.children().get(0));
      case MAP ->
          isSame
              && field(from.children().get(0), to.children().get(0))
              && field(from.children().get(1), to.children().get(1));
    };
  }

  private static boolean numbers(Type from, Type to) {
    if (from.kind() == TypeKind.DECIMAL || to.kind() == TypeKind.DECIMAL) {
      return from.kind() == to.kind()
          && from.scale() == to.scale()
          && from.precision() <= to.precision();
    }
    return ValueOrder.of(from) == ValueOrder.of(to) && from.fixedWidth() <= to.fixedWidth();
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
