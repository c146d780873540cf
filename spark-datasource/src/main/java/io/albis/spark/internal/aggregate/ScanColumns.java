// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.predicate.LikeConditions;
import io.albis.spark.internal.predicate.NullConditions;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.predicate.SparkLiterals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.jdk.javaapi.CollectionConverters;

/** Finds columns of the table, and conditions on them, in what Spark computes above a scan. */
final class ScanColumns {

  private final Schema schema;

  /** What Spark computes of the columns of the scan before it aggregates. */
  private final Map<ExprId, Expression> computed;

  /** The names of the columns of the scan: an expression may have another case. */
  private final Map<ExprId, String> names;

  ScanColumns(Schema schema, Map<ExprId, String> names, Map<ExprId, Expression> computed) {
    this.schema = schema;
    this.names = Map.copyOf(names);
    this.computed = Map.copyOf(computed);
  }

  /** Replaces what a projection has named by what it is. */
  Expression resolve(Expression expression) {
    Expression found = expression;
    while (found instanceof Attribute attribute && computed.containsKey(attribute.exprId())) {
      found = computed.get(attribute.exprId());
    }
    return found;
  }

  /** Returns the column by whose values rows are grouped; empty for all that is not a column. */
  Optional<ColumnReference> key(Expression expression) {
    DataType type = expression.dataType();
    boolean isSuited =
        type instanceof BooleanType
            || SparkLiterals.isInteger(type)
            || type instanceof DateType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType
            || SparkLiterals.isBinaryString(type)
            || type instanceof BinaryType
            || type instanceof DecimalType decimal && decimal.precision() <= 18;
    return isSuited ? column(expression) : Optional.empty();
  }

  /** Returns a column of any type that is not nested, of which only nulls matter. */
  Optional<ColumnReference> nullable(Expression expression) {
    return resolve(expression) instanceof Attribute attribute
        ? reference(attribute).filter(column -> !column.type().isNested())
        : Optional.empty();
  }

  private Optional<ColumnReference> reference(Attribute attribute) {
    return Optional.ofNullable(names.get(attribute.exprId()))
        .flatMap(name -> ColumnReference.resolve(List.of(name), schema));
  }

  /** Returns a column that has the same values in Spark. */
  Optional<ColumnReference> column(Expression expression) {
    return resolve(expression) instanceof Attribute attribute
        ? reference(attribute)
            .filter(column -> column.isComparable() && isSame(column.type(), attribute.dataType()))
        : Optional.empty();
  }

  private static boolean isSame(Type stored, DataType type) {
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return stored.kind() == TypeKind.TIMESTAMP && stored.unit() == TimeUnit.MICROS;
    }
    if (type instanceof DateType) {
      return stored.kind() == TypeKind.DATE;
    }
    if (type instanceof BooleanType) {
      return stored.kind() == TypeKind.BOOLEAN;
    }
    if (SparkLiterals.isBinaryString(type)) {
      return stored.kind() == TypeKind.STRING;
    }
    if (type instanceof BinaryType) {
      return stored.kind() == TypeKind.BINARY || stored.kind() == TypeKind.FIXED_BINARY;
    }
    return SparkNumbers.isNumber(type) && stored.isNumber();
  }

  /** Returns a condition that is true for the same rows in Spark. */
  Optional<Predicate> condition(Expression condition) {
    return inlined(condition)
        .map(NullConditions::rewrite)
        .flatMap(LikeConditions::predicate)
        .map(
            predicate ->
                PushedPredicates.of(
                    new org.apache.spark.sql.connector.expressions.filter.Predicate[] {predicate},
                    schema))
        .filter(translated -> translated.remaining().length == 0)
        .map(PushedPredicates::exact);
  }

  /** A condition on columns of the table; empty if it is also on others, or has a collation. */
  private Optional<Expression> inlined(Expression condition) {
    Expression found = resolve(condition);
    if (found.dataType() instanceof StringType && !SparkLiterals.isBinaryString(found.dataType())) {
      return Optional.empty();
    }
    if (found instanceof Attribute attribute) {
      return Optional.ofNullable(names.get(attribute.exprId())).map(attribute::withName);
    }
    List<Expression> children = new ArrayList<>();
    for (Expression child : CollectionConverters.asJava(found.children())) {
      inlined(child).ifPresent(children::add);
    }
    return children.size() == found.children().size()
        ? Optional.of(found.withNewChildren(CollectionConverters.asScala(children).toIndexedSeq()))
        : Optional.empty();
  }
}
