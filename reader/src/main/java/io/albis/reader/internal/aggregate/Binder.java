// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.aggregate.AggregateCall.Function;
import io.albis.reader.internal.block.ValueBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the columns of an aggregation in a schema, and its aggregates: once each. */
final class Binder {

  private final Schema schema;

  /** Receives values for a moment. */
  private final ValueBlock scratch = new ValueBlock();

  /** What is computed of the rows that are aggregated. */
  private final Computation computation;

  private final Map<Values, Counts> counts = new LinkedHashMap<>();
  private final List<Accumulator> accumulators = new ArrayList<>();
  private Counts rows;

  Binder(Schema schema) {
    this.schema = schema;
    this.computation = new Computation(schema);
  }

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
      return counts(computation.nulls(call.value(), name));
    }
    boolean isSum = call.function() == Function.SUM;
    Values value = computation.values(call.value(), name, isSum);
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

  /** What is computed for each block, in this order. */
  Step[] steps() {
    return computation.steps();
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
