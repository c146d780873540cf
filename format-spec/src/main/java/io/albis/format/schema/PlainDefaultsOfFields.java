// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.internal.schema.PlainDefaults;

/** Opens the encoded defaults of fields to the modules of Albis. */
final class PlainDefaultsOfFields implements PlainDefaults.Access {

  @Override
  public byte[] initialOf(Field field) {
    return field.plainInitialDefault();
  }

  @Override
  public byte[] writeOf(Field field) {
    return field.plainWriteDefault();
  }

  @Override
  public Field withInitial(Field field, byte[] plain) {
    return field.withPlainInitialDefault(plain);
  }

  @Override
  public Field withWrite(Field field, byte[] plain) {
    return field.withPlainWriteDefault(plain);
  }
}
