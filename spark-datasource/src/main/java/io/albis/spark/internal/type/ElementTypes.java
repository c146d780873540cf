// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** The types of which a type consists. */
public final class ElementTypes {

  private ElementTypes() {}

  /** Returns the types of fields, elements, or keys and values. */
  public static DataType[] of(DataType type) {
    if (type instanceof StructType struct) {
      DataType[] types = new DataType[struct.length()];
      for (int i = 0; i < types.length; i++) {
        types[i] = struct.fields()[i].dataType();
      }
      return types;
    }
    if (type instanceof ArrayType array) {
      return new DataType[] {array.elementType()};
    }
    if (type instanceof MapType map) {
      return new DataType[] {map.keyType(), map.valueType()};
    }
    return new DataType[0];
  }
}
