// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import java.util.Optional;

/**
 * The defaults of fields as they are stored, in {@linkplain PlainEncoding plain encoding}, for what
 * reads and writes metadata. {@link Field} has their values.
 */
public final class PlainDefaults {

  /** What {@link Field} shows to nobody else. */
  public interface Access {
    /** The bytes, or null. */
    byte[] initialOf(Field field);

    /** The bytes, or null. */
    byte[] writeOf(Field field);

    /** See {@link PlainDefaults#withInitial}. */
    Field withInitial(Field field, byte[] plain);

    /** See {@link PlainDefaults#withWrite}. */
    Field withWrite(Field field, byte[] plain);
  }

  /** Set when {@link Field} is initialized, so before there is a field. */
  private static Access access;

  private PlainDefaults() {}

  /** Called by {@link Field} only. */
  public static void accessThrough(Access own) {
    access = own;
  }

  /** The initial default of a field. A copy. */
  public static Optional<byte[]> initialOf(Field field) {
    return Optional.ofNullable(access.initialOf(field)).map(byte[]::clone);
  }

  /** The write default of a field. A copy. */
  public static Optional<byte[]> writeOf(Field field) {
    return Optional.ofNullable(access.writeOf(field)).map(byte[]::clone);
  }

  /**
   * Returns a field with an initial default.
   *
   * @throws InvalidArgumentException if the type is struct, list or map, the bytes are not of the
   *     length that the type needs, or a time is not within a day
   */
  public static Field withInitial(Field field, byte[] plain) {
    return access.withInitial(field, plain.clone());
  }

  /** Returns a field with a write default; otherwise as {@link #withInitial}. */
  public static Field withWrite(Field field, byte[] plain) {
    return access.withWrite(field, plain.clone());
  }
}
