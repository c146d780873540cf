// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
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
