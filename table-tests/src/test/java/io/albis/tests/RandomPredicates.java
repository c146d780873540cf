// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Random predicates, each with a function on a row as its model. */
final class RandomPredicates {

  /**
   * A predicate and its model.
   *
   * @param model evaluates a materialized row to true, false or null
   */
  record Case(Predicate predicate, Function<List<Object>, Boolean> model) {}

  /**
   * A column that a predicate can test: a top-level field or a field of a struct.
   *
   * @param value reads it from a row; null if an enclosing struct is null
   */
  private record Column(String path, Type type, Function<List<Object>, Object> value) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<Object>> rows;
  private final RandomData data;
  private final Random random;

  RandomPredicates(Schema schema, List<List<Object>> rows, RandomData data) {
    this.rows = rows;
    this.data = data;
    this.random = data.random();
    collect(schema.fields(), "", row -> row);
  }

  private void collect(List<Field> fields, String prefix, Function<List<Object>, Object> parent) {
    for (int i = 0; i < fields.size(); i++) {
      int index = i;
      Field field = fields.get(i);
      Function<List<Object>, Object> value =
          row -> {
            List<?> around = (List<?>) parent.apply(row);
            return around == null ? null : around.get(index);
          };
      columns.add(new Column(prefix + field.name(), field.type(), value));
      if (field.type().kind() == TypeKind.STRUCT) {
        collect(field.type().children(), prefix + field.name() + ".", value);
      }
    }
  }

  Case next(int depth) {
    int kind = depth == 0 ? 9 : random.nextInt(10);
    return switch (kind) {
      case 0, 1 -> and(depth - 1);
      case 2, 3 -> or(depth - 1);
      case 4, 5 -> not(next(depth - 1));
      default -> random.nextInt(40) == 0 ? constant() : comparison();
    };
  }

  private Case constant() {
    return random.nextBoolean()
        ? new Case(Predicate.alwaysTrue(), row -> true)
        : new Case(Predicate.alwaysFalse(), row -> false);
  }

