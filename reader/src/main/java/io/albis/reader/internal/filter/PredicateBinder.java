// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import io.albis.reader.Predicate.Operator;
import io.albis.reader.internal.filter.BoundPredicate.And;
import io.albis.reader.internal.filter.BoundPredicate.ColumnTest;
import io.albis.reader.internal.filter.BoundPredicate.Condition;
import io.albis.reader.internal.filter.BoundPredicate.NullTest;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import io.albis.reader.internal.filter.BoundPredicate.OfWides;
import io.albis.reader.internal.filter.BoundPredicate.Or;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;
import io.albis.reader.internal.literal.BytesLiterals;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.reader.internal.match.BytesLike;
import io.albis.reader.internal.match.BytesMatcher;
import io.albis.reader.internal.match.BytesPattern;
import io.albis.reader.internal.match.BytesPattern.Place;
import io.albis.reader.internal.match.BytesRange;
import io.albis.reader.internal.match.BytesRange.Order;
import io.albis.reader.internal.match.BytesSet;
import io.albis.reader.internal.match.CaseLike;
import io.albis.reader.internal.match.DoubleKeys;
import io.albis.reader.internal.match.LongMatcher;
import io.albis.reader.internal.match.LongRange;
import io.albis.reader.internal.match.LongSet;
import io.albis.reader.internal.match.PairComparison;
import io.albis.reader.internal.match.Wide;
import io.albis.reader.internal.match.WideMatcher;
import io.albis.reader.internal.match.WideRange;
import io.albis.reader.internal.match.WideSet;
import java.util.ArrayList;
import java.util.List;

/** Binds predicates to a schema, and pushes {@code not} down to the tests. */
final class PredicateBinder {

  private final Schema schema;

  PredicateBinder(Schema schema) {
    this.schema = schema;
  }

  BoundPredicate bind(Predicate predicate, boolean isNegated) {
    if (predicate.comparedColumn() != null) {
      return columns(predicate, isNegated);
    }
    return switch (predicate.operator()) {
      case NOT -> bind(predicate.operands().get(0), !isNegated);
      case AND -> combine(predicate, !isNegated, isNegated);
      case OR -> combine(predicate, isNegated, isNegated);
      case IS_NULL -> nullTest(predicate, !isNegated);
      case IS_NOT_NULL -> nullTest(predicate, isNegated);
      case IN -> in(predicate, isNegated);
      case NOT_EQUAL -> test(predicate, !isNegated, false);
      // Never null, so the negation is true for nulls.
      case IS_NAN, EQUAL_NULL_SAFE -> test(predicate, isNegated, isNegated);
      case EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS,
          LIKE,
          LOWER_CASE_LIKE,
          UPPER_CASE_LIKE ->
          test(predicate, isNegated, false);
    };
  }

  private BoundPredicate combine(Predicate predicate, boolean isAnd, boolean isNegated) {
    List<BoundPredicate> operands = new ArrayList<>();
    for (Predicate operand : predicate.operands()) {
      operands.add(bind(operand, isNegated));
    }
    return isAnd ? BoundPredicate.and(operands) : new Or(operands);
  }

  private static BoundPredicate constant(boolean value) {
    return value ? new And(List.of()) : new Or(List.of());
  }

  private BoundPredicate nullTest(Predicate predicate, boolean wantsNull) {
    Field field = schema.field(predicate.column());
    if (schema.hasLeaf(field.id())) {
      return new NullTest(schema.leaf(field.id()), -1, wantsNull);
    }
    if (!isStruct(field)) {
      throw cannotFilter(predicate.column(), field, ": it is inside a list or map");
    }
    // A required struct is null where the innermost nullable struct around it is.
    Leaf around = null;
    for (Leaf leaf : schema.leaves()) {
      around = leaf.isPresence() && isAncestor(leaf.id(), field.id()) ? leaf : around;
    }
    return around == null ? constant(!wantsNull) : new NullTest(around, -1, wantsNull);
  }

  private boolean isStruct(Field field) {
    return schema.leaves().stream().anyMatch(leaf -> leaf.ancestorIds().contains(field.id()));
  }

  private boolean isAncestor(int structId, int fieldId) {
    return schema.leaves().stream()
        .map(Leaf::ancestorIds)
        .anyMatch(
            ids ->
                ids.contains(fieldId)
                    && ids.contains(structId)
                    && ids.indexOf(structId) < ids.indexOf(fieldId));
  }

  private static InvalidArgumentException cannotFilter(String column, Field field, String why) {
    return new InvalidArgumentException(
        "Cannot filter by column " + column + " of type " + field.type() + why);
  }

