// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Columns that tables do not store, about where a row was read. */
public enum MetadataColumn {

  /** URI of the data file that holds the row's group. */
  FILE("_file", DataTypes.StringType, false, "URI of the data file of the row"),

  /** Number of the row group in the table. */
  ROW_GROUP("_row_group", DataTypes.LongType, false, "number of the row group of the row"),

  /** Number of the row in its row group. */
  ROW_INDEX("_row_index", DataTypes.LongType, false, "number of the row in its row group, from 0"),

  /** Id of the snapshot that is read; null for files. */
  SNAPSHOT("_snapshot", DataTypes.LongType, true, "id of the snapshot that is read");

  private final String columnName;

  @SuppressWarnings("ImmutableEnumChecker") // Spark's atomic types are immutable
  private final DataType type;

  private final boolean nullable;
  private final String comment;

  MetadataColumn(String columnName, DataType type, boolean nullable, String comment) {
    this.columnName = columnName;
    this.type = type;
    this.nullable = nullable;
    this.comment = comment;
  }

  /** Returns the column of a name; empty if there is none. */
  public static Optional<MetadataColumn> of(String name) {
    for (MetadataColumn column : values()) {
      if (column.columnName.equals(name)) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the columns that have one value in a row group, as far as a table has none of theirs.
   */
  public static Schema ofRowGroups(Schema table) {
    return hidden(
        table,
        Field.required(FILE.columnName, Type.string()),
        Field.required(ROW_GROUP.columnName, Type.int64()),
        Field.nullable(SNAPSHOT.columnName, Type.int64()));
  }

  /** Returns the column of row numbers, unless a table has one of this name. */
  public static Schema ofRows(Schema table) {
    return hidden(table, Field.required(ROW_INDEX.columnName, Type.int64()));
  }

  private static Schema hidden(Schema table, Field... columns) {
    return Schema.of(
        Stream.of(columns)
            .filter(
                column -> table.fields().stream().noneMatch(f -> f.name().equals(column.name())))
            .toList());
  }

  /** Returns the name. */
  public String columnName() {
    return columnName;
  }

  /** Returns the type. */
  public DataType type() {
    return type;
  }

  /** Returns whether values may be null. */
  public boolean isNullable() {
    return nullable;
  }

  /** Returns what the values mean. */
  public String comment() {
    return comment;
  }

  /** Returns the column as a field of a schema. */
  public StructField field() {
    return DataTypes.createStructField(columnName, type, nullable);
  }
}
