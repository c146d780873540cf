// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.RLike;
import org.apache.spark.sql.catalyst.expressions.StringRegexExpression;
import org.apache.spark.sql.catalyst.util.V2ExpressionBuilder;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.OptionConverters;

/**
 * Translates conditions with {@code LIKE} and {@code RLIKE}, for which Spark has no predicate that
 * it pushes to a data source. A function of a column and a pattern of {@code LIKE} with the escape
 * character {@code \} stands for them ({@link RegexLikes}): Spark can print functions, but no
 * predicates of other names than its own.
 */
public final class LikeConditions {

  /** The name of the function. */
  static final String NAME = "LIKE";

  private LikeConditions() {}

  /**
   * Translates a condition that contains {@code LIKE} or {@code RLIKE}.
   *
   * @return empty for all other conditions, and if a part cannot be translated
   */
  public static Optional<Predicate> translate(Expression condition) {
    return hasPattern(condition) ? predicate(condition) : Optional.empty();
  }

  private static boolean hasPattern(Expression condition) {
    if (condition instanceof And and) {
      return hasPattern(and.left()) || hasPattern(and.right());
    }
    if (condition instanceof Or or) {
      return hasPattern(or.left()) || hasPattern(or.right());
    }
    return condition instanceof Not not
        ? hasPattern(not.child())
        : condition instanceof Like || condition instanceof RLike;
  }

  /**
   * Returns a condition that is true where one with {@code RLIKE} is, and maybe for more rows.
   *
   * @return empty for all other conditions, and if there is none
   */
  public static Optional<Predicate> necessary(Expression condition) {
    return condition instanceof RLike regex ? regex(regex, false) : Optional.empty();
  }

  /**
   * Translates a condition with or without these.
   *
   * @return empty if a part cannot be translated
   */
  public static Optional<Predicate> predicate(Expression condition) {
    if (condition instanceof And and) {
      return predicate(and.left())
          .flatMap(
              left ->
                  predicate(and.right())
                      .map(
                          right ->
                              new org.apache.spark.sql.connector.expressions.filter.And(
                                  left, right)));
    }
    if (condition instanceof Or or) {
      return predicate(or.left())
          .flatMap(
              left ->
                  predicate(or.right())
                      .map(
                          right ->
                              new org.apache.spark.sql.connector.expressions.filter.Or(
                                  left, right)));
    }
    if (condition instanceof Not not) {
      return predicate(not.child()).map(org.apache.spark.sql.connector.expressions.filter.Not::new);
    }
    if (condition instanceof Like like) {
      return like(like);
    }
    return condition instanceof RLike regex
        ? regex(regex, true)
        : OptionConverters.toJava(new V2ExpressionBuilder(condition, true).buildPredicate());
  }

  private static Optional<Predicate> like(Like like) {
    return pattern(like)
        .map(text -> pattern(text, like.escapeChar()))
        .flatMap(pattern -> column(like).map(column -> like(column, pattern)));
  }

  private static Optional<Predicate> regex(RLike regex, boolean hasToBeExact) {
    return pattern(regex)
        .flatMap(RegexLikes::of)
        .filter(likes -> likes.isExact() || !hasToBeExact)
        .flatMap(
            likes ->
                column(regex)
                    .flatMap(
                        column ->
                            likes.patterns().stream()
                                .map(pattern -> like(column, pattern))
                                .reduce(
                                    org.apache.spark.sql.connector.expressions.filter.Or::new)));
  }

  /** The pattern, if it is a literal and strings are compared by their bytes. */
  private static Optional<String> pattern(StringRegexExpression condition) {
    return condition.right() instanceof Literal literal
            && literal.value() instanceof UTF8String text
            && text.isValid()
            && SparkLiterals.isBinaryString(condition.left().dataType())
            && SparkLiterals.isBinaryString(literal.dataType())
        ? Optional.of(text.toString())
        : Optional.empty();
  }

  private static Optional<org.apache.spark.sql.connector.expressions.Expression> column(
      StringRegexExpression condition) {
    return OptionConverters.toJava(new V2ExpressionBuilder(condition.left(), false).build());
  }

  private static Predicate like(
      org.apache.spark.sql.connector.expressions.Expression column, String pattern) {
    UTF8String text = UTF8String.fromString(pattern);
    return new Predicate(
        "BOOLEAN_EXPRESSION",
        new org.apache.spark.sql.connector.expressions.Expression[] {
          new UserDefinedScalarFunc(
              NAME,
              NAME,
              new org.apache.spark.sql.connector.expressions.Expression[] {
                column, new LiteralValue<>(text, DataTypes.StringType)
              })
        });
  }

  /**
   * Returns the pattern with the escape character {@code \}; null if Spark does not accept it, or
   * matches it in another way: it takes the two halves of a code point above U+FFFF for two
   * characters, which never match.
   */
  private static String pattern(String pattern, char escape) {
    StringBuilder converted = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char next = pattern.charAt(i);
      boolean isEscaped = next == escape;
      if (isEscaped) {
        i++;
        next = i < pattern.length() ? pattern.charAt(i) : 0;
        if (next != '_' && next != '%' && next != escape) {
          return null;
        }
      }
      if (Character.isSurrogate(next)) {
        return null;
      }
      boolean isSpecial = next == '_' || next == '%';
      converted.append(next == '\\' || (isSpecial && isEscaped) ? "\\" : "").append(next);
    }
    return converted.toString();
  }
}
