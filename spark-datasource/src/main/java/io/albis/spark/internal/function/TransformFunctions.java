// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.function;

import io.albis.format.schema.TransformKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The functions of a catalog: {@code bucket}, {@code years}, {@code months}, {@code days} and
 * {@code hours}. With them, Spark knows that two tables are partitioned in the same way.
 *
 * <p>There is no {@code truncate}: Spark 4.2 takes truncations to different widths for the same.
 */
public final class TransformFunctions {

  private static final Map<String, TransformKind> KINDS =
      new TreeMap<>(
          Map.of(
              "bucket", TransformKind.BUCKET,
              "years", TransformKind.YEAR,
              "months", TransformKind.MONTH,
              "days", TransformKind.DAY,
              "hours", TransformKind.HOUR));

  private TransformFunctions() {}

  /** Returns the names of all functions. */
  public static List<String> names() {
    return List.copyOf(KINDS.keySet());
  }

  /** Returns a function; empty if there is none of this name. */
  public static Optional<UnboundFunction> find(String name) {
    return Optional.ofNullable(KINDS.get(name)).map(kind -> new Unbound(name, kind));
  }

  private record Unbound(String name, TransformKind kind) implements UnboundFunction {

    @Override
    public BoundFunction bind(StructType inputType) {
      boolean isBucket = kind == TransformKind.BUCKET;
      int arguments = isBucket ? 2 : 1;
      if (inputType.length() != arguments) {
        throw new UnsupportedOperationException(
            "Cannot bind " + name + ": it has " + arguments + " arguments");
      }
      DataType column = inputType.fields()[arguments - 1].dataType();
      boolean isCount = !isBucket || inputType.fields()[0].dataType().equals(DataTypes.IntegerType);
      if (!isCount || !TransformFunction.accepts(kind, column)) {
        throw new UnsupportedOperationException(
            "Cannot bind " + name + " to " + inputType.catalogString() + ": " + description());
      }
      return new TransformFunction(name, kind, column);
    }

    @Override
    public String description() {
      return kind == TransformKind.BUCKET
          ? "bucket(count, column): the hash of a value, modulo the number of buckets"
          : name + "(column): the " + name + " of a date or timestamp since 1970";
    }
  }
}
