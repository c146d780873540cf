// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Predicate;
import io.albis.reader.internal.aggregate.AggregateCall.Function;
import io.albis.reader.internal.aggregate.Term.Operator;
import io.albis.reader.internal.block.ValueBlock;
import java.math.BigDecimal;
import java.util.ArrayList;
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

  /** What is tested for each block. */
  private final Map<Predicate, Condition> conditions = new LinkedHashMap<>();

  private final Map<Values, Counts> counts = new LinkedHashMap<>();
  private final List<Accumulator> accumulators = new ArrayList<>();
  private Counts rows;

  Binder(Schema schema) {
    this.schema = schema;
  }

  /** A term of which only the nulls are computed. */
  private record Nulls(Term term) {}

  /** A literal with more digits after the point. */
  private record Scaled(BigDecimal value, int scale) {}

  KeyColumn key(String path) {
    Place place = Place.of(path, schema);
    if (!isKey(place.type.physicalType())) {
      throw new InvalidArgumentException(
          "Cannot group by column "
              + path
              + ": its type is "
              + place.type
              + " (group by integers, booleans, dates, times, timestamps, strings, or decimals of"
              + " up to 18 digits)");
    }
    return new KeyColumn(path, place.position, place.type, scratch);
  }

  private static boolean isKey(PhysicalType type) {
    return switch (type) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64 -> true;
      case STRING, BINARY, FIXED_BINARY, UUID -> true;
      case FLOAT, DOUBLE, DECIMAL128, STRUCT, LIST, MAP -> false;
    };
  }

  Accumulator accumulator(AggregateCall call) {
    String name = call.toString();
    if (call.value() == null) {
      return rows();
    }
    if (call.function() == Function.COUNT) {
      return counts(nulls(call.value(), name));
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

  private Values nulls(Term term, String name) {
    if (!(term instanceof Term.Column) && !(term instanceof Term.Choice)) {
      return values(term, name, true);
    }
    Values known = values.get(term);
    known = known == null ? values.get(new Nulls(term)) : known;
    if (known == null) {
      known =
          term instanceof Term.Choice choice
              ? new ChosenValues(
                  condition(choice.condition()),
                  nulls(choice.chosen(), name),
                  choice.otherwise() == null ? null : nulls(choice.otherwise(), name),
                  true)
              : column(((Term.Column) term).path(), true);
      values.put(new Nulls(term), known);
    }
    return known;
  }

  private Condition condition(Predicate predicate) {
    return conditions.computeIfAbsent(predicate, key -> new Condition(key, schema));
  }

  private Values column(String path, boolean onlyNulls) {
    Place place = Place.of(path, schema);
    return new LeafValues(place.position, place.type, place.isNullable, onlyNulls);
  }

  /** Finds what a term computes; {@code isNumber} if it must be a number. */
  private Values values(Term term, String name, boolean isNumber) {
    if (term instanceof Term.Column column) {
      Type type = Place.of(column.path(), schema).type;
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
      known = created(term, name, isNumber);
      values.put(term, known);
    }
    return known;
  }

  private static boolean isOrdered(PhysicalType type) {
    return switch (type) {
      case STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> false;
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE -> true;
      case DECIMAL32, DECIMAL64, DECIMAL128 -> true;
    };
  }

  private Values created(Term term, String name, boolean isNumber) {
    if (term instanceof Term.Column column) {
      return column(column.path(), false);
    }
    if (term instanceof Term.Literal literal) {
      return literal.value() instanceof BigDecimal decimal
          ? new LiteralValues(decimal, decimal.scale())
          : new LiteralValues(literal.value().doubleValue());
    }
    if (term instanceof Term.Choice choice) {
      return choice(choice, name, isNumber);
    }
    if (term instanceof Term.Fitted fitted) {
      Values operand = values(fitted.operand(), name, true);
      if (operand.isDouble || operand.scale > 0) {
        throw new InvalidArgumentException(
            "Cannot compute " + name + ": " + fitted.operand() + " is not an integer");
      }
      return new IntegerValues(operand, fitted.bits(), fitted.isWrapped());
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

  private Values choice(Term.Choice choice, String name, boolean isNumber) {
    Condition condition = condition(choice.condition());
    Values chosen = values(choice.chosen(), name, isNumber);
    if (choice.otherwise() == null) {
      return new ChosenValues(condition, chosen, null, false);
    }
    Values otherwise = values(choice.otherwise(), name, isNumber);
    Values first = alike(choice.chosen(), chosen, otherwise, name);
    Values second = alike(choice.otherwise(), otherwise, chosen, name);
    return new ChosenValues(condition, first, second, false);
  }

  /** Makes a value a double, or gives it digits after the point, if another one has it. */
  private Values alike(Term term, Values value, Values other, String name) {
    if (value.isDouble || !other.isDouble && value.scale >= other.scale) {
      return value;
    }
    Number zero = other.isDouble ? (Number) 0.0 : BigDecimal.ZERO.setScale(other.scale);
    return values(new Term.Binary(Operator.PLUS, term, new Term.Literal(zero)), name, true);
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

  /** What is tested for each block, before values are computed. */
  Condition[] conditions() {
    return conditions.values().toArray(Condition[]::new);
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
