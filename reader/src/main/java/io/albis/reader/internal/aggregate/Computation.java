// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.internal.aggregate.Term.Function;
import io.albis.reader.internal.aggregate.Term.Operator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the columns of terms in a schema, and what is computed of them: once each. */
final class Computation {

  private final Schema schema;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Object, Values> values = new HashMap<>();
  private final Map<Term.Test, Condition> conditions = new HashMap<>();

  Computation(Schema schema) {
    this.schema = schema;
  }

  /** A term of which only the nulls are computed. */
  private record Nulls(Term term) {}

  /** A literal with more digits after the point. */
  private record Scaled(BigDecimal value, int scale) {}

  /** An exact term as a double. */
  private record Converted(Term term) {}

  /** What is computed for each block, in this order. */
  Step[] steps() {
    return steps.toArray(Step[]::new);
  }

  private Values add(Object key, Values created) {
    values.put(key, created);
    steps.add(created);
    return created;
  }

  /** Finds what has the nulls of a term, whose values are of any type. */
  Values nulls(Term term, String name) {
    if (!(term instanceof Term.Column) && !(term instanceof Term.Choice)) {
      return values(term, name, true);
    }
    Values known = values.get(term);
    known = known == null ? values.get(new Nulls(term)) : known;
    if (known != null) {
      return known;
    }
    if (term instanceof Term.Choice choice) {
      Condition condition = condition(choice.condition(), name);
      Values chosen = nulls(choice.chosen(), name);
      Values otherwise = choice.otherwise() == null ? null : nulls(choice.otherwise(), name);
      return add(new Nulls(term), new ChosenValues(condition, chosen, otherwise, true));
    }
    return add(new Nulls(term), column(((Term.Column) term).path(), true));
  }

  /** Finds what tests a condition, for the aggregate of a name. */
  Condition condition(Term.Test test, String name) {
    Condition known = conditions.get(test);
    if (known == null) {
      known =
          test.number() == null
              ? new PredicateCondition(test.predicate(), schema)
              : new ComputedCondition(integer(test.number(), name));
      conditions.put(test, known);
      steps.add(known);
    }
    return known;
  }

  private Values integer(Term term, String name) {
    Values found = values(term, name, true);
    if (found.isDouble || found.scale > 0) {
      throw new InvalidArgumentException(
          "Cannot compute " + name + ": " + term + " is not an integer");
    }
    return found;
  }

  private Values column(String path, boolean onlyNulls) {
    Place place = Place.of(path, schema);
    return new LeafValues(place.position, place.type, place.isNullable, onlyNulls);
  }

  /** Finds what a term computes; {@code isNumber} if it must be a number. */
  Values values(Term term, String name, boolean isNumber) {
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
    if (term instanceof Term.Unary unary && unary.function() == Function.DOUBLE) {
      return converted(unary.operand(), values(unary.operand(), name, true));
    }
    Values known = values.get(term);
    return known == null ? add(term, created(term, name, isNumber)) : known;
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
      return new IntegerValues(integer(fitted.operand(), name), fitted.bits(), fitted.isWrapped());
    }
    if (term instanceof Term.Unary unary) {
      Values operand = values(unary.operand(), name, true);
      boolean isExact = unary.function() == Function.ABS;
      return new FunctionValues(
          unary.function(), isExact ? operand : converted(unary.operand(), operand));
    }
    Term.Binary binary = (Term.Binary) term;
    return switch (binary.operator()) {
      case PLUS, MINUS, TIMES -> operation(binary, name);
      case DIVIDED, DIVIDED_OR_NULL ->
          new DoubleOperation(
              binary.operator(),
              converted(binary.left(), values(binary.left(), name, true)),
              converted(binary.right(), values(binary.right(), name, true)));
      case LEAST, GREATEST, OR_ELSE -> {
        Values left = values(binary.left(), name, isNumber);
        Values right = values(binary.right(), name, isNumber);
        yield new EitherValues(
            binary.operator(),
            alike(binary.left(), left, right, name),
            alike(binary.right(), right, left, name));
      }
      case LESS, LESS_OR_EQUAL, EQUAL -> comparison(binary, name);
    };
  }

  private Values operation(Term.Binary binary, String name) {
    Values left = values(binary.left(), name, true);
    Values right = values(binary.right(), name, true);
    Operator operator = binary.operator();
    if (left.isDouble || right.isDouble) {
      return new DoubleOperation(
          operator, converted(binary.left(), left), converted(binary.right(), right));
    }
    if (operator != Operator.TIMES) {
      left = scaled(binary.left(), left, right.scale);
      right = scaled(binary.right(), right, left.scale);
    }
    return new ExactOperation(operator, left, right);
  }

  private Values comparison(Term.Binary binary, String name) {
    Values left = values(binary.left(), name, false);
    Values right = values(binary.right(), name, false);
    if (left.isDouble || right.isDouble) {
      return new ComparedValues(
          binary.operator(), converted(binary.left(), left), converted(binary.right(), right));
    }
    left = scaled(binary.left(), left, right.scale);
    right = scaled(binary.right(), right, left.scale);
    return new ComparedValues(binary.operator(), left, right);
  }

  private Values choice(Term.Choice choice, String name, boolean isNumber) {
    Condition condition = condition(choice.condition(), name);
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
    if (other.isDouble) {
      return converted(term, value);
    }
    if (value.isDouble || value.scale >= other.scale) {
      return value;
    }
    Term zero = new Term.Literal(BigDecimal.ZERO.setScale(other.scale));
    return values(new Term.Binary(Operator.PLUS, term, zero), name, true);
  }

  private Values converted(Term term, Values value) {
    if (value.isDouble) {
      return value;
    }
    Values known = values.get(new Converted(term));
    if (known != null) {
      return known;
    }
    return add(
        new Converted(term),
        term instanceof Term.Literal literal
            ? new LiteralValues(literal.value().doubleValue())
            : new ConvertedValues(value));
  }

  /** Gives literals the scale of the other operand, so that rows need not be scaled. */
  private Values scaled(Term term, Values operand, int scale) {
    if (!(term instanceof Term.Literal literal) || scale <= operand.scale) {
      return operand;
    }
    BigDecimal value = (BigDecimal) literal.value();
    Values known = values.get(new Scaled(value, scale));
    return known == null ? add(new Scaled(value, scale), new LiteralValues(value, scale)) : known;
  }
}
