// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Schema;
import io.albis.reader.Aggregation;
import io.albis.reader.Predicate;
import io.albis.spark.internal.compat.Overflow;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.read.PartialAggregation;
import io.albis.spark.internal.read.PartialAggregation.Buffer;
import io.albis.spark.internal.read.PartialAggregation.Kind;
import io.albis.spark.internal.read.PartialAggregation.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.Partial$;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Translates a partial aggregation of Spark's. For one aggregation. */
public final class PartialAggregations {

  /** With 10 digits more, which are enough for all rows of a table, Spark's type has them all. */
  private static final int MAX_SUMMED_PRECISION = 28;

  private static final io.albis.reader.Expression ONE = io.albis.reader.Expression.literal(1);

  private final AggregatedValues values;

  /** Whether Spark computes all rows that are aggregated, so that one may fail. */
  private final boolean computesAll;

  /** Of the rows of the function that is translated; null for all rows. */
  private RowCondition condition;

  private final List<ColumnReference> keys;
  private final List<Buffer> buffers = new ArrayList<>();
  private Aggregation aggregation;

  /** By function and value, its column in the result of the reader. */
  private final Map<List<Object>, Integer> columns = new HashMap<>();

  private PartialAggregations(
      ScanColumns scanned, List<ColumnReference> keys, boolean computesAll) {
    this.computesAll = computesAll;
    this.values = new AggregatedValues(scanned);
    this.keys = keys;
    this.aggregation =
        Aggregation.groupBy(keys.stream().map(ColumnReference::path).toArray(String[]::new));
  }

  /**
   * Translates an aggregation.
   *
   * @param schema of the table
   * @param names of the columns of the scan
   * @param computed what Spark computes of the columns of the scan before it aggregates
   * @param conditions of the rows that are aggregated
   * @param groups the grouping expressions
   * @param computesAll whether Spark computes values of all rows; else nothing may fail
   * @return empty if there is something that the reader does not compute exactly as Spark does
   */
  public static Optional<PartialAggregation> of(
      Schema schema,
      Map<ExprId, String> names,
      Map<ExprId, Expression> computed,
      List<Expression> conditions,
      List<Expression> groups,
      List<AggregateExpression> aggregates,
      boolean computesAll) {
    ScanColumns columns = new ScanColumns(schema, names, computed);
    List<ColumnReference> keys = new ArrayList<>();
    for (Expression group : groups) {
      Optional<ColumnReference> key = columns.key(group);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      keys.add(key.get());
    }
    PartialAggregations translation = new PartialAggregations(columns, keys, computesAll);
    if (!translation.setConditions(conditions)) {
      return Optional.empty();
    }
    for (int i = 0; i < groups.size(); i++) {
      translation.buffers.add(new Buffer(Kind.KEY, i, groups.get(i).dataType(), Numbers.EXACT));
    }
    for (AggregateExpression aggregate : aggregates) {
      boolean isPlain =
          aggregate.mode() == Partial$.MODULE$
              && !aggregate.isDistinct()
              && translation.setFilter(aggregate.filter());
      if (!isPlain || !translation.add(aggregate.aggregateFunction())) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new PartialAggregation(
            translation.aggregation,
            keys.stream().map(ColumnReference::path).toList(),
            translation.buffers,
            List.of()));
  }

  /** Takes the conditions of all rows, predicates first; returns whether all have translations. */
  private boolean setConditions(List<Expression> conditions) {
    List<RowCondition> computed = new ArrayList<>();
    Predicate predicate = null;
    for (Expression all : conditions) {
      for (Expression part : conjuncts(all)) {
        Optional<RowCondition> found = values.condition(part);
        if (found.isEmpty()) {
          return false;
        }
        Predicate next = found.get().predicate();
        if (next == null) {
          computed.add(found.get());
        } else {
          predicate = predicate == null ? next : Predicate.and(predicate, next);
        }
      }
    }
    aggregation = predicate == null ? aggregation : aggregation.where(predicate);
    for (RowCondition one : computed) {
      aggregation = one.where(aggregation);
    }
    return true;
  }

  private static List<Expression> conjuncts(Expression condition) {
    if (!(condition instanceof And and)) {
      return List.of(condition);
    }
    List<Expression> both = new ArrayList<>(conjuncts(and.left()));
    both.addAll(conjuncts(and.right()));
    return both;
  }

  /** Takes the filter of a function; returns whether it has a translation. */
  private boolean setFilter(Option<Expression> filter) {
    condition = filter.isEmpty() ? null : values.condition(filter.get()).orElse(null);
    return filter.isEmpty() || condition != null;
  }

