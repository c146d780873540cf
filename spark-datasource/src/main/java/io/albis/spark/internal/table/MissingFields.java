// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Adds the fields that the structs of a table have, and those of rows have not, as nulls. Spark
 * adds columns that are missing, but not fields.
 */
final class MissingFields {

  private MissingFields() {}

  /**
   * Returns a query whose structs have all fields.
   *
   * @param columns of the table
   * @return the same query if nothing is missing
   */
  static LogicalPlan fill(LogicalPlan query, StructType columns) {
    StructField[] found = query.schema().fields();
    StructField[] filled = new StructField[found.length];
    for (int i = 0; i < found.length; i++) {
      StructField column = found[i];
      Optional<DataType> expected =
          named(columns, column.name())
              .map(StructField::dataType)
              .filter(type -> isMissing(column.dataType(), type));
      filled[i] =
          expected.isEmpty()
              ? column
              : new StructField(
                  column.name(), expected.get().asNullable(), column.nullable(), column.metadata());
    }
    return Arrays.equals(found, filled)
        ? query
        : Project.matchSchema(query, new StructType(filled), SQLConf.get());
  }

  private static boolean isMissing(DataType found, DataType expected) {
    if (found instanceof StructType struct && expected instanceof StructType columns) {
      return Arrays.stream(columns.fields())
          .anyMatch(
              column ->
                  named(struct, column.name())
                      .map(field -> isMissing(field.dataType(), column.dataType()))
                      .orElse(true));
    } else if (found instanceof ArrayType list && expected instanceof ArrayType other) {
      return isMissing(list.elementType(), other.elementType());
    } else if (found instanceof MapType map && expected instanceof MapType other) {
      return isMissing(map.keyType(), other.keyType())
          || isMissing(map.valueType(), other.valueType());
    }
    return false;
  }

  private static Optional<StructField> named(StructType struct, String name) {
    boolean isExact = SQLConf.get().caseSensitiveAnalysis();
    return Arrays.stream(struct.fields())
        .filter(field -> isExact ? field.name().equals(name) : field.name().equalsIgnoreCase(name))
        .findFirst();
  }
}