  /** The leaf of a column whose values have an order. */
  Leaf comparedLeaf(String column) {
    Field field = schema.field(column);
    if (!schema.hasLeaf(field.id())) {
      throw cannotFilter(
          column, field, isStruct(field) ? " with a value" : ": it is inside a list or map");
    }
    Leaf leaf = schema.leaf(field.id());
    if (leaf.isPresence()) {
      throw new InvalidArgumentException(
          "Cannot compare column " + column + " of type " + field.type() + " with a value");
    }
    return leaf;
  }

  private BoundPredicate columns(Predicate predicate, boolean isNegated) {
    Leaf left = comparedLeaf(predicate.column());
    Leaf right = comparedLeaf(predicate.comparedColumn());
    if (!ComparableTypes.areComparable(left.type(), right.type())) {
      throw new InvalidArgumentException(
          "Cannot compare column %s of type %s with column %s of type %s"
              .formatted(
                  predicate.column(), left.type(), predicate.comparedColumn(), right.type()));
    }
    if (predicate.operator() == Operator.EQUAL_NULL_SAFE) {
      return nullSafe(left, right, isNegated);
    }
    ColumnTest test =
        switch (predicate.operator()) {
          case EQUAL -> test(PairComparison.EQUAL, left, right);
          case NOT_EQUAL -> test(PairComparison.NOT_EQUAL, left, right);
          case LESS -> test(PairComparison.LESS, left, right);
          case LESS_OR_EQUAL -> test(PairComparison.LESS_OR_EQUAL, left, right);
          case GREATER -> test(PairComparison.LESS, right, left);
          case GREATER_OR_EQUAL -> test(PairComparison.LESS_OR_EQUAL, right, left);
          default -> throw new IllegalStateException("Not of columns: " + predicate);
        };
    return isNegated ? test.opposite() : test;
  }

  private static ColumnTest test(PairComparison comparison, Leaf left, Leaf right) {
    return new ColumnTest(comparison, left, right, -1, -1);
  }

  /** Equal, or both null; if negated, different, or one null. */
  private static BoundPredicate nullSafe(Leaf left, Leaf right, boolean isNegated) {
    BoundPredicate leftNull = new NullTest(left, -1, true);
    BoundPredicate rightNull = new NullTest(right, -1, true);
    return isNegated
        ? new Or(
            List.of(
                test(PairComparison.NOT_EQUAL, left, right),
                new And(List.of(leftNull, new NullTest(right, -1, false))),
                new And(List.of(rightNull, new NullTest(left, -1, false)))))
        : new Or(
            List.of(
                test(PairComparison.EQUAL, left, right), new And(List.of(leftNull, rightNull))));
  }

  private BoundPredicate in(Predicate predicate, boolean isNegated) {
    LiteralList values = (LiteralList) predicate.values();
    Leaf leaf = comparedLeaf(predicate.column());
    if (values.count() > 0) {
      new LiteralConversion(leaf, values).requireKind();
    }
    if (values.size() == 0) {
      return constant(isNegated);
    }
    // With a null in the list, the result is null instead of false, so the negation is never true.
    boolean isNeverTrue = values.count() == 0 || (isNegated && values.hasNull());
    return isNeverTrue ? constant(false) : test(predicate, isNegated, false);
  }

  private BoundPredicate test(Predicate predicate, boolean isNegated, boolean takesNulls) {
    Leaf leaf = comparedLeaf(predicate.column());
    return new ValueTest(leaf, -1, condition(predicate, leaf), isNegated, takesNulls);
  }

  private static Condition condition(Predicate predicate, Leaf leaf) {
    Operator operator = predicate.operator();
    ValueOrder order = ValueOrder.of(leaf.type());
    if (operator == Operator.IS_NAN) {
      if (order != ValueOrder.DOUBLE) {
        throw cannotAsk(leaf, "is NaN (expected float or double)");
      }
      return new OfLongs(LongRange.of(DoubleKeys.NAN, DoubleKeys.NAN));
    }
    LiteralConversion values = new LiteralConversion(leaf, (LiteralList) predicate.values());
    values.requireKind();
    return switch (order) {
      case LONG -> new OfLongs(longs(operator, leaf, values.longs()));
      case DOUBLE -> new OfLongs(longs(operator, leaf, values.doubleKeys()));
      case INT128 -> new OfWides(wides(operator, leaf, values.wides()));
      case BYTES -> new OfBytes(bytes(operator, leaf, values.bytes()));
      case NONE -> throw new IllegalStateException("Compared with a value: " + leaf.type());
    };
  }

