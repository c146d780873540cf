// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;

/**
 * Translates predicates. {@code NOT} is pushed down to the tests of columns, where the reader's
 * {@code not} treats nulls as Spark does. So only whether a predicate is true matters above them,
 * and a part without a translation does no harm below an {@code AND}.
 */
final class PredicateTranslator {

  private static final String AND = "AND";
  private static final String OR = "OR";

  /** Maximum number of values in a list that a function is compared with. */
  private static final int MAX_FUNCTION_VALUES = 100;

  /** Conjunctions with the other predicates of a scan make a predicate deeper. */
  private static final int MAX_DEPTH = Predicate.MAX_DEPTH - 8;

  private final ColumnScope columns;
  private final FunctionTests functions;

  /** Whether columns are compared with each other. */
  private final boolean comparesColumns;

  private PredicateTranslator(ColumnScope columns, boolean comparesColumns) {
    this.columns = columns;
    this.functions = new FunctionTests(columns);
    this.comparesColumns = comparesColumns;
  }

  /** A translator of predicates on the columns of a table. */
  static PredicateTranslator ofTable(ColumnScope columns) {
    return new PredicateTranslator(columns, true);
  }

  /** A translator of predicates on metadata columns: comparisons with literals only. */
  static PredicateTranslator ofMetadata(Schema metadata) {
    return new PredicateTranslator(ColumnScope.of(metadata), false);
  }

  /** Returns empty if a predicate has no translation that rules out any row. */
  Optional<Translation> translate(
      org.apache.spark.sql.connector.expressions.filter.Predicate predicate) {
    try {
      return translate(predicate, false).filter(found -> depth(found.predicate()) <= MAX_DEPTH);
    } catch (InvalidArgumentException e) {
      // Nested too deeply.
      return Optional.empty();
    }
  }

  private static int depth(Predicate predicate) {
    return 1 + predicate.operands().stream().mapToInt(PredicateTranslator::depth).max().orElse(0);
  }

  private Optional<Translation> translate(Expression expression, boolean isNegated) {
    if (expression instanceof UserDefinedScalarFunc call) {
      return call.canonicalName().equals(LikeConditions.NAME)
          ? pattern(LikeConditions.NAME, call.children(), isNegated)
          : Optional.empty();
    }
    if (!(expression
        instanceof org.apache.spark.sql.connector.expressions.filter.Predicate predicate)) {
      return booleanColumn(expression, isNegated);
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "ALWAYS_TRUE" -> constant(!isNegated);
      case "ALWAYS_FALSE" -> constant(isNegated);
      case AND, OR -> combine(predicate, isNegated);
      case "NOT" -> translate(children[0], !isNegated);
      case "BOOLEAN_EXPRESSION" -> translate(children[0], isNegated);
      case "IS_NULL" -> nullTest(children[0], !isNegated);
      case "IS_NOT_NULL" -> nullTest(children[0], isNegated);
      case "IN" -> in(children, isNegated);
      case "STARTS_WITH", "ENDS_WITH", "CONTAINS" -> pattern(predicate.name(), children, isNegated);
      default ->
          Comparison.named(predicate.name())
              .flatMap(comparison -> compare(comparison, children, isNegated));
    };
  }

  private static Optional<Translation> constant(boolean value) {
    return Optional.of(Translation.exact(value ? Predicate.alwaysTrue() : Predicate.alwaysFalse()));
  }

  private static Optional<Translation> test(Predicate predicate, boolean isNegated) {
    return Optional.of(Translation.exact(isNegated ? Predicate.not(predicate) : predicate));
  }

  private Optional<Translation> combine(Expression predicate, boolean isNegated) {
    String name = name(predicate);
    List<Optional<Translation>> operands = new ArrayList<>();
    for (Expression operand : operands(predicate, name)) {
      operands.add(translate(operand, isNegated));
    }
    return name.equals(AND) != isNegated
        ? Translation.allOf(operands)
        : Translation.anyOf(operands);
  }

  /** The operands of nested predicates of one name. Chains of thousands do not recurse. */
  private static List<Expression> operands(Expression predicate, String name) {
    List<Expression> operands = new ArrayList<>();
    Deque<Expression> open = new ArrayDeque<>();
    open.push(predicate);
    while (!open.isEmpty()) {
      Expression next = open.pop();
      if (name(next).equals(name)) {
        Expression[] children = next.children();
        for (int i = children.length - 1; i >= 0; i--) {
          open.push(children[i]);
        }
      } else {
        operands.add(next);
      }
    }
    return operands;
  }

  private static String name(Expression expression) {
    return expression instanceof org.apache.spark.sql.connector.expressions.filter.Predicate named
        ? named.name()
        : "";
  }

  private Optional<ColumnReference> column(Expression expression) {
    return columns.find(expression);
  }

  private Optional<ColumnReference> comparableColumn(Expression expression) {
    return column(expression).filter(ColumnReference::isComparable);
  }

