// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.TypeMismatchException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.internal.aggregate.ArithmeticTerm;
import io.albis.reader.internal.aggregate.BlockAggregates;
import io.albis.reader.internal.aggregate.BlockAggregates.Column;
import io.albis.reader.internal.aggregate.BlockAggregates.Function;
import io.albis.reader.internal.aggregate.ColumnTerm;
import io.albis.reader.internal.aggregate.Groups;
import io.albis.reader.internal.aggregate.KeyColumn;
import io.albis.reader.internal.aggregate.LiteralTerm;
import io.albis.reader.internal.aggregate.Term;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes an {@link Aggregation} of the batches that it is given, and has its result: groups, in
 * the order in which they first came, and the columns of the aggregation for each of them.
 *
 * <p>It computes by blocks of rows in loops over the column vectors, and allocates nothing per row.
 * Its memory is on the Java heap: for each group about 100 bytes for each grouping column and 8 to
 * 16 for each aggregate, and the bytes of strings.
 *
 * <p>For one thread at a time.
 */
public final class Aggregator {

  private final BlockAggregates aggregates;
  private final List<Type> keys = new ArrayList<>();
  private final List<KeyColumn> keyColumns = new ArrayList<>();
  private final Schema schema;
  private final Map<Expression, Term> terms = new LinkedHashMap<>();

  /**
   * Creates an aggregator without rows.
   *
   * @param schema of the batches, which has the columns of the aggregation
   * @throws InvalidArgumentException if a column does not exist, or values of its type cannot be
   *     grouped or aggregated
   */
  public Aggregator(Aggregation aggregation, Schema schema) {
    this.schema = schema;
    for (String key : aggregation.keys()) {
      Field field = field(key);
      requireKey(key, field.type());
      keys.add(field.type());
      keyColumns.add(new KeyColumn(ordinals(key), field.type()));
    }
    List<Column> columns = new ArrayList<>();
    for (Aggregation.Aggregate aggregate : aggregation.aggregates()) {
      Term term = aggregate.value() == null ? null : term(aggregate.value());
      Function function = Function.valueOf(aggregate.function().name());
      if (function != Function.COUNT) {
        requireNumber(aggregate, term, function == Function.SUM);
      }
      columns.add(new Column(function, term));
    }
    this.aggregates =
        new BlockAggregates(new Groups(keyColumns), List.copyOf(terms.values()), columns);
  }

  private Field field(String path) {
    return schema
        .find(path)
        .orElseThrow(
            () -> new InvalidArgumentException("Cannot aggregate " + path + ": no such column"));
  }

  private static void requireKey(String path, Type type) {
    boolean isSuited =
        switch (type.physicalType()) {
          case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64 -> true;
          case STRING, BINARY, FIXED_BINARY, UUID -> true;
          case FLOAT, DOUBLE, DECIMAL128, STRUCT, LIST, MAP -> false;
        };
    if (!isSuited) {
      throw new InvalidArgumentException(
          "Cannot group by "
              + path
              + ": its type is "
              + type
              + " (expected an integer, a boolean, a date or time, a decimal of up to 18 digits, or"
              + " a string)");
    }
  }

  private void requireNumber(Aggregation.Aggregate aggregate, Term term, boolean isSum) {
    boolean isColumn = aggregate.value().kind() == Expression.Kind.COLUMN;
    Type type = isColumn ? field((String) aggregate.value().value()).type() : null;
    if (!term.isNumber() || (isSum && type != null && !type.isNumber())) {
      throw new InvalidArgumentException(
          "Cannot compute " + aggregate + ": the type of the column is " + type);
    }
  }

  /** Returns the term of an expression, which is computed once in each block. */
  private Term term(Expression expression) {
    Term known = terms.get(expression);
    if (known != null) {
      return known;
    }
    Term term =
        switch (expression.kind()) {
          case COLUMN -> {
            String path = (String) expression.value();
            yield new ColumnTerm(ordinals(path), field(path).type());
          }
          case LITERAL ->
              expression.value() instanceof Double number
                  ? new LiteralTerm(number)
                  : new LiteralTerm((BigDecimal) expression.value());
          case PLUS, MINUS, TIMES ->
              new ArithmeticTerm(
                  ArithmeticTerm.Operator.valueOf(expression.kind().name()),
                  operand(expression.left()),
                  operand(expression.right()));
        };
    terms.put(expression, term);
    return term;
  }

