// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.vector;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;

/**
 * Determines which stored types can be read as types of the current schema (SPEC.md, section 14).
 */
public final class StoredTypes {

  private StoredTypes() {}

  /**
   * Whether a stored type can be read as the wanted type. Nested fields match by id; names, docs
   * and other metadata are ignored.
   */
  public static boolean canRead(Type stored, Type wanted) {
    if (stored.kind() != wanted.kind() || !stored.isNested()) {
      return stored.canWidenTo(wanted);
    }
    if (stored.kind() == TypeKind.STRUCT) {
      return wanted.children().stream().allMatch(field -> canReadField(stored, field));
    }
    for (int i = 0; i < stored.children().size(); i++) {
      if (!canReadChild(stored.children().get(i), wanted.children().get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean canReadField(Type stored, Field wanted) {
    for (Field field : stored.children()) {
      if (field.id() == wanted.id()) {
        return canReadChild(field, wanted);
      }
    }
    return wanted.nullable();
  }

  private static boolean canReadChild(Field stored, Field wanted) {
    return stored.id() == wanted.id()
        && (wanted.nullable() || !stored.nullable())
        && canRead(stored.type(), wanted.type());
  }
}
