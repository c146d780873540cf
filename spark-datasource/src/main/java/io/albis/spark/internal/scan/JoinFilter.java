// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.predicate.SparkLiterals;
import io.albis.spark.internal.read.JoinKeys;
import io.albis.spark.internal.read.ReadSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Option;
import scala.math.BigInt;

/**
 * A join that drops rows of a scan, whose other side Spark broadcasts.
 *
 * @param column of the scan
 * @param stage that broadcasts the other side; unless it has been executed, the scan waits for it
 * @param place of the key in the relation
 */
public record JoinFilter(String column, SparkPlan stage, JoinKeys.Place place) {

  /** All tasks wait while the driver prepares them. */
  private static final long MAX_PLANNED_KEYS = 1 << 20;

  /** Whether values of a column are equal to a key of a type exactly if Spark finds them equal. */
  static boolean isSuited(String column, DataType type, ReadSpec spec, Schema schema) {
    boolean isRead =
        Arrays.stream(spec.dataSchema().fields()).map(StructField::name).anyMatch(column::equals);
    return isRead && reference(column, schema).filter(found -> isSuited(found, type)).isPresent();
  }

  /** The column has the type of the key, or a narrower integer. */
  private static boolean isSuited(ColumnReference reference, DataType key) {
    if (key instanceof TimestampType || key instanceof TimestampNTZType) {
      return reference.isComparable() && reference.type().unit() == TimeUnit.MICROS;
    }
    boolean isText = SparkLiterals.isBinaryString(key);
    return reference.isComparable()
        && (isText
            ? reference.type().kind() == TypeKind.STRING
            : SparkLiterals.isInteger(key)
                || key instanceof DateType
                || key instanceof DecimalType);
  }

  private static Optional<ColumnReference> reference(String column, Schema schema) {
    return ColumnReference.resolve(List.of(column), schema);
  }

  /** Whether a condition is true for all rows with a key. */
  boolean isNullTest(org.apache.spark.sql.connector.expressions.filter.Predicate condition) {
    return condition.name().equals("IS_NOT_NULL")
        && condition.children()[0] instanceof NamedReference tested
        && List.of(tested.fieldNames()).equals(List.of(column));
  }

  /** Returns the keys; waits for the stage unless it has been executed. */
  JoinKeys keys(Schema schema) {
    return new JoinKeys(
        reference(column, schema).orElseThrow().path(), stage.executeBroadcast(), place);
  }

  /**
   * Returns the condition that the column equals a key, to plan no tasks for row groups without
   * one. Never waits.
   *
   * @return empty unless the stage has been executed, or if there are too many keys
   */
  Optional<Predicate> broadcastKeys(Schema schema) {
    return keyCount() <= MAX_PLANNED_KEYS ? keys(schema).predicate() : Optional.empty();
  }

  /**
   * Whether there are surely more keys than rows to test: to look at the keys costs as much as what
   * Spark would do with the rows. Never waits.
   */
  boolean hasMoreKeys(long rows) {
    long keys = keyCount();
    return keys < Long.MAX_VALUE && keys > rows;
  }

  /** The number of rows of the other side; {@link Long#MAX_VALUE} if it is not known yet. */
  private long keyCount() {
    if (!(stage instanceof BroadcastQueryStageExec built) || !built.isMaterialized()) {
      return Long.MAX_VALUE;
    }
    Option<BigInt> rows = built.getRuntimeStatistics().rowCount();
    return rows.isDefined() ? rows.get().toLong() : Long.MAX_VALUE;
  }

  /** By the result of the stage: Spark reuses exchanges above equal scans. */
  @Override
  public boolean equals(Object object) {
    return object instanceof JoinFilter other
        && column.equals(other.column)
        && stage.sameResult(other.stage)
        && place.equals(other.place);
  }

  @Override
  public int hashCode() {
    return Objects.hash(column, stage.semanticHash(), place);
  }

  @Override
  public String toString() {
    return column;
  }
}
