// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;

/**
 * Where the columns of predicates are found. Predicates name the columns of one schema; the rows
 * may be stored with another one, in which the same columns have the same ids. Immutable.
 *
 * @param named whose names predicates use
 * @param stored whose paths the reader uses
 */
record ColumnScope(Schema named, Schema stored) {

  /** Predicates on columns as they are stored. */
  static ColumnScope of(Schema schema) {
    return new ColumnScope(schema, schema);
  }

  /**
   * Resolves an expression as {@link ColumnReference#of}.
   *
   * @return empty also if the column is not stored, or with another type
   */
  Optional<ColumnReference> find(Expression expression) {
    Optional<ColumnReference> found = ColumnReference.of(expression, named);
    return named.equals(stored) ? found : found.flatMap(this::stored);
  }

  private Optional<ColumnReference> stored(ColumnReference column) {
    List<String> names = new ArrayList<>();
    return addNames(column.field().id(), stored.fields(), names)
        ? ColumnReference.resolve(names, stored)
            .filter(found -> found.type().equals(column.type()))
            .filter(found -> found.field().extension().equals(column.field().extension()))
        : Optional.empty();
  }

  /** Adds the names on the way to a field, if it is among these or below. */
  private static boolean addNames(int id, List<Field> fields, List<String> names) {
    for (Field field : fields) {
      names.add(field.name());
      if (field.id() == id || addNames(id, field.type().children(), names)) {
        return true;
      }
      names.remove(names.size() - 1);
    }
    return false;
  }
}
