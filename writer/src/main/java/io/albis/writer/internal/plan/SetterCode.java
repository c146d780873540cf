// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;

/** The setter that a type accepts. */
public final class SetterCode {

  public static final byte NONE = 0;
  public static final byte BOOLEAN = 1;
  public static final byte BYTE = 2;
  public static final byte SHORT = 3;
  public static final byte INT = 4;
  public static final byte LONG = 5;

  /** As {@link #LONG}, for values that must be in a day. */
  public static final byte TIME = 6;

  public static final byte FLOAT = 7;
  public static final byte DOUBLE = 8;
  public static final byte DECIMAL = 9;
  public static final byte STRING = 10;
  public static final byte BINARY = 11;
  public static final byte FIXED_BINARY = 12;
  public static final byte UUID = 13;

  private static final String[] NAMES = {
    "beginStruct, beginList or beginMap of value(ordinal)",
    "setBoolean",
    "setByte",
    "setShort",
    "setInt",
    "setLong",
    "setLong",
    "setFloat",
    "setDouble",
    "setDecimal",
    "setString",
    "setBytes",
    "setBytes",
    "setUuid"
  };

  private SetterCode() {}

  public static byte of(Type type) {
    if (type.kind() == TypeKind.TIME) {
      return TIME;
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> BOOLEAN;
      case INT8 -> BYTE;
      case INT16 -> SHORT;
      case INT32 -> INT;
      case INT64 -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case DECIMAL32, DECIMAL64, DECIMAL128 -> DECIMAL;
      case STRING -> STRING;
      case BINARY -> BINARY;
      case FIXED_BINARY -> FIXED_BINARY;
      case UUID -> UUID;
      case STRUCT, LIST, MAP -> NONE;
    };
  }

  public static InvalidArgumentException mismatch(String setter, String path, Type type) {
    return new InvalidArgumentException(
        "Cannot call "
            + setter
            + " for column "
            + path
            + " of type "
            + type
            + " (expected "
            + NAMES[of(type)]
            + ")");
  }
}
