// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.UnknownColumnException;
import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.internal.aggregate.AggregateCall.Function;
import io.albis.reader.internal.aggregate.Term.Operator;
import io.albis.reader.internal.block.ValueBlock;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the columns of an aggregation in a schema, and what is computed of them: once each. */
final class Binder {

  private final Schema schema;

  /** Receives values for a moment. */
  private final ValueBlock scratch = new ValueBlock();

  /** What is computed for each block, in this order. */
  private final Map<Object, Values> values = new LinkedHashMap<>();

  private final Map<Values, Counts> counts = new HashMap<>();
  private final List<Accumulator> accumulators = new ArrayList<>();
  private Counts rows;

  Binder(Schema schema) {
    this.schema = schema;
  }

  /** A column of the schema. */
  private record Place(int[] position, Type type, boolean isNullable) {}

  /** A column of which only the nulls are read. */
  private record Nulls(String path) {}

  /** A literal with more digits after the point. */
  private record Scaled(BigDecimal value, int scale) {}

  private Place place(String path) {
    Field whole = schema.field(path);
    int top = schema.fields().stream().map(Field::name).toList().indexOf(path);
    if (top >= 0) {
      return new Place(new int[] {top}, whole.type(), whole.nullable());
    }
    List<String> names = Schema.namesOf(path);
    int[] position = new int[names.size()];
    position[0] = schema.ordinal(names.get(0));
    Field field = schema.fields().get(position[0]);
    boolean isNullable = field.nullable();
    for (int i = 1; i < position.length; i++) {
      if (field.type().isRepeated()) {
        throw new InvalidArgumentException(
            "Cannot aggregate column " + path + ": it is inside of a list or map");
      }
      List<Field> children = field.type().children();
      position[i] = children.stream().map(Field::name).toList().indexOf(names.get(i));
      if (position[i] < 0) {
        throw new UnknownColumnException(path, schema.paths());
      }
      field = children.get(position[i]);
      isNullable |= field.nullable();
    }
    return new Place(position, field.type(), isNullable);
  }

  KeyColumn key(String path) {
    Place place = place(path);
    switch (place.type().physicalType()) {
      case FLOAT, DOUBLE, DECIMAL128, STRUCT, LIST, MAP ->
          throw new InvalidArgumentException(
              "Cannot group by column "
                  + path
                  + ": its type is "
                  + place.type()
                  + " (group by integers, booleans, dates, times, timestamps, strings, or decimals"
                  + " of up to 18 digits)");
      default -> {
        return new KeyColumn(path, place.position(), place.type(), place.isNullable(), scratch);
      }
    }
  }

  Accumulator accumulator(AggregateCall call) {
    String name = call.toString();
    if (call.value() == null) {
      return rows();
    }
    if (call.function() == Function.COUNT) {
      Values counted =
          call.value() instanceof Term.Column column
              ? nulls(column.path())
              : values(call.value(), name, true);
      return counts(counted);
    }
    boolean isSum = call.function() == Function.SUM;
    Values value = values(call.value(), name, isSum);
    Counts found = counts(value);
    Accumulator created;
    if (!isSum) {
      created = new Extremes(name, value, found, call.function() == Function.MIN);
    } else if (value.isDouble) {
      created = new DoubleSums(name, value, found);
    } else {
      created = new ExactSums(name, value, found);
    }
    accumulators.add(created);
    return created;
  }

  private Counts rows() {
    if (rows == null) {
      rows = new Counts("count(*)", null);
    }
    return rows;
  }

  private Counts counts(Values value) {
    return value.isNullable
        ? counts.computeIfAbsent(value, v -> new Counts("the count", v))
        : rows();
  }

  private Values nulls(String path) {
    Values known = values.get(new Term.Column(path));
    return known != null
        ? known
        : values.computeIfAbsent(new Nulls(path), key -> column(path, true));
  }

  private Values column(String path, boolean onlyNulls) {
    Place place = place(path);
    return new ColumnValues(place.position(), place.type(), place.isNullable(), onlyNulls);
  }

  /** Finds what a term computes; {@code isNumber} if it must be a number. */
  private Values values(Term term, String name, boolean isNumber) {
    if (term instanceof Term.Column column) {
      Type type = place(column.path()).type();
      if (isNumber ? !type.isNumber() : !isOrdered(type.physicalType())) {
        throw new InvalidArgumentException(
            "Cannot compute "
                + name
                + ": the type of column "
                + column.path()
                + " is "
                + type
                + (isNumber ? " (expected a number)" : " (count its values instead)"));
      }
    }
    Values known = values.get(term);
    if (known == null) {
      known = created(term, name);
      values.put(term, known);
    }
    return known;
  }

  private static boolean isOrdered(PhysicalType type) {
    return switch (type) {
      case STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> false;
      default -> true;
    };
  }

  private Values created(Term term, String name) {
    if (term instanceof Term.Column column) {
      return column(column.path(), false);
    }
    if (term instanceof Term.Literal literal) {
      return literal.value() instanceof BigDecimal decimal
          ? new LiteralValues(decimal, decimal.scale())
          : new LiteralValues(literal.value().doubleValue());
    }
    Term.Binary binary = (Term.Binary) term;
    Values left = values(binary.left(), name, true);
    Values right = values(binary.right(), name, true);
    Operator operator = binary.operator();
    if (left.isDouble || right.isDouble) {
      return new DoubleOperation(operator, left, right);
    }
    if (operator != Operator.TIMES) {
      left = scaled(binary.left(), left, right.scale);
      right = scaled(binary.right(), right, left.scale);
    }
    return new ExactOperation(operator, left, right);
  }

  /** Gives literals the scale of the other operand, so that rows need not be scaled. */
  private Values scaled(Term term, Values operand, int scale) {
    if (term instanceof Term.Literal literal && scale > operand.scale) {
      BigDecimal value = (BigDecimal) literal.value();
      return values.computeIfAbsent(
          new Scaled(value, scale), key -> new LiteralValues(value, scale));
    }
    return operand;
  }

  /** What is computed for each block, in this order. */
  Values[] values() {
    return values.values().toArray(Values[]::new);
  }

  /** All accumulators, once each; counts last. */
  Accumulator[] accumulators() {
    List<Accumulator> all = new ArrayList<>(accumulators);
    all.addAll(counts.values());
    if (rows != null) {
      all.add(rows);
    }
    return all.toArray(Accumulator[]::new);
  }
}
