// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.format.schema.SortColumn;
import io.albis.reader.DatasetScan;
import io.albis.reader.FirstRows;
import io.albis.reader.Predicate;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.types.StructType;

/**
 * What all partitions of a scan read. Sent to the executors once, with the stage. Immutable, and
 * equal by value.
 *
 * @param sources to which partitions refer by index
 * @param options of the read
 * @param paths of the columns
 * @param dataSchema the columns as Spark sees them
 * @param metadata columns after those of {@code dataSchema}
 * @param filter true for exactly the rows to read; null for all
 * @param pruning a condition that skips row groups and segments; null for none
 * @param rowPruning conditions that skip row groups, segments, and rows where that pays
 * @param place a condition on metadata columns, true for exactly the row groups to read; null for
 *     all
 * @param limit of rows of a partition; -1 for none
 * @param top the rows that are needed; null for all
 * @param sample which row groups or rows to read; null for all
 */
public record ReadSpec(
    List<Source> sources,
    SourceOptions options,
    List<String> paths,
    StructType dataSchema,
    List<MetadataColumn> metadata,
    Predicate filter,
    Predicate pruning,
    List<Predicate> rowPruning,
    Predicate place,
    long limit,
    Top top,
    Sample sample)
    implements Serializable {

  /** Copies the lists. */
  public ReadSpec {
    sources = List.copyOf(sources);
    paths = List.copyOf(paths);
    metadata = List.copyOf(metadata);
    rowPruning = List.copyOf(rowPruning);
    Objects.requireNonNull(dataSchema, "dataSchema");
  }

  /**
   * Which row groups, or which rows, to read.
   *
   * @param from least number of a row group or row, from 0 to 1
   * @param to end of the numbers
   * @param seed of the numbers
   * @param unit what has numbers
   */
  public record Sample(double from, double to, long seed, SampleUnit unit)
      implements Serializable {}

  /**
   * The first rows of an order.
   *
   * @param path of the column
   * @param isDescending whether greater values come first
   * @param nullsLast whether nulls come after all values
   * @param rows how many of the first rows
   */
  public record Top(String path, boolean isDescending, boolean nullsLast, int rows)
      implements Serializable {

    /** Returns an object with which the scans of a task leave out other rows. */
    FirstRows firstRows() {
      return FirstRows.of(new SortColumn(path, isDescending, nullsLast), rows);
    }
  }

  /** What a sample consists of. */
  public enum SampleUnit {
    /** Row groups with all their rows. */
    ROW_GROUP,
    /** Rows, independently of each other. */
    ROW
  }

  /** Returns the columns in the order in which Spark gets them. */
  public StructType readSchema() {
    StructType schema = dataSchema;
    for (MetadataColumn column : metadata) {
      schema = schema.add(column.field());
    }
    return schema;
  }

  /**
   * Adds a condition that skips row groups and segments.
   *
   * @param condition null for none
   */
  public ReadSpec pruneBy(Predicate condition) {
    if (condition == null) {
      return this;
    }
    Predicate all = pruning == null ? condition : Predicate.and(pruning, condition);
    return with(filter, all, rowPruning, limit, top);
  }

  /** Adds a condition that is true for exactly the rows to read. */
  public ReadSpec filterBy(Predicate condition) {
    Predicate all = filter == null ? condition : Predicate.and(filter, condition);
    return with(all, pruning, rowPruning, limit, top);
  }

  /**
   * Replaces the condition that is true for exactly the rows to read.
   *
   * @param condition null for all rows
   */
  public ReadSpec filteredBy(Predicate condition) {
    return with(condition, pruning, rowPruning, limit, top);
  }

  /** Adds conditions that skip row groups and segments, and rows where that pays. */
  ReadSpec pruneRowsBy(List<Predicate> conditions) {
    return with(filter, pruning, conditions, limit, top);
  }

  /** Skips the same row groups and segments, but reads all rows of the others. */
  public ReadSpec withoutFilter() {
    return with(null, pruning, rowPruning, limit, top).pruneBy(filter);
  }

  /** Selects the same rows, without any column. */
  public ReadSpec withoutColumns() {
    return select(List.of(), new StructType());
  }

  /**
   * Selects the same rows of other columns.
   *
   * @param newPaths of the columns
   * @param newSchema the columns as Spark sees them
   */
  public ReadSpec select(List<String> newPaths, StructType newSchema) {
    return new ReadSpec(
        sources,
        options,
        newPaths,
        newSchema,
        List.of(),
        filter,
        pruning,
        rowPruning,
        place,
        limit,
        top,
        sample);
  }

  /**
   * Reads all rows of some row groups.
   *
   * @param numbers of the row groups, by the snapshot from which they are read
   */
  public ReadSpec ofRowGroups(Map<Source, List<Long>> numbers) {
    return new ReadSpec(
        List.copyOf(numbers.keySet()),
        options.with(
            Map.of(
                SourceOptions.PRESERVE_PARTITIONS, "false", SourceOptions.PRESERVE_ORDER, "false")),
        paths,
        dataSchema,
        metadata,
        filter,
        pruning,
        rowPruning,
        PlaceFilter.of(numbers),
        limit,
        top,
        sample);
  }

  /** Reads only the first rows of each partition. */
  public ReadSpec limitPartitions(long rows) {
    return with(filter, pruning, rowPruning, rows, top);
  }

  /** Leaves out rows that are surely not among the first of an order. */
  public ReadSpec limitTo(Top first) {
    return with(filter, pruning, rowPruning, limit, first);
  }

  private ReadSpec with(
      Predicate newFilter,
      Predicate newPruning,
      List<Predicate> newRowPruning,
      long newLimit,
      Top newTop) {
    return new ReadSpec(
        sources,
        options,
        paths,
        dataSchema,
        metadata,
        newFilter,
        newPruning,
        newRowPruning,
        place,
        newLimit,
        newTop,
        sample);
  }

  /** Returns the scan of a source that is open. */
  public DatasetScan scan(OpenDatasets.Lease lease) {
    DatasetScan scan = lease.dataset().scan().select(paths);
    if (place != null) {
      scan = scan.filterRowGroups(new PlaceFilter(place, lease.source()));
    }
    if (filter != null) {
      scan = scan.filter(filter);
    }
    if (pruning != null) {
      scan = scan.pruneBy(pruning);
    }
    for (Predicate condition : rowPruning) {
      scan = scan.pruneRowsBy(condition);
    }
    if (sample != null) {
      scan =
          switch (sample.unit()) {
            case ROW_GROUP -> scan.sampleRowGroups(sample.from(), sample.to(), sample.seed());
            case ROW -> scan.sampleRows(sample.from(), sample.to(), sample.seed());
          };
    }
    return limit < 0 ? scan : scan.limit(limit);
  }
}
