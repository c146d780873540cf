// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.explode_outer;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;

/**
 * Random queries. Their results do not depend on the order of rows: a limit comes after an order by
 * the number of the row, sums are of integers and decimals.
 */
final class RandomQueries {

  /** A column to project, of any type. */
  private record Projected(Column column, Field field) {
    TypeKind kind() {
      return field.type().kind();
    }

    boolean isScalar() {
      return !field.type().isNested();
    }

    /** Whether equal values are the same: of strings with a collation, a query may return any. */
    boolean isUnambiguous() {
      return isScalar() && field.extension().isEmpty();
    }
  }

  private final Random random;
  private final RandomPredicates predicates;
  private final List<Projected> columns = new ArrayList<>();

  /** Fields of structs in lists and maps: reading them prunes these structs. */
  private final List<Column> elements = new ArrayList<>();

  private final List<Column> lists = new ArrayList<>();

  RandomQueries(Random random, Schema schema, RandomPredicates predicates) {
    this.random = random;
    this.predicates = predicates;
    collect("", schema.fields());
  }

  private void collect(String prefix, List<Field> fields) {
    for (Field field : fields) {
      String name = prefix + '`' + field.name().replace("`", "``") + '`';
      Column column = col(name);
      columns.add(new Projected(column, field));
      boolean isVariant = field.extension().filter(e -> e.name().equals("variant")).isPresent();
      List<Field> children = field.type().children();
      switch (field.type().kind()) {
        case STRUCT -> {
          if (!isVariant) {
            collect(name + ".", children);
          }
        }
        case LIST -> {
          lists.add(column);
          collectElements(column, functions.get(column, lit(0)), children.get(0));
        }
        case MAP -> {
          elements.add(functions.map_keys(column));
          collectElements(
              functions.map_values(column),
              functions.try_element_at(column, lit("a")),
              children.get(1));
        }
        default -> {}
      }
    }
  }

  private void collectElements(Column array, Column element, Field field) {
    elements.add(functions.size(array));
    elements.add(element);
    if (field.type().kind() == TypeKind.STRUCT) {
      for (Field child : field.type().children()) {
        elements.add(array.getField(child.name()));
        elements.add(element.getField(child.name()));
      }
    }
  }

  /** A query of a table. */
  UnaryOperator<Dataset<Row>> next() {
    return switch (random.nextInt(12)) {
      case 0, 1 -> filtered(grouped());
      case 2, 3 -> filtered(total());
      case 4 -> join();
      case 5 -> filtered(hashes());
      case 6 -> filtered(exploded());
      case 7 -> filtered(windowed());
      case 8 -> filtered(distinct());
      case 9 -> filtered(firstRows());
      default -> filtered(projection());
    };
  }

  private UnaryOperator<Dataset<Row>> filtered(UnaryOperator<Dataset<Row>> query) {
    int filters = random.nextInt(3);
    UnaryOperator<Dataset<Row>> result = query;
    for (int i = 0; i < filters; i++) {
      Column condition = predicates.next(random.nextInt(3));
      UnaryOperator<Dataset<Row>> above = result;
      result = table -> above.apply(table.filter(condition));
    }
    return result;
  }

  private Projected any() {
    return columns.get(random.nextInt(columns.size()));
  }

  private Projected any(Predicate<Projected> kind) {
    List<Projected> found = columns.stream().filter(kind).toList();
    return found.get(random.nextInt(found.size()));
  }

