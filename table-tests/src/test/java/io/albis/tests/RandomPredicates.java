// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.predicate.Predicate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** Random predicates, each with a plain function that says what it should say of a row. */
final class RandomPredicates {

  /**
   * A predicate and its model.
   *
   * @param model true, false, or null for "neither", of a materialized row
   */
  record Case(Predicate predicate, Function<List<Object>, Boolean> model) {}

  private final Schema schema;
  private final List<List<Object>> rows;
  private final RandomData data;
  private final Random random;

  RandomPredicates(Schema schema, List<List<Object>> rows, RandomData data) {
    this.schema = schema;
    this.rows = rows;
    this.data = data;
    this.random = data.random();
  }

  Case next(int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(5);
    return switch (kind) {
      case 1 -> and();
      case 2 -> or();
      case 3 -> not(next(depth - 1));
      default -> comparison();
    };
  }

  private Case and() {
    Case a = next(1);
    Case b = next(0);
    return new Case(
        Predicate.and(a.predicate, b.predicate),
        row -> {
          Boolean x = a.model.apply(row);
          Boolean y = b.model.apply(row);
          if (Boolean.FALSE.equals(x) || Boolean.FALSE.equals(y)) {
            return false;
          }
          return x == null || y == null ? null : true;
        });
  }

  private Case or() {
    Case a = not(next(1));
    Case b = not(next(0));
    Case both = not(new Case(Predicate.and(a.predicate, b.predicate), conjunction(a, b)));
    return new Case(
        Predicate.or(Predicate.not(a.predicate), Predicate.not(b.predicate)), both.model);
  }

  private static Function<List<Object>, Boolean> conjunction(Case a, Case b) {
    return row -> {
      Boolean x = a.model.apply(row);
      Boolean y = b.model.apply(row);
      if (Boolean.FALSE.equals(x) || Boolean.FALSE.equals(y)) {
        return false;
      }
      return x == null || y == null ? null : true;
    };
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
    int i = random.nextInt(schema.fields().size());
    Field field = schema.fields().get(i);
    String column = field.name();
    int operator = field.type().isNested() ? random.nextInt(2) : random.nextInt(10);
    if (operator == 0) {
      return new Case(Predicate.isNull(column), row -> row.get(i) == null);
    }
    if (operator == 1) {
      return new Case(Predicate.isNotNull(column), row -> row.get(i) != null);
    }
    Object value = value(i);
    return switch (operator) {
      case 2 -> of(Predicate.equal(column, value), i, v -> compare(v, value) == 0);
      case 3 -> of(Predicate.notEqual(column, value), i, v -> compare(v, value) != 0);
      case 4 -> of(Predicate.lessThan(column, value), i, v -> compare(v, value) < 0);
      case 5 -> of(Predicate.lessOrEqual(column, value), i, v -> compare(v, value) <= 0);
      case 6 -> of(Predicate.greaterThan(column, value), i, v -> compare(v, value) > 0);
      case 7 -> of(Predicate.greaterOrEqual(column, value), i, v -> compare(v, value) >= 0);
      case 8 -> in(column, i);
      default ->
          field.type().kind() == TypeKind.STRING
              ? startsWith(column, i, (String) value)
              : in(column, i);
    };
  }

  private Case in(String column, int i) {
    List<Object> values = new ArrayList<>();
    for (int k = random.nextInt(4); k >= 0; k--) {
      values.add(value(i));
    }
    return of(
        Predicate.in(column, values),
        i,
        v -> values.stream().anyMatch(one -> compare(v, one) == 0));
  }

  private Case startsWith(String column, int i, String text) {
    String prefix = text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(0, 1));
    return of(
        Predicate.startsWith(column, prefix), i, value -> ((String) value).startsWith(prefix));
  }

  private static Case of(Predicate predicate, int i, Function<Object, Boolean> test) {
    return new Case(predicate, row -> row.get(i) == null ? null : test.apply(row.get(i)));
  }

  /** One that is there, mostly, so that something is found. */
  private Object value(int i) {
    Type type = schema.fields().get(i).type();
    for (int attempt = 0; attempt < 5; attempt++) {
      Object value = rows.isEmpty() ? null : rows.get(random.nextInt(rows.size())).get(i);
      if (value != null) {
        return value;
      }
    }
    return data.value(type);
  }

  private static int compare(Object a, Object b) {
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
