// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.source.Sources;
import io.albis.spark.internal.type.StoredValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * The partitions of a table in the terms of Spark.
 *
 * @param specId id of how the table is partitioned
 * @param transforms one for each value
 * @param types of the results
 */
record ReportedPartitions(int specId, List<Transform> transforms, List<Type> types) {

  /**
   * Returns the partitions of a table; empty if Spark cannot use them: a transform that Spark does
   * not have, a column that Spark reads as another type, or one in a struct.
   *
   * @param sources the table
   * @param projected names of the columns of the scan, all of which must be part of it
   */
  static Optional<ReportedPartitions> of(Sources sources, Set<String> projected) {
    if (sources.partitioningId() == 0) {
      return Optional.empty();
    }
    List<Transform> transforms = new ArrayList<>();
    List<Type> types = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Partitioning partition : sources.partitioning()) {
      Field field = topLevel(sources.schema(), partition.path());
      if (field == null || !projected.contains(field.name()) || !seen.add(field.name())) {
        return Optional.empty();
      }
      Type type = field.type();
      boolean isKnown =
          partition.transform().accepts(type)
              && field.extension().isEmpty()
              && isComparable(partition.transform(), type);
      if (!isKnown) {
        return Optional.empty();
      }
      transforms.add(transform(partition, Expressions.column(quote(field.name()))));
      types.add(partition.transform().resultType(type));
    }
    return Optional.of(new ReportedPartitions(sources.partitioningId(), transforms, types));
  }

  /**
   * Whether Spark takes two keys for the same exactly if their rows can be joined. The
   * floating-point numbers 0.0 and -0.0 are different keys. Spark takes truncations to different
   * widths for the same.
   */
  private static boolean isComparable(io.albis.format.schema.Transform transform, Type type) {
    boolean isFloat = type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
    return CatalystValues.hasValues(type)
        && !isFloat
        && transform.kind() != TransformKind.TRUNCATE
        && transform.kind() != TransformKind.UNKNOWN;
  }

  static Field topLevel(Schema schema, String path) {
    return schema.fields().stream()
        .filter(field -> Field.quote(field.name()).equals(path))
        .findFirst()
        .orElse(null);
  }

  static String quote(String name) {
    return '`' + name.replace("`", "``") + '`';
  }

  private static Transform transform(Partitioning partition, NamedReference column) {
    int parameter = partition.transform().parameter();
    return switch (partition.transform().kind()) {
      case IDENTITY -> Expressions.identity(column.describe());
      case BUCKET -> Expressions.bucket(parameter, column.describe());
      case YEAR -> Expressions.years(column.describe());
      case MONTH -> Expressions.months(column.describe());
      case DAY -> Expressions.days(column.describe());
      case HOUR -> Expressions.hours(column.describe());
      case TRUNCATE, UNKNOWN -> throw new IllegalStateException("Not comparable: " + partition);
    };
  }

  /** Returns the key of a partition, from the values of its fields. */
  InternalRow key(List<Object> values) {
    Object[] key = new Object[types.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = StoredValues.toSpark(values.get(i), types.get(i));
    }
    return new GenericInternalRow(key);
  }
}
