// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a table that also stores those of rows that it does not have yet. */
public final class MergedColumns {

  private MergedColumns() {}

  /**
   * Returns the columns of a table, with wider types where the rows have them, and then those that
   * only the rows have. Columns are found by name, as the session compares names.
   *
   * @throws IllegalArgumentException if a column that only the rows have cannot be stored; the
   *     message contains its name
   */
  public static Schema of(Schema table, StructType rows) {
    Comparator<String> names =
        SQLConf.get().caseSensitiveAnalysis()
            ? Comparator.naturalOrder()
            : String.CASE_INSENSITIVE_ORDER;
    Set<String> existing = new TreeSet<>(names);
    table.fields().forEach(field -> existing.add(field.name()));
    Set<String> found = new TreeSet<>(names);
    List<Field> fields = new ArrayList<>();
    for (StructField column : rows.asNullable().fields()) {
      if (!found.add(column.name())) {
        continue; // Spark refuses it.
      }
      try {
        fields.addAll(AlbisTypes.toAlbis(new StructType(new StructField[] {column})).fields());
      } catch (IllegalArgumentException e) {
        // Spark may cast values of any type, such as those of a column that is always null.
        if (!existing.contains(column.name())) {
          throw e;
        }
      }
    }
    return SchemaUpdate.of(table, table.maxFieldId() + 1).merge(Schema.of(fields), names).schema();
  }

  /**
   * Requires that no column is added.
   *
   * @param name of the table, for the message
   * @param merged as {@link #of} returns it
   * @throws IllegalArgumentException if one is
   */
  public static void requireNone(String name, Schema table, Schema merged) {
    int known = table.maxFieldId();
    List<String> added =
        merged.leaves().stream()
            .filter(leaf -> leaf.id() > known)
            .filter(leaf -> leaf.ancestorIds().stream().allMatch(id -> id <= known))
            .map(Leaf::path)
            .toList();
    if (!added.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot write to "
              + name
              + ": it does not have the columns "
              + String.join(", ", added)
              + " of the rows (set the option mergeSchema to true to add them to the table)");
    }
  }
}
