// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.predicate.ColumnReference;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;

/**
 * An aggregate that statistics can have the result of.
 *
 * @param kind what it computes
 * @param column its argument; null for {@code COUNT(*)}
 */
record AggregateFunction(Kind kind, ColumnReference column) {

  /** What an aggregate computes. */
  enum Kind {
    COUNT_ROWS,
    COUNT_VALUES,
    MIN,
    MAX
  }

  /** Returns empty for an aggregate that takes data. */
  static Optional<AggregateFunction> of(AggregateFunc function, Schema schema) {
    if (function instanceof CountStar) {
      return Optional.of(new AggregateFunction(Kind.COUNT_ROWS, null));
    }
    if (function instanceof Count count && !count.isDistinct()) {
      return column(count.column(), schema)
          .filter(column -> column.type().nesting() != Nesting.STRUCT)
          .map(column -> new AggregateFunction(Kind.COUNT_VALUES, column));
    }
    if (function instanceof Min min) {
      return column(min.column(), schema)
          .filter(ColumnReference::isComparable)
          .map(column -> new AggregateFunction(Kind.MIN, column));
    }
    if (function instanceof Max max) {
      return column(max.column(), schema)
          .filter(ColumnReference::isComparable)
          .map(column -> new AggregateFunction(Kind.MAX, column));
    }
    return Optional.empty();
  }

  /** Resolves a column without any function on it. */
  static Optional<ColumnReference> column(Expression expression, Schema schema) {
    return expression instanceof NamedReference reference
        ? ColumnReference.resolve(List.of(reference.fieldNames()), schema)
        : Optional.empty();
  }
}
