// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.Predicate;
import org.apache.spark.sql.catalyst.util.V2ExpressionBuilder;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.Iterator;

/**
 * Rewrites conditions that Spark fails to translate for data sources. It asserts that the operands
 * of {@code AND}, {@code OR} and {@code NOT} become predicates, but a null, to which it folds
 * comparisons, becomes a literal, and a cast or a function remains one.
 */
public final class NullConditions {

  private NullConditions() {}

  /** Returns an expression with the same value in all rows that Spark can translate. */
  public static Expression rewrite(Expression expression) {
    Expression rewritten = expression.mapChildren(NullConditions::rewrite);
    if (rewritten instanceof And and) {
      return new And(operand(and.left(), and.right()), operand(and.right(), and.left()));
    }
    if (rewritten instanceof Or or) {
      return new Or(operand(or.left(), or.right()), operand(or.right(), or.left()));
    }
    return rewritten instanceof Not not ? new Not(operand(not.child(), not.child())) : rewritten;
  }

  private static Expression operand(Expression operand, Expression other) {
    if (operand instanceof Predicate) {
      return operand;
    }
    var translated = new V2ExpressionBuilder(operand, true).build();
    if (translated.isEmpty()
        || translated.get()
            instanceof org.apache.spark.sql.connector.expressions.filter.Predicate) {
      return operand;
    }
    boolean isNull =
        translated.get() instanceof org.apache.spark.sql.connector.expressions.Literal<?>;
    return isNull ? alwaysNull(other) : new EqualTo(operand, Literal.TrueLiteral());
  }

  /**
   * A comparison with null that Spark does not fold, of a column of an expression if it has one.
   */
  private static Expression alwaysNull(Expression expression) {
    Expression column = column(expression);
    Expression compared = column == null ? expression : column;
    return new EqualTo(compared, new Literal(null, compared.dataType()));
  }

  /** The first column that sources compare; null if there is none. */
  private static Expression column(Expression expression) {
    boolean isColumn = expression instanceof Attribute || expression instanceof GetStructField;
    // Spark fails to describe a null of type binary.
    if (isColumn
        && expression.dataType() instanceof AtomicType
        && !(expression.dataType() instanceof BinaryType)
        && !expression.dataType().equals(DataTypes.VariantType)) {
      return expression;
    }
    Iterator<Expression> children = expression.children().iterator();
    while (children.hasNext()) {
      Expression found = column(children.next());
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
