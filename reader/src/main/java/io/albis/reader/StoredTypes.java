/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;

/** Which stored types can be read as which types of the present schema (SPEC.md, section 14). */
final class StoredTypes {

  private StoredTypes() {}

  /** Whether it can; fields below match by id, and names, docs and the like do not matter. */
  static boolean canRead(Type stored, Type wanted) {
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
