// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.table.UserErrors;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.type.StoredValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * The columns of changes: those of one snapshot, also for rows of others. Columns are found by
 * their ids, whatever their names were.
 *
 * @param schema the columns
 * @param options of the read
 */
record ChangedColumns(Schema schema, SourceOptions options) {

  /** The columns as Spark sees them. */
  StructType types() {
    return SparkTypes.toSpark(schema, options.nanoseconds());
  }

  /**
   * What is read of a snapshot for some of the columns.
   *
   * @param paths to read
   * @param dataSchema the columns of the paths
   * @param values of the columns
   */
  record Read(List<String> paths, StructType dataSchema, List<Expression> values) {}

  /** The value of a column that follows others. */
  static Expression reference(int others, ChangeColumn column) {
    return new BoundReference(others + column.position(), column.type(), false);
  }

  /**
   * Returns how columns are read from a snapshot.
   *
   * @param stored the columns of the snapshot
   * @param names of the columns to read
   * @param what the snapshot, for messages
   */
  Read read(Schema stored, List<String> names, String what) {
    Map<Integer, Field> byId =
        stored.fields().stream().collect(Collectors.toMap(Field::id, Function.identity()));
    StructType storedTypes = SparkTypes.toSpark(stored, options.nanoseconds());
    StructType types = types();
    List<String> paths = new ArrayList<>();
    StructType dataSchema = new StructType();
    List<Expression> values = new ArrayList<>();
    for (String name : names) {
      Field wanted = schema.fields().get(schema.ordinal(name));
      DataType type = types.apply(name).dataType();
      Field found = byId.get(wanted.id());
      if (found == null) {
        values.add(missing(wanted, type, what));
      } else {
        StructField column = storedTypes.apply(found.name());
        Expression value =
            new BoundReference(dataSchema.length(), column.dataType(), column.nullable());
        values.add(isSame(found, wanted) ? value : cast(value, type, wanted, what));
        paths.add(Field.quote(found.name()));
        dataSchema = dataSchema.add(column);
      }
    }
    return new Read(paths, dataSchema, values);
  }

  /** The value of existing rows in a column that was added later. */
  private static Expression missing(Field wanted, DataType type, String what) {
    if (wanted.initialDefault().isEmpty() && !wanted.nullable()) {
      throw altered(wanted, what);
    }
    return Literal.create(
        wanted
            .initialDefault()
            .map(value -> StoredValues.toSpark(value, wanted.type()))
            .orElse(null),
        type);
  }

  /** Whether the values are the same in both, also if names have changed. */
  private static boolean isSame(Field found, Field wanted) {
    List<Field> children = found.type().children();
    List<Field> others = wanted.type().children();
    boolean isLeaf = children.isEmpty() && others.isEmpty();
    if (found.id() != wanted.id() || children.size() != others.size()) {
      return false;
    }
    return isLeaf
        ? found.type().equals(wanted.type())
        : found.type().kind() == wanted.type().kind()
            && Stream.iterate(0, i -> i < children.size(), i -> i + 1)
                .allMatch(i -> isSame(children.get(i), others.get(i)));
  }

  private static Expression cast(Expression value, DataType type, Field wanted, String what) {
    if (!wanted.type().children().isEmpty() || !Cast.canUpCast(value.dataType(), type)) {
      throw altered(wanted, what);
    }
    return value.dataType().equals(type)
        ? value
        : new Cast(value, type, Option.apply(SQLConf.get().sessionLocalTimeZone()));
  }

  private static RuntimeException altered(Field column, String what) {
    return UserErrors.of(
        "Cannot read "
            + what
            + " with the column "
            + column
            + " of the last snapshot: it was altered in between, and values of the one are none of"
            + " the other (read the changes before and after ALTER TABLE by two queries)",
        null);
  }
}
