// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The defaults of columns: expressions of SQL in Spark, values in Albis. What Spark calls the
 * current default is the write default of a field, and the default of existing rows its initial
 * default. Only top-level columns have defaults in Spark.
 */
public final class ColumnDefaults {

  private ColumnDefaults() {}

  /** Returns columns with the defaults of the fields, in the metadata that Spark looks at. */
  static StructType toSpark(StructType columns, Schema schema) {
    if (schema.fields().stream().noneMatch(ColumnDefaults::hasDefault)) {
      return columns;
    }
    StructField[] fields = columns.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      Field field = schema.fields().get(i);
      if (hasDefault(field)) {
        fields[i] = toSpark(fields[i], field);
      }
    }
    return new StructType(fields);
  }

  /** Spark does not know values in nanoseconds. */
  private static boolean hasDefault(Field field) {
    return field.writeDefault().isPresent() && !isInNanoseconds(field.type());
  }

  private static boolean isInNanoseconds(Type type) {
    return !type.isNested() && type.unit() == TimeUnit.NANOS;
  }

  private static StructField toSpark(StructField column, Field field) {
    Object current = field.writeDefault().orElseThrow();
    return column
        .withCurrentDefaultValue(sql(current, field.type(), column.dataType()))
        .withExistenceDefaultValue(
            sql(field.initialDefault().orElse(current), field.type(), column.dataType()));
  }

  private static String sql(Object value, Type type, DataType dataType) {
    return Literal.create(StoredValues.toSpark(value, type), dataType).sql();
  }

  /**
   * Returns the fields of a new table with the defaults of its columns.
   *
   * @throws IllegalArgumentException as {@link #value}
   */
  public static Schema toAlbis(Schema schema, StructType columns) {
    List<Field> fields = new ArrayList<>(schema.fields());
    for (int i = 0; i < fields.size(); i++) {
      StructField column = columns.fields()[i];
      if (column.getCurrentDefaultValue().isDefined()) {
        Field field = fields.get(i);
        fields.set(
            i,
            value(column.getCurrentDefaultValue().get(), column.dataType(), field)
                .map(field::withWriteDefault)
                .orElse(field));
      }
    }
    return Schema.of(fields);
  }

  /**
   * Returns the value of an expression that is the default of a column.
   *
   * @param sql as Spark has checked it
   * @param dataType of the column
   * @param field that stores the column
   * @return empty for null
   * @throws IllegalArgumentException if it is no constant
   */
  public static Optional<Object> value(String sql, DataType dataType, Field field) {
    Expression expression =
        ResolveDefaultColumns.analyze(field.name(), dataType, sql, "a column default");
    if (!expression.foldable() || isOfMoment(sql)) {
      throw refuse(sql, field, "it is no constant, and Albis stores values, not expressions", null);
    }
    if (isInNanoseconds(field.type())) {
      throw refuse(sql, field, "Spark has no values in nanoseconds", null);
    }
    try {
      return Optional.ofNullable(expression.eval(null))
          .map(value -> StoredValues.toAlbis(value, field.type()));
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw refuse(sql, field, e.getMessage(), e);
    }
  }

  /**
   * Whether the value depends on when, or by whom, it is computed; Spark has replaced it by one.
   */
  private static boolean isOfMoment(String sql) {
    SparkSession session = (SparkSession) org.apache.spark.sql.SparkSession.active();
    return session
        .emptyDataFrame()
        .select(functions.expr(sql))
        .queryExecution()
        .analyzed()
        .containsPattern(TreePattern.CURRENT_LIKE());
  }

  private static IllegalArgumentException refuse(
      String sql, Field field, String reason, Exception cause) {
    return new IllegalArgumentException(
        "Cannot store the default " + sql + " of column " + field + ": " + reason, cause);
  }
}
