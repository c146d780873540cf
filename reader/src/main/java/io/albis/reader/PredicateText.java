// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Formats predicates as text. */
final class PredicateText {

  /** Maximum number of values of a list, and of bytes of a binary, that are printed. */
  private static final int MAX_SHOWN = 20;

  private PredicateText() {}

  static String of(Predicate predicate) {
    List<Predicate> operands = predicate.operands();
    String operator = predicate.operator().text();
    return switch (predicate.operator()) {
      case AND -> operands.isEmpty() ? "true" : joined(operands, " and ");
      case OR -> operands.isEmpty() ? "false" : joined(operands, " or ");
      case NOT -> "not " + enclosed(operands.get(0));
      case IS_NULL, IS_NOT_NULL, IS_NAN -> predicate.column() + " " + operator;
      case IN -> predicate.column() + " in " + list(predicate.values());
      case EQUAL,
          NOT_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          EQUAL_NULL_SAFE,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS,
          LIKE,
          LOWER_CASE_LIKE,
          UPPER_CASE_LIKE ->
          predicate.column() + " " + operator + " " + compared(predicate);
    };
  }

  private static String compared(Predicate predicate) {
    return predicate.comparedColumn() == null
        ? value(predicate.values().get(0))
        : predicate.comparedColumn();
  }

  private static String joined(List<Predicate> operands, String joint) {
    return operands.stream().map(PredicateText::of).collect(Collectors.joining(joint, "(", ")"));
  }

  private static String enclosed(Predicate predicate) {
    return predicate.column() == null ? of(predicate) : "(" + of(predicate) + ")";
  }

  private static String list(List<Object> values) {
    int shown = Math.min(values.size(), MAX_SHOWN);
    String more = values.size() > shown ? ", ... of " + values.size() + " values)" : ")";
    return values.subList(0, shown).stream()
        .map(PredicateText::value)
        .collect(Collectors.joining(", ", "(", more));
  }

  private static String value(Object value) {
    if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      String hex =
          HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, MAX_SHOWN)));
      return bytes.length > MAX_SHOWN
          ? "0x" + hex + "... of " + bytes.length + " bytes"
          : "0x" + hex;
    }
    return String.valueOf(value);
  }
}
