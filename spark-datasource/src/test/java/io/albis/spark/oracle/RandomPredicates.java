// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.type.SparkTypes;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Random conditions on the columns of a table. */
final class RandomPredicates {

  /**
   * A column that a condition can test: a top-level field or a field of a struct.
   *
   * @param name as Spark's parser reads it
   */
  private record Tested(String name, Field field) {
    Column column() {
      return col(name);
    }

    TypeKind kind() {
      return field.type().kind();
    }
  }

  private final Random random;
  private final RandomValues values;
  private final List<Tested> columns = new ArrayList<>();

  RandomPredicates(Random random, Schema schema, RandomValues values) {
    this.random = random;
    this.values = values;
    collect("", schema.fields());
  }

  private void collect(String prefix, List<Field> fields) {
    for (Field field : fields) {
      String name = prefix + '`' + field.name().replace("`", "``") + '`';
      columns.add(new Tested(name, field));
      boolean isVariant = field.extension().filter(e -> e.name().equals("variant")).isPresent();
      if (field.type().kind() == TypeKind.STRUCT && !isVariant) {
        collect(name + ".", field.type().children());
      }
    }
  }

  /** A condition of others, nested up to a depth. */
  Column next(int depth) {
    int kind = depth == 0 ? 9 : random.nextInt(10);
    return switch (kind) {
      case 0, 1 -> next(depth - 1).and(next(depth - 1));
      case 2, 3 -> next(depth - 1).or(next(depth - 1));
      case 4, 5 -> not(next(depth - 1));
      case 6 -> threeValued(depth - 1);
      default -> random.nextInt(60) == 0 ? lit(random.nextBoolean()) : test();
    };
  }

  /** A condition whose result depends on whether others are false or null. */
  private Column threeValued(int depth) {
    Column condition = next(depth);
    Column nothing = lit(null).cast("boolean");
    return switch (random.nextInt(10)) {
      case 0, 1 -> condition.eqNullSafe(random.nextBoolean());
      case 2 -> condition.isNull();
      case 3 -> condition.eqNullSafe(next(depth));
      case 4 -> coalesce(condition, lit(random.nextBoolean()));
      case 5 -> functions.nvl(condition, next(depth));
      case 6 -> condition.isin(lit(random.nextBoolean()), nothing);
      case 7 -> functions.when(condition, next(depth)).otherwise(next(depth));
      case 8 -> not(condition.and(nothing));
      default -> condition.or(nothing).isNotNull();
    };
  }

  /** A comparison of a top-level column with a value. */
  Column nextOf(Field field) {
    Tested tested = columns.stream().filter(one -> one.field.equals(field)).findFirst().get();
    return compare(tested.column(), literal(tested));
  }

  private Column test() {
    Tested tested = columns.get(random.nextInt(columns.size()));
    Column column = tested.column();
    int kind = random.nextInt(16);
    if (kind == 0 || tested.field.type().isNested()) {
      return random.nextBoolean() ? column.isNull() : column.isNotNull();
    }
    return switch (kind) {
      case 1 -> in(tested);
      case 2, 3 -> special(tested);
      case 4 -> column.eqNullSafe(random.nextInt(4) == 0 ? nothing(tested) : literal(tested));
      case 5 -> compare(literal(tested), column);
      case 6 -> column.between(literal(tested), literal(tested));
      case 7 -> compare(column, wider(tested));
      case 9, 10 -> columns(tested);
      case 8 -> random.nextInt(4) == 0 ? compare(column, nothing(tested)) : in(tested);
      default -> compare(column, literal(tested));
    };
  }

  private Column compare(Column left, Column right) {
    return switch (random.nextInt(7)) {
      case 0 -> left.notEqual(right);
      case 1 -> left.lt(right);
      case 2 -> left.leq(right);
      case 3 -> left.gt(right);
      case 4 -> left.geq(right);
      default -> left.equalTo(right);
    };
  }

  /** A comparison with another column, of the same kind if there is one. */
  private Column columns(Tested tested) {
    List<Tested> alike = columns.stream().filter(one -> areAlike(one, tested)).toList();
    Column other = alike.get(random.nextInt(alike.size())).column();
    return random.nextInt(5) == 0
        ? tested.column().eqNullSafe(other)
        : compare(tested.column(), other);
  }

  private static boolean areAlike(Tested a, Tested b) {
    // Spark refuses strings of different collations.
    boolean isSame = a.field.type().equals(b.field.type()) && isCollated(a) == isCollated(b);
    return isSame || (a.field.type().isNumber() && b.field.type().isNumber());
  }

  private static boolean isCollated(Tested tested) {
    return tested.field.extension().filter(e -> e.name().equals("collation")).isPresent();
  }

  private Column nothing(Tested tested) {
    return lit(null).cast(SparkTypes.toSpark(tested.field));
  }

  private Object value(Tested tested) {
    List<Object> pool = values.pool(tested.field);
    Object value =
        random.nextInt(6) == 0 ? values.value(tested.field) : pool.get(random.nextInt(pool.size()));
    return SparkValues.value(tested.field, value);
  }

