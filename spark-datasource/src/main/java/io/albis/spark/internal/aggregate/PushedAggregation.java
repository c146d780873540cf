// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnSummary;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowGroupInfo;
import io.albis.spark.internal.predicate.ColumnReference;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.type.StoredValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * An aggregation that statistics may have the result of: {@code COUNT}, {@code MIN} and {@code MAX}
 * of columns, in groups of which each row group belongs to one.
 *
 * <p>The statistics suffice if
 *
 * <ul>
 *   <li>all rows of each row group match the filter, or none does,
 *   <li>each row group has one value of each grouping column, as partitions by this column have,
 *   <li>minimum and maximum are values: statistics have only the first 64 bytes of longer strings,
 *       and do not tell -0.0 from 0.0.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
public final class PushedAggregation {

  private final String text;
  private final List<ColumnReference> groups;
  private final List<AggregateFunction> functions;

  /** Of the grouping columns and then of the functions. */
  private final StructType schema;

  /** Of all columns, as the reader selects them. */
  private final List<String> paths;

  /** By {@link ColumnReference#path}, the path in statistics. */
  private final Map<String, String> summaryPaths;

  private PushedAggregation(
      String text, Schema table, List<ColumnReference> groups, List<AggregateFunction> functions) {
    this.text = text;
    this.groups = List.copyOf(groups);
    this.functions = List.copyOf(functions);
    StructType columns = new StructType();
    for (ColumnReference group : groups) {
      columns = columns.add("group_" + columns.size(), type(group));
    }
    for (AggregateFunction function : functions) {
      columns =
          columns.add(
              "aggregate_" + columns.size(),
              switch (function.kind()) {
                case COUNT_ROWS, COUNT_VALUES -> DataTypes.LongType;
                case MIN, MAX -> type(function.column());
              });
    }
    this.schema = columns;
    Set<String> distinct = new LinkedHashSet<>();
    this.summaryPaths = new HashMap<>();
    Stream.concat(
            groups.stream(),
            functions.stream().map(AggregateFunction::column).filter(column -> column != null))
        .forEach(
            column -> {
              distinct.add(column.path());
              summaryPaths.put(column.path(), table.leaf(column.field().id()).path());
            });
    this.paths = List.copyOf(distinct);
  }

  /** Of comparable columns, none of which is in nanoseconds. */
  private static DataType type(ColumnReference column) {
    return SparkTypes.toSpark(column.field(), NanosecondMode.REFUSE);
  }

  /**
   * Translates an aggregation.
   *
   * @param schema of the table
   * @return empty if no statistics can have its result
   */
  public static Optional<PushedAggregation> of(Aggregation aggregation, Schema schema) {
    List<ColumnReference> groups = new ArrayList<>();
    for (Expression expression : aggregation.groupByExpressions()) {
      ColumnReference column =
          AggregateFunction.column(expression, schema)
              .filter(PushedAggregation::canBeGroup)
              .orElse(null);
      if (column == null) {
        return Optional.empty();
      }
      groups.add(column);
    }
    List<AggregateFunction> functions = new ArrayList<>();
    for (AggregateFunc expression : aggregation.aggregateExpressions()) {
      AggregateFunction function = AggregateFunction.of(expression, schema).orElse(null);
      if (function == null) {
        return Optional.empty();
      }
      functions.add(function);
    }
    String text =
        Arrays.toString(aggregation.aggregateExpressions())
            + (groups.isEmpty() ? "" : " by " + Arrays.toString(aggregation.groupByExpressions()));
    return Optional.of(new PushedAggregation(text, schema, groups, functions));
  }

  /** Floats have several representations of one value, and arrays of bytes no {@code equals}. */
  private static boolean canBeGroup(ColumnReference column) {
    TypeKind kind = column.type().kind();
    return column.isComparable()
        && kind != TypeKind.FLOAT
        && kind != TypeKind.DOUBLE
        && kind != TypeKind.BINARY
        && kind != TypeKind.FIXED_BINARY;
  }

  /**
   * Looks the result up in the statistics of scans, of all of them together. Reads metadata of each
   * row group until it finds one whose statistics do not suffice.
   *
   * @param scans with the filter, and without limit
   * @return empty if statistics do not suffice
   */
  public Optional<StatisticsScan> evaluate(List<DatasetScan> scans) {
    Map<List<Object>, List<AggregateState>> states = new LinkedHashMap<>();
    if (groups.isEmpty()) {
      states.put(List.of(), newStates());
    }
    boolean[] isDecided = {true};
    try {
      for (DatasetScan scan : scans) {
        scan.visitRowGroups(paths, rowGroup -> isDecided[0] = add(rowGroup, states));
        if (!isDecided[0]) {
          return Optional.empty();
        }
      }
      return states.values().stream().flatMap(List::stream).allMatch(AggregateState::isExact)
          ? Optional.of(new StatisticsScan(text, schema, rows(states)))
          : Optional.empty();
    } catch (ArithmeticException e) {
      // Spark cannot represent a value. Reading the rows tells which one.
      return Optional.empty();
    }
  }

  private List<AggregateState> newStates() {
    return functions.stream().map(AggregateState::new).toList();
  }

  /** Returns whether statistics suffice. */
  private boolean add(RowGroupInfo rowGroup, Map<List<Object>, List<AggregateState>> states) {
    if (!rowGroup.matchesAll()) {
      return false;
    }
    Map<String, ColumnSummary> columns = new HashMap<>();
    rowGroup.columns().forEach(column -> columns.put(column.path(), column));
    List<Object> key = new ArrayList<>(groups.size());
    for (ColumnReference group : groups) {
      ColumnSummary column = columns.get(summaryPaths.get(group.path()));
      if (!hasOneValue(column)) {
        return false;
      }
      key.add(StoredValues.toSpark(column.exactMin().orElse(null), column.type()));
    }
    List<AggregateState> ofKey =
        states.computeIfAbsent(Collections.unmodifiableList(key), absent -> newStates());
    boolean suffices = true;
    for (int i = 0; i < functions.size(); i++) {
      ColumnReference column = functions.get(i).column();
      suffices &=
          ofKey
              .get(i)
              .add(
                  rowGroup.rowCount(),
                  column == null ? null : columns.get(summaryPaths.get(column.path())));
    }
    return suffices;
  }

  /** Whether all rows have the same value, or all have null. */
  private static boolean hasOneValue(ColumnSummary column) {
    return !column.hasValues()
        || (column.nullCount() == 0
            && column.exactMin().isPresent()
            && column.exactMin().equals(column.exactMax()));
  }

  private static InternalRow[] rows(Map<List<Object>, List<AggregateState>> states) {
    return states.entrySet().stream()
        .map(
            entry ->
                new GenericInternalRow(
                    Stream.concat(
                            entry.getKey().stream(),
                            entry.getValue().stream().map(AggregateState::result))
                        .toArray()))
        .toArray(InternalRow[]::new);
  }
}