  private Column[] projected() {
    List<Column> projected = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      Column column =
          switch (random.nextInt(5)) {
            case 0 -> elements.get(random.nextInt(elements.size()));
            case 1 -> function(any(Projected::isScalar));
            default -> any().column;
          };
      projected.add(column.as("p" + i));
    }
    return projected.toArray(new Column[0]);
  }

  private static Column function(Projected projected) {
    Column column = projected.column;
    return switch (projected.kind()) {
      case INT8, INT16, INT32 -> column.cast("bigint").plus(1);
      case INT64 -> column.cast("decimal(20,0)").multiply(2);
      case FLOAT, DOUBLE -> functions.nanvl(column, lit(0));
      case STRING, UUID -> functions.concat(functions.upper(column), lit("|"));
      case BINARY, FIXED_BINARY -> functions.hex(column);
      case DATE -> functions.last_day(column);
      case TIMESTAMP -> functions.date_trunc("hour", column);
      case BOOLEAN -> functions.not(column);
      default -> column.cast("string");
    };
  }

  private UnaryOperator<Dataset<Row>> projection() {
    Column[] projected = projected();
    return table -> table.select(projected);
  }

  private UnaryOperator<Dataset<Row>> firstRows() {
    Column[] projected = projected();
    List<Column> keys = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      keys.add(ordered(any(Projected::isScalar).column));
    }
    keys.add(ordered(col(RandomColumns.ID)));
    Column[] order = keys.toArray(new Column[0]);
    int limit = random.nextInt(60);
    int offset = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
    return table -> table.orderBy(order).offset(offset).limit(limit).select(projected);
  }

  private Column ordered(Column key) {
    return switch (random.nextInt(4)) {
      case 0 -> key.asc_nulls_first();
      case 1 -> key.asc_nulls_last();
      case 2 -> key.desc_nulls_first();
      default -> key.desc_nulls_last();
    };
  }

  private UnaryOperator<Dataset<Row>> distinct() {
    Column first = any(Projected::isUnambiguous).column.as("a");
    Column second = any(Projected::isUnambiguous).column.as("b");
    return table -> table.select(first, second).distinct();
  }

  /** A hash of every column of a type that has one. */
  private UnaryOperator<Dataset<Row>> hashes() {
    List<Column> hashed =
        columns.stream().filter(Projected::isScalar).map(Projected::column).toList();
    Column list = lists.get(random.nextInt(lists.size()));
    List<Column> shuffled = new ArrayList<>(hashed);
    shuffled.add(list);
    Column[] some = shuffled.subList(random.nextInt(10), shuffled.size()).toArray(new Column[0]);
    return table -> table.select(col(RandomColumns.ID), xxhash64(some));
  }

  private UnaryOperator<Dataset<Row>> exploded() {
    Column list = lists.get(random.nextInt(lists.size()));
    Column other = any().column;
    return table -> table.select(explode_outer(list), other);
  }

  private UnaryOperator<Dataset<Row>> windowed() {
    Column key = any(Projected::isScalar).column;
    Column other = any().column;
    Column number =
        row_number().over(Window.partitionBy(key).orderBy(col(RandomColumns.ID).desc()));
    return table -> table.select(number.as("n"), key.as("k"), other.as("o"));
  }

  private Column aggregate() {
    Projected of = any(Projected::isUnambiguous);
    return switch (random.nextInt(10)) {
      case 7, 8, 9 -> computed();
      case 0 -> count(lit(1));
      case 1 -> count(any().column);
      case 2 -> count_distinct(of.column);
      case 3 -> summed();
      case 4 -> min(of.column);
      case 5 -> max(of.column);
      default -> random.nextBoolean() ? min(of.column) : max(of.column);
    };
  }

  /** An aggregate of what functions and comparisons compute of doubles. */
  private Column computed() {
    Column first = real();
    Column second = real();
    Column value =
        switch (random.nextInt(9)) {
          case 0 ->
              first.divide(random.nextInt(4) == 0 ? second : functions.nullif(second, lit(0)));
          case 1 -> functions.exp(first.divide(1000));
          case 2 -> functions.log(first);
          case 3 -> functions.sqrt(first);
          case 4 -> functions.abs(first).multiply(second);
          case 5 -> functions.least(first, second, lit(3.5));
          case 6 -> functions.greatest(first, second);
          case 7 -> coalesce(first, functions.negate(second));
          default -> first.plus(second).minus(1.5);
        };
    Column condition =
        switch (random.nextInt(4)) {
          case 0 -> value.leq(real());
          case 1 -> value.equalTo(first).and(predicates.next(0));
          case 2 -> functions.not(value.lt(second)).or(second.isNull());
          default -> value.gt(lit(2.25));
        };
    return switch (random.nextInt(4)) {
      case 0 -> min(value);
      case 1 -> max(functions.when(condition, value).otherwise(first));
      case 2 -> count(functions.when(condition, second));
      default -> sum(functions.when(condition, number(summand())));
    };
  }

  /** A number as a double. */
  private Column real() {
    return any(one ->
            switch (one.kind()) {
              case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> true;
              default -> false;
            })
        .column
        .cast("double");
  }

  private Column summed() {
    Column number = random.nextInt(3) == 0 ? product() : number(summand());
    return random.nextBoolean() ? sum(number) : avg(number);
  }

  private Projected summand() {
    return any(
        one ->
            switch (one.kind()) {
              case INT8, INT16, INT32, INT64 -> true;
              case DECIMAL -> one.field.type().precision() <= 18;
              default -> false;
            });
  }

  /** Sums of these do not overflow. */
  private Column number(Projected summand) {
    boolean isWide = summand.kind() == TypeKind.INT64;
    boolean isDecimal = summand.kind() == TypeKind.DECIMAL;
    return isWide || (!isDecimal && random.nextBoolean())
        ? summand.column.cast("decimal(20,0)")
        : summand.column;
  }

  private Column product() {
    Column first = number(any(one -> isDecimal(one, 13)));
    Column second = number(any(one -> isDecimal(one, 13)));
    return random.nextBoolean() ? first.multiply(second) : first.multiply(lit(1).minus(second));
  }

  private static boolean isDecimal(Projected projected, int precision) {
    Type type = projected.field.type();
    return type.kind() == TypeKind.DECIMAL && type.precision() <= precision;
  }

  private Column[] aggregates() {
    List<Column> aggregates = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      aggregates.add(aggregate().as("a" + i));
    }
    return aggregates.toArray(new Column[0]);
  }

  private UnaryOperator<Dataset<Row>> total() {
    Column[] aggregates = aggregates();
    return table -> table.select(aggregates);
  }

  private UnaryOperator<Dataset<Row>> grouped() {
    Column[] keys = {any(Projected::isUnambiguous).column.as("k0")};
    if (random.nextBoolean()) {
      keys = new Column[] {keys[0], any(Projected::isUnambiguous).column.as("k1")};
    }
    Column[] groups = keys;
    Column[] aggregates = aggregates();
    return table ->
        table
            .groupBy(groups)
            .agg(aggregates[0], java.util.Arrays.copyOfRange(aggregates, 1, aggregates.length));
  }

  /** A join of the table with itself by the number of the row, or by another column and counted. */
  private UnaryOperator<Dataset<Row>> join() {
    Column left = predicates.next(1);
    Column right = predicates.next(1);
    Column[] projected = projected();
    Column key = any(Projected::isScalar).column;
    boolean isById = random.nextBoolean();
    List<String> kinds = List.of("inner", "left", "left_semi", "left_anti", "full");
    String kind = kinds.get(random.nextInt(kinds.size()));
    if (isById) {
      return table -> {
        Dataset<Row> other = table.filter(right).select(col(RandomColumns.ID), key.as("k"));
        return table.filter(left).join(other, scala(RandomColumns.ID), kind).select(projected);
      };
    }
    return table -> {
      Dataset<Row> one = table.filter(left).select(key.as("k"), col(RandomColumns.ID).as("x"));
      Dataset<Row> two = table.filter(right).select(key.as("k"), col(RandomColumns.ID).as("y"));
      return one.join(two, scala("k"), "inner")
          .groupBy(col("k"))
          .agg(count(lit(1)), max(coalesce(col("x"), col("y"))));
    };
  }

  private static String[] scala(String column) {
    return new String[] {column};
  }
}