  private List<Case> operands(int depth) {
    List<Case> operands = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      operands.add(next(depth));
    }
    return operands;
  }

  private Case and(int depth) {
    List<Case> operands = operands(depth);
    return new Case(
        Predicate.and(operands.stream().map(Case::predicate).toList()),
        row -> decide(operands, row, false));
  }

  private Case or(int depth) {
    List<Case> operands = operands(depth);
    return new Case(
        Predicate.or(operands.stream().map(Case::predicate).toList()),
        row -> decide(operands, row, true));
  }

  /** A decisive operand determines the result; otherwise a null operand makes it null. */
  private static Boolean decide(List<Case> operands, List<Object> row, boolean decisive) {
    boolean hasNull = false;
    for (Case operand : operands) {
      Boolean value = operand.model.apply(row);
      if (value == null) {
        hasNull = true;
      } else if (value == decisive) {
        return decisive;
      }
    }
    return hasNull ? null : !decisive;
  }

  private static Case not(Case a) {
    return new Case(
        Predicate.not(a.predicate),
        row -> {
          Boolean x = a.model.apply(row);
          return x == null ? null : !x;
        });
  }

  private Case comparison() {
    Column column = columns.get(random.nextInt(columns.size()));
    String path = column.path;
    int operator = column.type.isNested() ? random.nextInt(2) : random.nextInt(19);
    if (operator == 0) {
      return new Case(Predicate.isNull(path), row -> column.value.apply(row) == null);
    }
    if (operator == 1) {
      return new Case(Predicate.isNotNull(path), row -> column.value.apply(row) != null);
    }
    if (operator >= 16) {
      return columns(column);
    }
    Object value = value(column);
    return switch (operator) {
      case 2 -> of(Predicate.equal(path, value), column, v -> compare(v, value) == 0);
      case 3 -> of(Predicate.notEqual(path, value), column, v -> compare(v, value) != 0);
      case 4 -> of(Predicate.lessThan(path, value), column, v -> compare(v, value) < 0);
      case 5 -> of(Predicate.lessOrEqual(path, value), column, v -> compare(v, value) <= 0);
      case 6 -> of(Predicate.greaterThan(path, value), column, v -> compare(v, value) > 0);
      case 7 -> of(Predicate.greaterOrEqual(path, value), column, v -> compare(v, value) >= 0);
      case 8, 9 -> nullSafe(column, random.nextInt(5) == 0 ? null : value);
      case 10, 11 -> in(column);
      default -> ofKind(column, value);
    };
  }

  /** Compares two columns, a column with itself if there is no other. */
  private Case columns(Column column) {
    List<Column> others =
        columns.stream().filter(one -> Predicate.canCompare(column.type, one.type)).toList();
    Column other = others.get(random.nextInt(others.size()));
    String left = column.path;
    Expression right = Expression.column(other.path);
    return switch (random.nextInt(8)) {
      case 0 -> of(Predicate.equal(left, right), column, other, order -> order == 0);
      case 1 -> of(Predicate.notEqual(left, right), column, other, order -> order != 0);
      case 2 -> of(Predicate.lessThan(left, right), column, other, order -> order < 0);
      case 3 -> of(Predicate.lessOrEqual(left, right), column, other, order -> order <= 0);
      case 4 -> of(Predicate.greaterThan(left, right), column, other, order -> order > 0);
      case 5 -> of(Predicate.greaterOrEqual(left, right), column, other, order -> order >= 0);
      case 6 -> new Case(Predicate.equalNullSafe(left, right), row -> isSame(column, other, row));
      default ->
          new Case(Predicate.notEqualNullSafe(left, right), row -> !isSame(column, other, row));
    };
  }

  private static Case of(Predicate predicate, Column left, Column right, IntPredicate test) {
    return new Case(
        predicate,
        row -> {
          Object a = left.value.apply(row);
          Object b = right.value.apply(row);
          return a == null || b == null ? null : test.test(compareNumbers(a, b));
        });
  }

  private static boolean isSame(Column left, Column right, List<Object> row) {
    Object a = left.value.apply(row);
    Object b = right.value.apply(row);
    return a == null || b == null ? a == b : compareNumbers(a, b) == 0;
  }

  /** Floats compare with doubles. */
  private static int compareNumbers(Object a, Object b) {
    return a.getClass() != b.getClass() && (a instanceof Float || a instanceof Double)
        ? compare(((Number) a).doubleValue(), ((Number) b).doubleValue())
        : compare(a, b);
  }

  /** A test that applies to some types only. */
  private Case ofKind(Column column, Object value) {
    return switch (column.type.kind()) {
      case FLOAT, DOUBLE ->
          new Case(
              Predicate.isNan(column.path),
              row -> {
                Object found = column.value.apply(row);
                return found != null && Double.isNaN(((Number) found).doubleValue());
              });
      case STRING -> random.nextBoolean() ? like(column, value) : pattern(column, value);
      case BINARY, FIXED_BINARY -> pattern(column, value);
      default -> in(column);
    };
  }

  private Case nullSafe(Column column, Object value) {
    Function<List<Object>, Boolean> isEqual =
        row -> {
          Object found = column.value.apply(row);
          return found == null || value == null ? found == value : compare(found, value) == 0;
        };
    return random.nextBoolean()
        ? new Case(Predicate.equalNullSafe(column.path, value), isEqual)
        : new Case(Predicate.notEqualNullSafe(column.path, value), row -> !isEqual.apply(row));
  }

  private Case in(Column column) {
    List<Object> values = new ArrayList<>();
    int count = random.nextInt(10) == 0 ? 50 : random.nextInt(5);
    for (int k = 0; k < count; k++) {
      values.add(value(column));
    }
    boolean hasNull = random.nextInt(5) == 0;
    if (hasNull) {
      values.add(random.nextInt(count + 1), null);
    }
    return new Case(
        Predicate.in(column.path, values),
        row -> {
          Object found = column.value.apply(row);
          if (values.isEmpty()) {
            return false;
          }
          if (found == null) {
            return null;
          }
          boolean isFound =
              values.stream().anyMatch(one -> one != null && compare(found, one) == 0);
          return isFound ? Boolean.TRUE : hasNull ? null : Boolean.FALSE;
        });
  }

  private Case pattern(Column column, Object value) {
    byte[] whole = bytes(value);
    int from = random.nextInt(whole.length + 1);
    int to = from + random.nextInt(whole.length - from + 1);
    int place = random.nextInt(3);
    byte[] part =
        switch (place) {
          case 0 -> Arrays.copyOf(whole, to);
          case 1 -> Arrays.copyOfRange(whole, from, whole.length);
          default -> Arrays.copyOfRange(whole, from, to);
        };
    Object wanted = part;
    if (value instanceof String) {
      // A truncated code point becomes another one.
      wanted = new String(part, StandardCharsets.UTF_8);
    }
    byte[] bytes = bytes(wanted);
    String path = column.path;
    return switch (place) {
      case 0 -> of(Predicate.startsWith(path, wanted), column, v -> isAt(bytes(v), 0, bytes));
      case 1 ->
          of(
              Predicate.endsWith(path, wanted),
              column,
              v -> isAt(bytes(v), bytes(v).length - bytes.length, bytes));
      default ->
          of(
              Predicate.contains(path, wanted),
              column,
              v ->
                  IntStream.rangeClosed(0, bytes(v).length)
                      .anyMatch(at -> isAt(bytes(v), at, bytes)));
    };
  }

  /** Stand for {@code _} and {@code %} among code points. */
  private static final int ANY = -1;

  private static final int ALL = -2;

  private Case like(Column column, Object value) {
    return switch (random.nextInt(4)) {
      case 0 -> like(column, value, Predicate::lowerCaseLike, v -> v.toLowerCase(Locale.ROOT));
      case 1 -> like(column, value, Predicate::upperCaseLike, v -> v.toUpperCase(Locale.ROOT));
      default -> like(column, value, Predicate::like, v -> v);
    };
  }

  /** Replaces parts of a converted value by {@code %} and {@code _}. */
  private Case like(
      Column column,
      Object value,
      BiFunction<String, String, Predicate> predicate,
      UnaryOperator<String> conversion) {
    StringBuilder pattern = new StringBuilder();
    List<Integer> points = new ArrayList<>();
    for (int point : conversion.apply((String) value).codePoints().toArray()) {
      String text = Character.toString(point);
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          pattern.append('%');
          points.add(ALL);
        }
        case 2 -> {
          pattern.append('_');
          points.add(ANY);
        }
        default -> {
          pattern.append("%_\\".contains(text) ? "\\" + text : text);
          points.add(point);
        }
      }
    }
    return of(
        predicate.apply(column.path, pattern.toString()),
        column,
        v -> isLike(conversion.apply((String) v).codePoints().toArray(), points));
  }

  /** Finds for each start of the text whether it matches the pattern so far. */
  private static boolean isLike(int[] text, List<Integer> pattern) {
    boolean[] matches = new boolean[text.length + 1];
    matches[0] = true;
    for (int point : pattern) {
      boolean[] longer = new boolean[text.length + 1];
      for (int i = 0; i <= text.length; i++) {
        longer[i] =
            point == ALL
                ? matches[i] || (i > 0 && longer[i - 1])
                : i > 0 && matches[i - 1] && (point == ANY || point == text[i - 1]);
      }
      matches = longer;
    }
    return matches[text.length];
  }

  private static boolean isAt(byte[] value, int at, byte[] part) {
    return at >= 0
        && at + part.length <= value.length
        && Arrays.equals(value, at, at + part.length, part, 0, part.length);
  }

  private static byte[] bytes(Object value) {
    return value instanceof byte[] bytes
        ? bytes
        : ((String) value).getBytes(StandardCharsets.UTF_8);
  }

  private static Case of(Predicate predicate, Column column, Function<Object, Boolean> test) {
    return new Case(
        predicate,
        row -> {
          Object found = column.value.apply(row);
          return found == null ? null : test.apply(found);
        });
  }

  /** Mostly an existing value, so that some rows match. */
  private Object value(Column column) {
    for (int attempt = 0; attempt < 5; attempt++) {
      Object value =
          rows.isEmpty() ? null : column.value.apply(rows.get(random.nextInt(rows.size())));
      if (value != null && random.nextInt(8) != 0) {
        return value;
      }
    }
    return data.value(column.type);
  }

  /** Compares two values of the same type, by the order of SPEC.md, section 13. */
  static int compare(Object a, Object b) {
    if (a instanceof Float x) {
      return Double.compare(canonical(x), canonical(((Float) b)));
    }
    if (a instanceof Double x) {
      return Double.compare(canonical(x), canonical((Double) b));
    }
    if (a instanceof byte[] x) {
      return Arrays.compareUnsigned(x, (byte[]) b);
    }
    if (a instanceof String x) {
      return Arrays.compareUnsigned(
          x.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
    }
    if (a instanceof UUID x) {
      int high =
          Long.compareUnsigned(x.getMostSignificantBits(), ((UUID) b).getMostSignificantBits());
      return high != 0
          ? high
          : Long.compareUnsigned(x.getLeastSignificantBits(), ((UUID) b).getLeastSignificantBits());
    }
    if (a instanceof BigDecimal x) {
      return x.compareTo((BigDecimal) b);
    }
    if (a instanceof Boolean x) {
      return x.compareTo((Boolean) b);
    }
    return Long.compare(((Number) a).longValue(), ((Number) b).longValue());
  }

  private static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value + 0.0;
  }
}
