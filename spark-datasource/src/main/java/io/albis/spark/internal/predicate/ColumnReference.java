// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;

/**
 * A column that a predicate tests: a top-level field or a field of a struct, at any depth.
 *
 * @param path as predicates of the reader name it
 * @param field at the path
 */
public record ColumnReference(String path, Field field) {

  /**
   * Resolves an expression that is a column, perhaps below casts that do not change how its values
   * compare.
   *
   * @return empty for all other expressions, and for fields in lists and maps
   */
  public static Optional<ColumnReference> of(Expression expression, Schema schema) {
    Expression found = expression;
    while (found instanceof Cast cast) {
      if (!LosslessCasts.isLossless(cast.expressionDataType(), cast.dataType())) {
        return Optional.empty();
      }
      found = cast.expression();
    }
    return found instanceof NamedReference reference
        ? resolve(List.of(reference.fieldNames()), schema)
        : Optional.empty();
  }

  /**
   * Resolves names, one for each level.
   *
   * @return empty if there is no such field, or if it is inside a list or map
   */
  public static Optional<ColumnReference> resolve(List<String> names, Schema schema) {
    Field found = null;
    List<Field> fields = schema.fields();
    for (String name : names) {
      if (found != null && found.type().nesting() != Nesting.STRUCT) {
        return Optional.empty();
      }
      found = fields.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
      if (found == null) {
        return Optional.empty();
      }
      fields = found.type().children();
    }
    Field field = found;
    // A top-level name can look like the path of a nested field; quotes tell them apart.
    return Stream.of(path(names, false), path(names, true))
        .filter(path -> schema.find(path).filter(field::equals).isPresent())
        .findFirst()
        .map(path -> new ColumnReference(path, field));
  }

  private static String path(List<String> names, boolean isQuoted) {
    return names.stream()
        .map(name -> isQuoted || isSpecial(name) ? '`' + name.replace("`", "``") + '`' : name)
        .collect(Collectors.joining("."));
  }

  private static boolean isSpecial(String name) {
    return name.indexOf('.') >= 0 || name.indexOf('`') >= 0;
  }

  public Type type() {
    return field.type();
  }

  /**
   * Whether the reader compares values as Spark does: not under a collation, for example, or if
   * Spark sees nanoseconds truncated or as numbers.
   */
  public boolean isComparable() {
    boolean isTime = type().kind() == TypeKind.TIME || type().kind() == TypeKind.TIMESTAMP;
    return !type().isNested()
        && !(isTime && type().unit() == TimeUnit.NANOS)
        && field.extension().map(Extension::comparesAsStored).orElse(true);
  }
}