  private Term operand(Expression expression) {
    Term term = term(expression);
    boolean isColumn = expression.kind() == Expression.Kind.COLUMN;
    if (isColumn && !field((String) expression.value()).type().isNumber()) {
      throw new InvalidArgumentException(
          "Cannot compute with " + expression + ": it is not a number");
    }
    return term;
  }

  /** The ordinals of a field and of the structs around it. */
  private int[] ordinals(String path) {
    Field wanted = field(path);
    List<Integer> ordinals = new ArrayList<>();
    if (!find(schema.fields(), wanted, ordinals)) {
      throw new InvalidArgumentException(
          "Cannot aggregate " + path + ": it is inside of a list or map");
    }
    return ordinals.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean find(List<Field> fields, Field wanted, List<Integer> ordinals) {
    for (int i = 0; i < fields.size(); i++) {
      ordinals.add(i);
      Field field = fields.get(i);
      boolean isStruct = field.type().kind() == io.albis.format.schema.TypeKind.STRUCT;
      if (field.equals(wanted) || (isStruct && find(field.type().children(), wanted, ordinals))) {
        return true;
      }
      ordinals.remove(ordinals.size() - 1);
    }
    return false;
  }

  /**
   * Adds selected rows of a batch until all are added, or there are more groups than a limit: up to
   * 1,024 more.
   *
   * @param from index of the first one among the selected rows
   * @param maxGroups the limit
   * @return index of the first one that is not added; {@link ColumnBatch#selectedCount} if all are
   */
  public int add(ColumnBatch batch, int from, int maxGroups) {
    return aggregates.add(
        batch.state().columns().vectors(),
        batch.state().selection(),
        from,
        batch.selectedCount(),
        maxGroups);
  }

  /** Returns the number of groups. */
  public int groupCount() {
    return aggregates.groups().count();
  }

  /** Forgets all groups, and keeps the memory for others. */
  public void clear() {
    aggregates.clear();
  }

  /** Returns whether a value of a group is null. */
  public boolean isNull(int group, int column) {
    return isKey(column)
        ? aggregates.groups().isNull(group, column)
        : aggregates.isNull(group, column - keys.size());
  }

  /**
   * Returns an integer, a boolean as 0 or 1, a date, time or timestamp in its unit, a count, or the
   * unscaled value of a decimal.
   *
   * @throws ArithmeticException if a sum exceeds 64 bits
   * @throws TypeMismatchException if the value is null or of another type
   */
  public long getLong(int group, int column) {
    require(group, column, isKey(column) ? isNumber(column) : !isFloating(column), "getLong");
    return isKey(column)
        ? aggregates.groups().value(group, column)
        : aggregates.longValue(group, column - keys.size());
  }

  /**
   * Returns a float or double.
   *
   * @throws TypeMismatchException if the value is null or of another type
   */
  public double getDouble(int group, int column) {
    require(group, column, isFloating(column), "getDouble");
    return aggregates.doubleValue(group, column - keys.size());
  }

  /**
   * Returns a decimal or an integer, of any size.
   *
   * @throws TypeMismatchException if the value is null or of another type
   */
  public BigDecimal getDecimal(int group, int column) {
    require(group, column, isKey(column) ? isNumber(column) : !isFloating(column), "getDecimal");
    return isKey(column)
        ? BigDecimal.valueOf(aggregates.groups().value(group, column), keys.get(column).scale())
        : aggregates.decimalValue(group, column - keys.size());
  }

  /**
   * Returns a copy of the bytes of a string or binary by which rows are grouped; of a UUID, the 16
   * bytes as they are stored.
   *
   * @throws TypeMismatchException if the value is null or of another type
   */
  public byte[] getBytes(int group, int column) {
    require(group, column, isKey(column) && !isNumber(column), "getBytes");
    return aggregates.groups().bytes(group, column);
  }

  private boolean isKey(int column) {
    return column < keys.size();
  }

  private boolean isNumber(int key) {
    return switch (keys.get(key).physicalType()) {
      case STRING, BINARY, FIXED_BINARY, UUID -> false;
      default -> true;
    };
  }

  private boolean isFloating(int column) {
    return !isKey(column) && aggregates.isFloating(column - keys.size());
  }

  private void require(int group, int column, boolean isSuited, String method) {
    java.util.Objects.checkIndex(group, groupCount());
    if (!isSuited || isNull(group, column)) {
      throw new TypeMismatchException(
          "Cannot call "
              + method
              + " for column "
              + column
              + " of group "
              + group
              + ": "
              + (isSuited ? "it is null" : "it has another type"));
    }
  }
}