  private Column literal(Tested tested) {
    Column literal = lit(value(tested));
    // Spark does not compare times of different precision.
    return tested.kind() == TypeKind.TIME
        ? literal.cast(SparkTypes.toSpark(tested.field))
        : literal;
  }

  private Column in(Tested tested) {
    int count = random.nextInt(4) == 0 ? 11 + random.nextInt(30) : 1 + random.nextInt(5);
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(literal(tested));
    }
    if (random.nextInt(5) == 0) {
      list.add(nothing(tested));
    }
    return tested.column().isin(list.toArray());
  }

  /** A literal of a wider type, so that Spark compares after a cast of the column. */
  private Column wider(Tested tested) {
    Type type = tested.field.type();
    return switch (tested.kind()) {
      case INT8, INT16, INT32 ->
          switch (random.nextInt(3)) {
            case 0 -> lit((double) random.nextInt(10) / 4 - 1);
            case 1 -> lit(new BigDecimal(random.nextInt(100) - 50).movePointLeft(1));
            default -> lit(random.nextLong() >> random.nextInt(64));
          };
      case INT64 -> lit(new BigDecimal(random.nextInt(100) - 50).movePointLeft(1));
      case FLOAT -> lit(random.nextBoolean() ? 0.1 : (random.nextInt(41) - 20) / 4.0);
      case DECIMAL ->
          type.precision() < 19
              ? lit(new BigDecimal(random.nextInt(20_000) - 10_000).movePointLeft(type.scale() + 1))
              : literal(tested);
      case DATE ->
          lit(LocalDate.ofEpochDay(random.nextInt(10)).atTime(random.nextBoolean() ? 0 : 12, 0));
      default -> literal(tested);
    };
  }

  /** A test that applies to some types only, or that cannot be pushed. */
  private Column special(Tested tested) {
    Column column = tested.column();
    return switch (tested.kind()) {
      case BOOLEAN -> column;
      case STRING, UUID -> text(tested);
      case FLOAT, DOUBLE ->
          random.nextBoolean() ? functions.isnan(column) : compare(column, lit(0.0));
      case DATE -> compare(functions.year(column), lit(1970 - random.nextInt(3)));
      case INT32 -> compare(coalesce(column, lit(0)), lit(0));
      case BINARY -> compare(functions.length(column), lit(2));
      default -> compare(column, coalesce(column, literal(tested)));
    };
  }

  private Column text(Tested tested) {
    String text = (String) value(tested);
    int from = text.offsetByCodePoints(0, text.isEmpty() ? 0 : random.nextInt(2));
    Column part = lit(text.substring(from));
    String prefix = text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(0, 1));
    return switch (random.nextInt(12)) {
      case 11 -> like(functions.lower(tested.column()), text.toLowerCase(Locale.ROOT));
      case 10 -> compare(functions.upper(tested.column()), lit(text.toUpperCase(Locale.ROOT)));
      case 9 -> tested.column().rlike(regex(prefix));
      case 0 -> tested.column().startsWith(lit(prefix));
      case 1 -> tested.column().endsWith(part);
      case 2 -> tested.column().contains(part);
      case 3 -> tested.column().like(prefix.replaceAll("[%_\\\\]", "x") + "%");
      case 4, 5, 6 -> like(tested.column(), text);
      case 7 -> compare(functions.substring(tested.column(), 1, 1), lit(prefix));
      default -> compare(functions.length(tested.column()), lit(random.nextInt(4)));
    };
  }

  private String regex(String start) {
    String[] parts = {"", "^", "$", ".*", ".", "a?", "(a|b)", "[a-c]"};
    String escaped = start.replaceAll("[^a-zA-Z0-9\u0080-\uFFFF]", "\\\\$0");
    return parts[random.nextInt(parts.length)] + escaped + parts[random.nextInt(parts.length)];
  }

  /**
   * Replaces parts of a text by {@code %} and {@code _}. By few of the former: Spark matches them
   * by regular expressions, whose time grows by the length of the text with each.
   */
  private Column like(Column column, String text) {
    char escape = random.nextInt(4) == 0 ? 'a' : '\\';
    StringBuilder pattern = new StringBuilder();
    int left = text.length() > 30 ? 1 : 3;
    for (int point : text.codePoints().toArray()) {
      switch (random.nextInt(5)) {
        case 0 -> pattern.append(left-- > 0 ? '%' : '_');
        case 1 -> pattern.append('_');
        default ->
            pattern
                .append(point == '%' || point == '_' || point == escape ? "" + escape : "")
                .appendCodePoint(point);
      }
    }
    int at = random.nextInt(pattern.length() + 1);
    if (at == 0 || at == pattern.length()) {
      pattern.insert(at, '%');
    }
    Column like = column.like(pattern.toString());
    return escape == '\\'
        ? like
        : functions.call_function("like", column, lit(pattern.toString()), lit("" + escape));
  }
}
