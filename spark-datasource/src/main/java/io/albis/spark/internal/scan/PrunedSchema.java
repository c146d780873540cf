// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Finds what of a table a scan returns if Spark requires a part of the columns. */
final class PrunedSchema {

  private PrunedSchema() {}

  /**
   * Returns the required part of a schema: columns in the order in which they are required, fields
   * of structs in the order of the table, as the reader returns them. A struct of which no field is
   * required is returned whole.
   */
  static StructType of(StructType required, StructType table) {
    StructField[] columns = new StructField[required.length()];
    for (int i = 0; i < columns.length; i++) {
      StructField column = required.fields()[i];
      columns[i] = prune(table.fields()[table.fieldIndex(column.name())], column.dataType());
    }
    return new StructType(columns);
  }

  private static StructField prune(StructField field, DataType required) {
    return new StructField(
        field.name(), prune(field.dataType(), required), field.nullable(), field.metadata());
  }

  private static DataType prune(DataType type, DataType required) {
    if (type instanceof StructType struct && required instanceof StructType wanted) {
      return wanted.length() == 0 ? struct : pruneFields(struct, wanted);
    }
    if (type instanceof ArrayType array && required instanceof ArrayType wanted) {
      return new ArrayType(prune(array.elementType(), wanted.elementType()), array.containsNull());
    }
    if (type instanceof MapType map && required instanceof MapType wanted) {
      return new MapType(
          prune(map.keyType(), wanted.keyType()),
          prune(map.valueType(), wanted.valueType()),
          map.valueContainsNull());
    }
    return type;
  }

  private static StructType pruneFields(StructType struct, StructType required) {
    StructType pruned = new StructType();
    for (StructField field : struct.fields()) {
      for (StructField wanted : required.fields()) {
        if (wanted.name().equals(field.name())) {
          pruned = pruned.add(prune(field, wanted.dataType()));
        }
      }
    }
    return pruned;
  }
}