  /** The value of the rows of the function; empty if it may fail in others. */
  private Optional<io.albis.reader.Expression> filtered(ComputedValue value) {
    if (value.mayFail() && !(computesAll && condition == null)) {
      return Optional.empty();
    }
    return Optional.of(
        condition == null ? value.expression() : condition.choose(value.expression(), null));
  }

  /** Adds the buffers of a function; returns whether it has a translation. */
  private boolean add(AggregateFunction function) {
    List<DataType> types =
        CollectionConverters.asJava(function.aggBufferAttributes()).stream()
            .map(attribute -> attribute.dataType())
            .toList();
    if (function instanceof Count count) {
      return count(CollectionConverters.asJava(count.children()));
    }
    if (function instanceof Min min) {
      return values
          .comparable(min.child())
          .flatMap(this::filtered)
          .map(value -> add(Kind.EXTREME, column("min", value), types.get(0)))
          .isPresent();
    }
    if (function instanceof Max max) {
      return values
          .comparable(max.child())
          .flatMap(this::filtered)
          .map(value -> add(Kind.EXTREME, column("max", value), types.get(0)))
          .isPresent();
    }
    if (function instanceof Sum sum) {
      return values
          .number(number(sum.child()))
          .flatMap(this::filtered)
          .filter(value -> isLimited(sum, sum.child()) && sum(sum.child(), value, types))
          .isPresent();
    }
    if (function instanceof Average average) {
      return values
          .number(number(average.child()))
          .flatMap(this::filtered)
          .filter(
              value ->
                  isLimited(average, average.child()) && average(average.child(), value, types))
          .isPresent();
    }
    return false;
  }

  private boolean add(Kind kind, int column, DataType type) {
    return buffers.add(new Buffer(kind, column, type, Numbers.EXACT));
  }

  /** Spark adds up the unscaled values of decimals where it can; the reader does that anyway. */
  private static Expression number(Expression summand) {
    return summand instanceof UnscaledValue unscaled ? unscaled.child() : summand;
  }

  private void addSum(Kind kind, Expression summand, int column, DataType type) {
    Expression number = number(summand);
    if (number != summand && number.dataType() instanceof DecimalType decimal) {
      buffers.add(new Buffer(kind, column, type, Numbers.UNSCALED, decimal.scale()));
      return;
    }
    boolean isExact = SparkNumbers.isExact(summand.dataType());
    buffers.add(new Buffer(kind, column, type, isExact ? Numbers.EXACT : Numbers.FLOATING));
  }

  private boolean count(List<Expression> children) {
    boolean isOfRows =
        children.stream()
            .allMatch(child -> child instanceof Literal literal && literal.value() != null);
    if (isOfRows) {
      io.albis.reader.Expression value = condition == null ? null : condition.choose(ONE, null);
      return add(Kind.COUNT, column("count", value), DataTypes.LongType);
    }
    return children.size() == 1
        && values
            .counted(children.get(0))
            .flatMap(this::filtered)
            .map(value -> add(Kind.COUNT, column("count", value), DataTypes.LongType))
            .isPresent();
  }

  /** The reader adds up 128 bits: other sums must be an error in Spark, too. */
  private boolean isLimited(Expression function, Expression child) {
    return !(child.dataType() instanceof DecimalType decimal)
        || decimal.precision() <= MAX_SUMMED_PRECISION
        || computesAll && Overflow.isError(function);
  }

  /** Sums of decimals have a second buffer; so have those that are null if they overflow. */
  private boolean sum(Expression child, io.albis.reader.Expression value, List<DataType> types) {
    boolean isDecimal = types.get(0) instanceof DecimalType;
    if (types.size() != (isDecimal ? 2 : 1) || !(types.get(0) instanceof AtomicType)) {
      return false;
    }
    int column = column("sum", value);
    addSum(isDecimal ? Kind.TOTAL : Kind.SUM, child, column, types.get(0));
    return !isDecimal || add(Kind.IS_EMPTY, column, types.get(1));
  }

  private boolean average(
      Expression child, io.albis.reader.Expression value, List<DataType> types) {
    if (types.size() != 2) {
      return false;
    }
    addSum(Kind.TOTAL, child, column("sum", value), types.get(0));
    return add(Kind.COUNT, column("count", value), types.get(1));
  }

  /** Returns the column of an aggregate, which is computed once. */
  private int column(String function, io.albis.reader.Expression value) {
    List<Object> aggregate = new ArrayList<>();
    aggregate.add(function);
    aggregate.add(value);
    Integer known = columns.get(aggregate);
    if (known != null) {
      return known;
    }
    aggregation =
        switch (function) {
          case "count" -> value == null ? aggregation.count() : aggregation.count(value);
          case "sum" -> aggregation.sum(value);
          case "min" -> aggregation.min(value);
          default -> aggregation.max(value);
        };
    int column = keys.size() + columns.size();
    columns.put(aggregate, column);
    return column;
  }
}
