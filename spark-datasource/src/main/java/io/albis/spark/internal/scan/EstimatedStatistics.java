// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.ColumnSummary;
import io.albis.reader.ScanStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;

/**
 * What the optimizer is told of a scan.
 *
 * @param rows at most, or as a sample of them suggests
 * @param bytes of the selected columns in these rows, times the factor for the optimizer
 * @param columns statistics of columns, by reference
 */
record EstimatedStatistics(long rows, long bytes, Map<NamedReference, ColumnStatistics> columns)
    implements Statistics {

  /**
   * Adds up the statistics of sources.
   *
   * @param window which rows are read
   * @param share of the rows that a sample has, from 0 to 1
   * @param factor for the bytes
   */
  static EstimatedStatistics of(
      List<ScanStatistics> sources, RowWindow window, double share, double factor) {
    long allRows = sources.stream().mapToLong(ScanStatistics::rowCount).sum();
    long allBytes = sources.stream().mapToLong(ScanStatistics::bytes).sum();
    long inWindow = Math.max(0, Math.min(allRows, window.end()) - window.first());
    long rows = (long) Math.ceil(inWindow * share);
    long bytes = allRows == 0 ? 0 : (long) (factor * allBytes * rows / allRows);
    Map<NamedReference, ColumnStatistics> columns = new HashMap<>();
    if (sources.size() == 1 && rows == allRows) {
      for (ColumnSummary column : sources.get(0).columns()) {
        columns.put(reference(column.path()), new Column(column));
      }
    }
    // Spark takes 0 bytes for unknown.
    return new EstimatedStatistics(rows, Math.max(1, bytes), columns);
  }

  /**
   * Returns the statistics after a filter.
   *
   * @param matching the share of the rows that it is estimated to select, from 0 to 1
   */
  EstimatedStatistics filtered(double matching) {
    return new EstimatedStatistics(
        (long) Math.ceil(rows * matching), Math.max(1, (long) (bytes * matching)), columns);
  }

  /** Spark needs quotes around more names than the path of a column has. */
  private static NamedReference reference(String path) {
    boolean isQuoted = path.startsWith("`");
    return Expressions.column(isQuoted ? path : ReportedPartitions.quote(path));
  }

  @Override
  public OptionalLong sizeInBytes() {
    return OptionalLong.of(bytes);
  }

  @Override
  public OptionalLong numRows() {
    return OptionalLong.of(rows);
  }

  @Override
  public Map<NamedReference, ColumnStatistics> columnStats() {
    return columns;
  }

  private record Column(ColumnSummary summary) implements ColumnStatistics {

    @Override
    public OptionalLong nullCount() {
      return OptionalLong.of(summary.nullCount());
    }

    @Override
    public Optional<Object> min() {
      return CatalystValues.ofBound(summary.min(), summary.type());
    }

    @Override
    public Optional<Object> max() {
      return CatalystValues.ofBound(summary.max(), summary.type());
    }

    @Override
    public OptionalLong avgLen() {
      long values = summary.rowCount() - summary.nullCount();
      return values == 0
          ? OptionalLong.empty()
          : OptionalLong.of((summary.valueBytes() + values - 1) / values);
    }
  }
}
