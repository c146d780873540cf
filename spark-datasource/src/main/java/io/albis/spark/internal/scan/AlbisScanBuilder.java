// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.aggregate.PushedAggregation;
import io.albis.spark.internal.aggregate.StatisticsScan;
import io.albis.spark.internal.compat.PartitionPredicates;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ReadSpec.SampleUnit;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.Sources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.SampleMethod;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownOffset;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTableSample;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Collects what Spark pushes down to a scan. Spark pushes in this order: sample, filters,
 * aggregates, limit or top rows, offset, columns. For one thread.
 */
public final class AlbisScanBuilder
    implements ScanBuilder,
        SupportsPushDownRequiredColumns,
        SupportsPushDownV2Filters,
        SupportsPushDownAggregates,
        SupportsPushDownLimit,
        SupportsPushDownTopN,
        SupportsPushDownOffset,
        SupportsPushDownTableSample {

  private final Sources sources;
  private final StructType schema;
  private final SourceOptions options;
  private final boolean isJoined;
  private StructType required;
  private final List<MetadataColumn> metadata = new ArrayList<>();

  /** Of the table. */
  private final List<Predicate> conditions;

  /** What Spark has pushed, and the conditions of the table. */
  private PushedPredicates predicates;

  /** Which partitions to read; null for all. */
  private io.albis.reader.Predicate partitions;

  private RowWindow window = RowWindow.ALL;

  private RowIndexes rowIndexes = RowIndexes.ALL;

  /** Null for all row groups and rows. */
  private ReadSpec.Sample sample;

  /** Rows that each partition needs to return at most; -1 for all. */
  private long partitionLimit = -1;

  /** Null if there is no sort with a limit. */
  private TopN topN;

  /** What Spark has pushed, without predicates on partitions. */
  private final List<Predicate> given = new ArrayList<>();

  /** The result of the aggregation, if statistics have it; then nothing is read. */
  private StatisticsScan aggregated;

  /**
   * Creates a builder for a scan of all columns.
   *
   * @param schema the columns as Spark sees them
   * @param isJoined whether Spark is to see that the rows are filtered: it then evaluates a
   *     comparison itself, even if the scan evaluates all predicates
   * @param conditions true for the rows to return, beside what Spark pushes
   */
  public AlbisScanBuilder(
      Sources sources,
      StructType schema,
      SourceOptions options,
      boolean isJoined,
      List<Predicate> conditions) {
    this.sources = sources;
    this.schema = schema;
    this.required = schema;
    this.options = options;
    this.isJoined = isJoined;
    this.conditions = conditions;
    this.predicates = translate(conditions);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    required = new StructType();
    metadata.clear();
    for (StructField column : requiredSchema.fields()) {
      boolean isStored =
          sources.schema().fields().stream().anyMatch(f -> f.name().equals(column.name()));
      if (isStored) {
        required = required.add(column);
      } else {
        metadata.add(
            MetadataColumn.of(column.name())
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "Cannot read column " + column.name() + ": it does not exist")));
      }
    }
  }

  /**
   * Returns the predicates that Spark must evaluate. Spark calls this again: with predicates on
   * partitions, made of those that are left, or with none. What was pushed before stays pushed.
   */
  @Override
  public Predicate[] pushPredicates(Predicate[] pushed) {
    if (pushed.length == 0) {
      return pushed;
    }
    if (Arrays.stream(pushed).allMatch(PartitionPredicates::isOne)) {
      partitions = SparkPartitionFilter.pruning(sources, List.of(pushed)).orElse(null);
      return pushed;
    }
    given.addAll(List.of(pushed));
    List<Predicate> all = new ArrayList<>(conditions);
    all.addAll(given);
    predicates = translate(all);
    rowIndexes = rowIndexes();
    PushedPredicates ofSpark = translate(given);
    return isJoined ? ofSpark.remainingWithComparison() : ofSpark.remaining();
  }

  private PushedPredicates translate(List<Predicate> all) {
    return PushedPredicates.of(
        all.toArray(Predicate[]::new),
        sources.schema(),
        MetadataColumn.ofRowGroups(sources.schema()));
  }

  /** Spark evaluates conditions on row numbers, too. */
  private RowIndexes rowIndexes() {
    PushedPredicates ofRows =
        PushedPredicates.of(
            given.toArray(Predicate[]::new), MetadataColumn.ofRows(sources.schema()));
    return RowIndexes.of(io.albis.reader.Predicate.and(ofRows.exact(), ofRows.pruning()));
  }

  /** A condition that is true for all rows that the scan returns. */
  public io.albis.reader.Predicate readRows() {
    return io.albis.reader.Predicate.and(predicates.exact(), predicates.pruning());
  }

  @Override
  public boolean supportsIterativePushdown() {
    return true;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return predicates.pushed();
  }

  /** Looks the result up: statistics have it completely or not at all. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    aggregated =
        PushedAggregation.of(aggregation, sources.schema())
            .flatMap(pushed -> StatisticsQuery.evaluate(pushed, spec(new StructType())))
            .orElse(null);
    return aggregated != null;
  }

  /** Spark has asked {@link #supportCompletePushDown} about the same aggregation before. */
  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    return aggregated != null;
  }

  /**
   * Reads only the first rows of the table if no rows are filtered out. Otherwise, only the rows of
   * each partition are limited. Spark calls this only if all filters were pushed completely.
   */
  @Override
  public boolean pushLimit(int limit) {
    if (aggregated != null) {
      return false;
    }
    if (selectsAllRows() && limit <= RowWindow.MAX_SERIAL_ROWS) {
      window = window.withLimit(limit);
    } else {
      partitionLimit = limit;
    }
    return true;
  }

  /**
   * Leaves out rows that cannot be among the first ones according to statistics. Spark sorts and
   * limits the others. Spark calls this only if all filters were pushed completely.
   */
  @Override
  public boolean pushTopN(SortOrder[] orders, int limit) {
    if (aggregated != null) {
      return false;
    }
    topN = TopN.of(orders, limit, sources.schema()).orElse(null);
    return topN != null;
  }

  /** Of a limit, or of the top rows: whether Spark must limit the rows of all partitions. */
  @Override
  public boolean isPartiallyPushed() {
    return partitionLimit >= 0 || topN != null;
  }

  /** Leaves out the first rows of the table. Only if no rows are filtered out. */
  @Override
  public boolean pushOffset(int offset) {
    if (aggregated != null || !selectsAllRows() || partitionLimit >= 0 || topN != null) {
      return false;
    }
    window = window.withOffset(offset);
    return true;
  }

  private boolean selectsAllRows() {
    return predicates.pushed().length == 0 && sample == null;
  }

  /**
   * Samples row groups or rows by their numbers, which depend on the seed only: not on tasks, as
   * the samples of Spark do, so that the same rows are in the sample whatever else is pushed down.
   * Spark samples with replacement itself.
   */
  @Override
  public boolean pushTableSample(
      double lowerBound,
      double upperBound,
      boolean withReplacement,
      long seed,
      SampleMethod sampleMethod) {
    return sampleMethod == SampleMethod.SYSTEM
        ? !withReplacement && sample(lowerBound, upperBound, seed, SampleUnit.ROW_GROUP)
        : pushTableSample(lowerBound, upperBound, withReplacement, seed);
  }

  /** Samples rows. The only form before Spark 4.2. */
  @Override
  @SuppressWarnings("deprecation") // earlier versions of Spark have no other form
  public boolean pushTableSample(
      double lowerBound, double upperBound, boolean withReplacement, long seed) {
    return !withReplacement && sample(lowerBound, upperBound, seed, SampleUnit.ROW);
  }

  /** Not if Spark asks for more than all rows, which only a sample with replacement has. */
  private boolean sample(double lowerBound, double upperBound, long seed, SampleUnit unit) {
    boolean isRange = lowerBound >= 0 && lowerBound <= upperBound && upperBound <= 1;
    if (isRange) {
      sample = new ReadSpec.Sample(lowerBound, upperBound, seed, unit);
    }
    return isRange;
  }

  @Override
  public Scan build() {
    if (aggregated != null) {
      return aggregated;
    }
    ReadSpec spec = spec(PrunedSchema.of(required, schema));
    ReadSpec pruned =
        topN == null ? spec : spec.pruneBy(topN.pruning(spec, sources.schema()).orElse(null));
    return new AlbisScan(sources, pruned, window, rowIndexes, predicates, topN, List.of());
  }

  /**
   * Returns what has been pushed so far.
   *
   * @param columns to read
   */
  private ReadSpec spec(StructType columns) {
    ReadSpec all =
        new ReadSpec(
            sources.sources(),
            options,
            PrunedPaths.of(columns, sources.schema()),
            columns,
            metadata,
            orNull(predicates.exact()),
            orNull(predicates.pruning()),
            List.of(),
            orNull(predicates.place()),
            partitionLimit,
            null,
            sample);
    return all.pruneBy(partitions);
  }

  /** Returns null instead of a condition that is always true. */
  static io.albis.reader.Predicate orNull(io.albis.reader.Predicate condition) {
    return condition.equals(io.albis.reader.Predicate.alwaysTrue()) ? null : condition;
  }
}
