// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** The columns of changes that say what has happened to a row, in the order of {@code *}. */
enum ChangeColumn {
  TYPE(0, "_change_type", DataTypes.StringType),
  VERSION(1, "_commit_version", DataTypes.LongType),
  TIMESTAMP(2, "_commit_timestamp", DataTypes.TimestampType);

  private final int position;
  private final String columnName;

  @SuppressWarnings("ImmutableEnumChecker") // Spark's atomic types are immutable
  private final DataType type;

  ChangeColumn(int position, String columnName, DataType type) {
    this.position = position;
    this.columnName = columnName;
    this.type = type;
  }

  /** Returns the column of a name; empty if it is one of the table. */
  static Optional<ChangeColumn> of(String name) {
    for (ChangeColumn column : values()) {
      if (column.columnName.equals(name)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  /** Returns its position among these columns. */
  int position() {
    return position;
  }

  String columnName() {
    return columnName;
  }

  DataType type() {
    return type;
  }

  StructField field() {
    return DataTypes.createStructField(columnName, type, false);
  }
}