  private static LongMatcher longs(Operator operator, Leaf leaf, long[] values) {
    long value = values[0];
    return switch (operator) {
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> LongRange.of(value, value);
      case LESS -> LongRange.below(value);
      case LESS_OR_EQUAL -> LongRange.of(Long.MIN_VALUE, value);
      case GREATER -> LongRange.above(value);
      case GREATER_OR_EQUAL -> LongRange.of(value, Long.MAX_VALUE);
      case IN -> values.length == 1 ? LongRange.of(value, value) : new LongSet(values);
      case STARTS_WITH, ENDS_WITH, CONTAINS -> throw cannotAsk(leaf, place(operator));
      case LIKE, LOWER_CASE_LIKE, UPPER_CASE_LIKE -> throw cannotAsk(leaf, place(operator));
      case IS_NULL, IS_NOT_NULL, IS_NAN, AND, OR, NOT -> throw notOfValues(operator);
    };
  }

  private static WideMatcher wides(Operator operator, Leaf leaf, Wide[] values) {
    Wide value = values[0];
    return switch (operator) {
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> WideRange.equalTo(value);
      case LESS -> WideRange.below(value, false);
      case LESS_OR_EQUAL -> WideRange.below(value, true);
      case GREATER -> WideRange.above(value, false);
      case GREATER_OR_EQUAL -> WideRange.above(value, true);
      case IN -> values.length == 1 ? WideRange.equalTo(value) : new WideSet(values);
      case STARTS_WITH, ENDS_WITH, CONTAINS -> throw cannotAsk(leaf, place(operator));
      case LIKE, LOWER_CASE_LIKE, UPPER_CASE_LIKE -> throw cannotAsk(leaf, place(operator));
      case IS_NULL, IS_NOT_NULL, IS_NAN, AND, OR, NOT -> throw notOfValues(operator);
    };
  }

  private static BytesMatcher bytes(Operator operator, Leaf leaf, BytesLiterals values) {
    byte[] value = values.bytes(0);
    return switch (operator) {
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE -> new BytesRange(Order.EQUAL, value);
      case LESS -> new BytesRange(Order.LESS, value);
      case LESS_OR_EQUAL -> new BytesRange(Order.LESS_OR_EQUAL, value);
      case GREATER -> new BytesRange(Order.GREATER, value);
      case GREATER_OR_EQUAL -> new BytesRange(Order.GREATER_OR_EQUAL, value);
      case IN -> values.count() == 1 ? new BytesRange(Order.EQUAL, value) : new BytesSet(values);
      case STARTS_WITH -> pattern(operator, leaf, Place.START, value);
      case ENDS_WITH -> pattern(operator, leaf, Place.END, value);
      case CONTAINS -> pattern(operator, leaf, Place.ANYWHERE, value);
      case LIKE, LOWER_CASE_LIKE, UPPER_CASE_LIKE -> like(operator, leaf, value);
      case IS_NULL, IS_NOT_NULL, IS_NAN, AND, OR, NOT -> throw notOfValues(operator);
    };
  }

  private static BytesMatcher pattern(Operator operator, Leaf leaf, Place place, byte[] value) {
    boolean hasText =
        switch (leaf.type().physicalType()) {
          case STRING, BINARY, FIXED_BINARY -> true;
          case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE -> false;
          case DECIMAL32, DECIMAL64, DECIMAL128, UUID, STRUCT, LIST, MAP -> false;
        };
    if (!hasText) {
      throw cannotAsk(leaf, place(operator));
    }
    return new BytesPattern(place, value);
  }

  private static BytesMatcher like(Operator operator, Leaf leaf, byte[] pattern) {
    if (leaf.type().kind() != TypeKind.STRING) {
      throw cannotAsk(leaf, place(operator));
    }
    return operator == Operator.LIKE
        ? BytesLike.of(pattern)
        : new CaseLike(pattern, operator == Operator.UPPER_CASE_LIKE);
  }

  private static String place(Operator operator) {
    return switch (operator) {
      case STARTS_WITH -> "starts with a prefix (expected string or binary)";
      case ENDS_WITH -> "ends with a suffix (expected string or binary)";
      case CONTAINS -> "contains a value (expected string or binary)";
      case LIKE, LOWER_CASE_LIKE, UPPER_CASE_LIKE -> "matches a pattern (expected string)";
      case EQUAL, NOT_EQUAL, EQUAL_NULL_SAFE, LESS, LESS_OR_EQUAL, GREATER ->
          throw notAPattern(operator);
      case GREATER_OR_EQUAL, IN, IS_NULL, IS_NOT_NULL, IS_NAN, AND, OR, NOT ->
          throw notAPattern(operator);
    };
  }

  private static InvalidArgumentException cannotAsk(Leaf leaf, String what) {
    return new InvalidArgumentException(
        "Cannot ask whether column " + leaf.path() + " of type " + leaf.type() + " " + what);
  }

  private static IllegalStateException notAPattern(Operator operator) {
    return new IllegalStateException("Not a pattern: " + operator);
  }

  private static IllegalStateException notOfValues(Operator operator) {
    return new IllegalStateException("Not a test of values: " + operator);
  }
}
