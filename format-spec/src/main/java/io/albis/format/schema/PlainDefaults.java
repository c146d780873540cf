// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidSchemaException;
import java.util.Optional;

/**
 * The defaults of fields as they are stored, in {@linkplain PlainEncoding plain encoding}, for what
 * reads and writes metadata. {@link Field} has their values.
 */
public final class PlainDefaults {

  private PlainDefaults() {}

  /** The initial default of a field. A copy. */
  public static Optional<byte[]> initialOf(Field field) {
    return Optional.ofNullable(field.plainInitialDefault()).map(byte[]::clone);
  }

  /** The write default of a field. A copy. */
  public static Optional<byte[]> writeOf(Field field) {
    return Optional.ofNullable(field.plainWriteDefault()).map(byte[]::clone);
  }

  /**
   * Returns a field with an initial default.
   *
   * @throws InvalidSchemaException if the type is struct, list or map, the bytes are not of the
   *     length that the type needs, or a time is not within a day
   */
  public static Field withInitial(Field field, byte[] plain) {
    return field.withPlainInitialDefault(plain.clone());
  }

  /** Returns a field with a write default; otherwise as {@link #withInitial}. */
  public static Field withWrite(Field field, byte[] plain) {
    return field.withPlainWriteDefault(plain.clone());
  }
}
