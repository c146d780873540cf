// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.error.TypeMismatchException;
import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.predicate.Predicate;
import io.albis.reader.predicate.Predicate.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A {@link Predicate} that has been checked against a schema, without {@code not}: that is pushed
 * down to the comparisons, which is right with nulls too.
 */
public final class BoundPredicate {

  private final Operator operator;
  private final Leaf leaf;
  private final List<Object> values;
  private final List<BoundPredicate> operands;

  /** The leaf's ordinal in the scan; set once, before the first use. */
  private int ordinal = -1;

  private BoundPredicate(
      Operator operator, Leaf leaf, List<Object> values, List<BoundPredicate> operands) {
    this.operator = operator;
    this.leaf = leaf;
    this.values = values;
    this.operands = operands;
  }

  /**
   * Checks a predicate.
   *
   * @throws io.albis.format.error.UnknownColumnException if a column does not exist
   * @throws TypeMismatchException if a value does not suit its column
   */
  public static BoundPredicate of(Predicate predicate, Schema schema) {
    return bind(predicate, schema, false);
  }

  private static BoundPredicate bind(Predicate predicate, Schema schema, boolean isNegated) {
    switch (predicate.operator()) {
      case NOT:
        return bind(predicate.operands().get(0), schema, !isNegated);
      case AND, OR:
        List<BoundPredicate> operands = new ArrayList<>();
        for (Predicate operand : predicate.operands()) {
          operands.add(bind(operand, schema, isNegated));
        }
        boolean isAnd = (predicate.operator() == Operator.AND) != isNegated;
        return new BoundPredicate(isAnd ? Operator.AND : Operator.OR, null, List.of(), operands);
      default:
        return comparison(predicate, schema, isNegated);
    }
  }

  private static BoundPredicate comparison(Predicate predicate, Schema schema, boolean isNegated) {
    Operator operator = isNegated ? negated(predicate.operator()) : predicate.operator();
    Field field = schema.field(predicate.column());
    boolean isNullTest = operator == Operator.IS_NULL || operator == Operator.IS_NOT_NULL;
    if (!schema.hasLeaf(field.id())) {
      return withoutLeaf(predicate, schema, field, operator, isNullTest);
    }
    Leaf leaf = schema.leaf(field.id());
    if (leaf.isPresence() && !isNullTest) {
      throw new TypeMismatchException(
          "Cannot compare column "
              + predicate.column()
              + " of type "
              + field.type()
              + " with a value");
    }
    List<Object> values = new ArrayList<>();
    for (Object value : predicate.values()) {
      values.add(Literals.of(value, leaf));
    }
    boolean isPrefix = operator == Operator.STARTS_WITH || operator == Operator.NOT_STARTS_WITH;
    if (isPrefix
        && !leaf.type().isVariableLength()
        && leaf.type().kind() != TypeKind.FIXED_BINARY) {
      throw new TypeMismatchException(
          "Cannot ask whether column "
              + leaf.path()
              + " of type "
              + leaf.type()
              + " starts with a prefix (expected string or binary)");
    }
    return new BoundPredicate(operator, leaf, values, List.of());
  }

  /** A required struct is never null; what is inside of a list or map cannot be asked. */
  private static BoundPredicate withoutLeaf(
      Predicate predicate, Schema schema, Field field, Operator operator, boolean isNullTest) {
    boolean isStruct =
        schema.leaves().stream().anyMatch(leaf -> leaf.ancestorIds().contains(field.id()));
    if (!isStruct || !isNullTest) {
      throw new TypeMismatchException(
          "Cannot filter by column "
              + predicate.column()
              + " of type "
              + field.type()
              + (isStruct ? " with a value" : ": it is inside a list or map"));
    }
    for (Leaf leaf : schema.leaves()) {
      boolean isAround = leaf.isPresence() && isAncestor(schema, leaf.id(), field.id());
      if (isAround) {
        return new BoundPredicate(operator, leaf, List.of(), List.of());
      }
    }
    Operator constant = operator == Operator.IS_NULL ? Operator.OR : Operator.AND;
    return new BoundPredicate(constant, null, List.of(), List.of());
  }

  private static boolean isAncestor(Schema schema, int structId, int fieldId) {
    return schema.leaves().stream()
        .map(Leaf::ancestorIds)
        .anyMatch(
            ids ->
                ids.contains(fieldId)
                    && ids.contains(structId)
                    && ids.indexOf(structId) < ids.indexOf(fieldId));
  }

  private static Operator negated(Operator operator) {
    return switch (operator) {
      case EQUAL -> Operator.NOT_EQUAL;
      case NOT_EQUAL -> Operator.EQUAL;
      case LESS -> Operator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> Operator.GREATER;
      case GREATER -> Operator.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> Operator.LESS;
      case IN -> Operator.NOT_IN;
      case NOT_IN -> Operator.IN;
      case IS_NULL -> Operator.IS_NOT_NULL;
      case IS_NOT_NULL -> Operator.IS_NULL;
      case STARTS_WITH -> Operator.NOT_STARTS_WITH;
      case NOT_STARTS_WITH -> Operator.STARTS_WITH;
      case AND, OR, NOT -> throw new IllegalArgumentException("Not a comparison: " + operator);
    };
  }

  /** The leaves that are compared. */
  public List<Leaf> leaves() {
    List<Leaf> leaves = new ArrayList<>();
    if (leaf != null) {
      leaves.add(leaf);
    }
    operands.forEach(operand -> leaves.addAll(operand.leaves()));
    return leaves;
  }

  public void bindOrdinals(Map<Integer, Integer> ordinals) {
    if (leaf != null) {
      ordinal = ordinals.get(leaf.id());
    }
    operands.forEach(operand -> operand.bindOrdinals(ordinals));
  }

  public Operator operator() {
    return operator;
  }

  public Leaf leaf() {
    return leaf;
  }

  public int ordinal() {
    return ordinal;
  }

  public List<Object> values() {
    return values;
  }

  public List<BoundPredicate> operands() {
    return operands;
  }

  /**
   * Whether some row can be true by what statistics say.
   *
   * @param statistics per ordinal; null where nothing is known
   * @param rows per ordinal: of how many rows they are
   */
  public boolean mayMatch(ColumnStatistics[] statistics, long[] rows) {
    return switch (operator) {
      case AND -> operands.stream().allMatch(operand -> operand.mayMatch(statistics, rows));
      case OR -> operands.stream().anyMatch(operand -> operand.mayMatch(statistics, rows));
      default ->
          statistics[ordinal] == null
              || StatisticsFilter.mayMatch(this, statistics[ordinal], rows[ordinal]);
    };
  }
}