  private Optional<Translation> booleanColumn(Expression expression, boolean isNegated) {
    return comparableColumn(expression)
        .filter(column -> column.type().kind() == TypeKind.BOOLEAN)
        .flatMap(column -> test(Predicate.equal(column.path(), true), isNegated));
  }

  private Optional<Translation> nullTest(Expression expression, boolean wantsNull) {
    return column(expression)
        .map(
            column ->
                Translation.exact(
                    wantsNull
                        ? Predicate.isNull(column.path())
                        : Predicate.isNotNull(column.path())));
  }

  private Optional<Translation> compare(
      Comparison comparison, Expression[] children, boolean isNegated) {
    boolean isFlipped = SparkLiterals.literal(children[0]) != null;
    Literal<?> literal = SparkLiterals.literal(children[isFlipped ? 0 : 1]);
    if (literal == null) {
      return compareColumns(comparison, children).flatMap(found -> test(found, isNegated));
    }
    Comparison ofColumn = isFlipped ? comparison.flipped() : comparison;
    Expression tested = children[isFlipped ? 1 : 0];
    return comparableColumn(tested)
        .flatMap(column -> compare(ofColumn, column, literal))
        .or(() -> functions.compare(ofColumn, tested, literal))
        .flatMap(predicate -> test(predicate, isNegated));
  }

  /** Below casts, columns compare as they do after these, if the reader compares their types. */
  private Optional<Predicate> compareColumns(Comparison comparison, Expression[] children) {
    ColumnReference left = comparableColumn(children[0]).orElse(null);
    ColumnReference right = comparableColumn(children[1]).orElse(null);
    return comparesColumns
            && left != null
            && right != null
            && Predicate.canCompare(left.type(), right.type())
        ? Optional.of(comparison.withColumn(left.path(), right.path()))
        : Optional.empty();
  }

  private static Optional<Predicate> compare(
      Comparison comparison, ColumnReference column, Literal<?> literal) {
    return literal.value() == null
        ? Optional.of(comparison.withNull(column.path()))
        : SparkLiterals.operand(column.type(), literal)
            .map(operand -> comparison.with(column.path(), operand));
  }

  private Optional<Translation> in(Expression[] children, boolean isNegated) {
    if (children.length == 1) {
      // Whether an empty list gives false or null for null depends on the session.
      return isNegated ? Optional.empty() : constant(false);
    }
    ColumnReference column = comparableColumn(children[0]).orElse(null);
    if (column == null) {
      return functionIn(children, isNegated);
    }
    List<Object> values = new ArrayList<>(children.length - 1);
    for (int i = 1; i < children.length; i++) {
      Literal<?> literal = SparkLiterals.literal(children[i]);
      if (literal == null) {
        return Optional.empty();
      }
      if (literal.value() == null) {
        values.add(null);
        continue;
      }
      Operand operand = SparkLiterals.operand(column.type(), literal).orElse(null);
      if (operand == null) {
        return Optional.empty();
      }
      if (operand.position() == Operand.Position.AT) {
        values.add(operand.value());
      }
    }
    return test(
        values.isEmpty()
            ? Comparison.falseUnlessNull(column.path())
            : Predicate.in(column.path(), values),
        isNegated);
  }

  private Optional<Translation> functionIn(Expression[] children, boolean isNegated) {
    if (children.length - 1 > MAX_FUNCTION_VALUES) {
      return Optional.empty();
    }
    List<Predicate> tests = new ArrayList<>();
    for (int i = 1; i < children.length; i++) {
      Literal<?> literal = SparkLiterals.literal(children[i]);
      Predicate test =
          literal == null
              ? null
              : functions.compare(Comparison.EQUAL, children[0], literal).orElse(null);
      if (test == null) {
        return Optional.empty();
      }
      tests.add(test);
    }
    return test(Predicate.or(tests), isNegated);
  }

  private Optional<Translation> pattern(String name, Expression[] children, boolean isNegated) {
    Literal<?> literal = SparkLiterals.literal(children[1]);
    ColumnReference column =
        comparableColumn(children[0])
            .filter(found -> found.type().kind() == TypeKind.STRING)
            .orElse(null);
    if (literal == null) {
      return Optional.empty();
    }
    if (column == null) {
      return functions
          .matches(name, children[0], literal)
          .flatMap(predicate -> test(predicate, isNegated));
    }
    if (literal.value() == null) {
      return test(Comparison.alwaysNull(column.path()), isNegated);
    }
    String path = column.path();
    return SparkLiterals.operand(column.type(), literal)
        .map(Operand::value)
        .map(
            part ->
                switch (name) {
                  case LikeConditions.NAME -> Predicate.like(path, part.toString());
                  case "STARTS_WITH" -> Predicate.startsWith(path, part);
                  case "ENDS_WITH" -> Predicate.endsWith(path, part);
                  default -> Predicate.contains(path, part);
                })
        .flatMap(predicate -> test(predicate, isNegated));
  }
}
