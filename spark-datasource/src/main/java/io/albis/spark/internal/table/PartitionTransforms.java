// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.TransformKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;

/** Converts the partitions of statements, such as {@code PARTITIONED BY (days(ts))}. */
final class PartitionTransforms {

  private PartitionTransforms() {}

  /**
   * Returns the partitioning of a table.
   *
   * @throws IllegalArgumentException if tables cannot be partitioned so
   */
  static List<Partitioning> toAlbis(Transform[] transforms) {
    return Arrays.stream(transforms).map(PartitionTransforms::toAlbis).toList();
  }

  private static Partitioning toAlbis(Transform transform) {
    if (transform.references().length != 1) {
      throw unknown(transform);
    }
    String path = path(transform.references()[0]);
    return switch (transform.name()) {
      case "identity" -> Partitioning.identity(path);
      case "bucket" -> Partitioning.bucket(path, number(transform));
      case "truncate" -> Partitioning.truncate(path, number(transform));
      case "years", "year" -> Partitioning.year(path);
      case "months", "month" -> Partitioning.month(path);
      case "days", "day" -> Partitioning.day(path);
      case "hours", "hour" -> Partitioning.hour(path);
      default -> throw unknown(transform);
    };
  }

  /**
   * Returns the partitioning of a table as statements write it; empty if it has a transform that
   * this version does not know.
   */
  static Transform[] toSpark(List<Partitioning> partitioning) {
    boolean isKnown =
        partitioning.stream().noneMatch(one -> one.transform().kind() == TransformKind.UNKNOWN);
    return isKnown
        ? partitioning.stream().map(PartitionTransforms::toSpark).toArray(Transform[]::new)
        : new Transform[0];
  }

  private static Transform toSpark(Partitioning partitioning) {
    String path = partitioning.path();
    int parameter = partitioning.transform().parameter();
    return switch (partitioning.transform().kind()) {
      case IDENTITY -> Expressions.identity(path);
      case BUCKET -> Expressions.bucket(parameter, path);
      case TRUNCATE ->
          Expressions.apply("truncate", Expressions.literal(parameter), Expressions.column(path));
      case YEAR -> Expressions.years(path);
      case MONTH -> Expressions.months(path);
      case DAY -> Expressions.days(path);
      case HOUR -> Expressions.hours(path);
      case UNKNOWN -> throw new IllegalStateException("Unknown: " + partitioning);
    };
  }

  private static String path(NamedReference column) {
    return Arrays.stream(column.fieldNames()).map(Field::quote).collect(Collectors.joining("."));
  }

  private static int number(Transform transform) {
    for (Expression argument : transform.arguments()) {
      if (argument instanceof Literal<?> literal && literal.value() instanceof Integer number) {
        return number;
      }
    }
    throw unknown(transform);
  }

  private static IllegalArgumentException unknown(Transform transform) {
    return new IllegalArgumentException(
        "Cannot partition a table by "
            + transform.describe()
            + " (expected columns, bucket(n, column), truncate(n, column), years, months, days or"
            + " hours of a column)");
  }
}
