// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.type.WideDecimal;
import io.albis.reader.predicate.Predicate.Operator;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Evaluates a predicate on the rows of a batch, column by column: each comparison fills an array
 * with true, false or null for every row. The arrays are kept from batch to batch. For one thread.
 */
public final class RowFilter {

  private static final byte FALSE = 0;
  private static final byte TRUE = 1;
  private static final byte NULL = 2;

  private final BoundPredicate predicate;
  private final List<RowFilter> operands;
  private final BytesView bytes = new BytesView();
  private byte[] result = {};
  private int[] selection = {};

  public RowFilter(BoundPredicate predicate) {
    this.predicate = predicate;
    this.operands = predicate.operands().stream().map(RowFilter::new).toList();
  }

  /**
   * Finds the rows that are true.
   *
   * @return how many; {@link #selection} holds them
   */
  public int select(List<ColumnVector> vectors, int rows) {
    evaluate(vectors, rows);
    if (selection.length < rows) {
      selection = new int[rows];
    }
    int count = 0;
    for (int i = 0; i < rows; i++) {
      selection[count] = i;
      count += result[i] & TRUE;
    }
    return count;
  }

  public int[] selection() {
    return selection;
  }

  private void evaluate(List<ColumnVector> vectors, int rows) {
    if (result.length < rows) {
      result = new byte[rows];
    }
    Operator operator = predicate.operator();
    if (operator == Operator.AND || operator == Operator.OR) {
      combine(vectors, rows, operator == Operator.AND);
      return;
    }
    ColumnVector vector = vectors.get(predicate.ordinal());
    if (operator == Operator.IS_NULL || operator == Operator.IS_NOT_NULL) {
      for (int i = 0; i < rows; i++) {
        result[i] = vector.isNullAt(i) == (operator == Operator.IS_NULL) ? TRUE : FALSE;
      }
    } else {
      compare(vector, rows);
    }
  }

  private void combine(List<ColumnVector> vectors, int rows, boolean isAnd) {
    Arrays.fill(result, 0, rows, isAnd ? TRUE : FALSE);
    byte decisive = isAnd ? FALSE : TRUE;
    for (RowFilter operand : operands) {
      operand.evaluate(vectors, rows);
      for (int i = 0; i < rows; i++) {
        byte other = operand.result[i];
        if (result[i] != decisive && (other == decisive || other == NULL)) {
          result[i] = other;
        }
      }
    }
  }

  private void compare(ColumnVector vector, int rows) {
    TypeKind kind = vector.type().kind();
    boolean isSet = predicate.operator() == Operator.IN || predicate.operator() == Operator.NOT_IN;
    if (Literals.isLong(vector.type()) && !isSet) {
      compareLongs(vector, rows, (Long) predicate.values().get(0));
    } else if ((kind == TypeKind.DOUBLE || kind == TypeKind.FLOAT) && !isSet) {
      compareDoubles(vector, rows, (Double) predicate.values().get(0));
    } else {
      for (int i = 0; i < rows; i++) {
        result[i] = vector.isNullAt(i) ? NULL : bool(test(value(vector, i)));
      }
    }
  }

  private static byte bool(boolean value) {
    return value ? TRUE : FALSE;
  }

  private void compareLongs(ColumnVector vector, int rows, long value) {
    Operator operator = predicate.operator();
    for (int i = 0; i < rows; i++) {
      int order = Long.compare(getLong(vector, i), value);
      result[i] = vector.isNullAt(i) ? NULL : bool(holds(operator, order));
    }
  }

  private void compareDoubles(ColumnVector vector, int rows, double value) {
    Operator operator = predicate.operator();
    boolean isFloat = vector.type().kind() == TypeKind.FLOAT;
    for (int i = 0; i < rows; i++) {
      double found = isFloat ? vector.getFloat(i) : vector.getDouble(i);
      int order = Double.compare(Literals.canonical(found), value);
      result[i] = vector.isNullAt(i) ? NULL : bool(holds(operator, order));
    }
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      default -> throw new IllegalStateException("Not an order: " + operator);
    };
  }

  private static long getLong(ColumnVector vector, int row) {
    return switch (vector.type().kind()) {
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      case INT8 -> vector.getByte(row);
      case INT16 -> vector.getShort(row);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> vector.getInt(row);
      case DECIMAL -> vector.getUnscaledLong(row);
      default -> vector.getLong(row);
    };
  }

  private Object value(ColumnVector vector, int row) {
    if (Literals.isLong(vector.type())) {
      return getLong(vector, row);
    }
    return switch (vector.type().kind()) {
      case FLOAT -> Literals.canonical(vector.getFloat(row));
      case DOUBLE -> Literals.canonical(vector.getDouble(row));
      case DECIMAL -> wide(vector, row);
      case UUID -> Literals.of(vector.getUuid(row), predicate.leaf());
      default -> vector.getBytes(row, bytes).toByteArray();
    };
  }

  private static BigInteger wide(ColumnVector vector, int row) {
    return WideDecimal.unscaled(vector.valuesAddress() + row * vector.stride());
  }

  private boolean test(Object value) {
    List<Object> wanted = predicate.values();
    return switch (predicate.operator()) {
      case IN -> wanted.stream().anyMatch(one -> Literals.compare(value, one) == 0);
      case NOT_IN -> wanted.stream().noneMatch(one -> Literals.compare(value, one) == 0);
      case STARTS_WITH -> Literals.startsWith((byte[]) value, (byte[]) wanted.get(0));
      case NOT_STARTS_WITH -> !Literals.startsWith((byte[]) value, (byte[]) wanted.get(0));
      default -> holds(predicate.operator(), Literals.compare(value, wanted.get(0)));
    };
  }
}
