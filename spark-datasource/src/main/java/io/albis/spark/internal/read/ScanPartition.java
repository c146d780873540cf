// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Split;
import io.albis.spark.internal.plan.Placement;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.HasPartitionStatistics;
import org.apache.spark.sql.connector.read.InputPartition;

/** Rows that one task reads, one range after the other. */
public class ScanPartition implements InputPartition, HasPartitionStatistics {

  private static final long serialVersionUID = 1L;

  /** The number of no runtime filter. */
  public static final int NO_RUNTIME_FILTER = 0;

  private final List<Rows> rows;
  private final String[] hosts;
  private final int runtimeFilter;

  /**
   * Creates a partition.
   *
   * @param rows in the order in which they are read
   * @param hosts that store most of them, or the executor whose cache they belong to
   */
  public ScanPartition(List<Rows> rows, List<String> hosts) {
    this(rows, hosts, NO_RUNTIME_FILTER);
  }

  ScanPartition(List<Rows> rows, List<String> hosts, int runtimeFilter) {
    this.rows = List.copyOf(rows);
    this.hosts = hosts.toArray(String[]::new);
    this.runtimeFilter = runtimeFilter;
  }

  /**
   * Returns the same partition with fewer rows.
   *
   * @param left the rows that a runtime filter has left
   * @param number of this filter, from 1
   */
  public ScanPartition prunedTo(List<Rows> left, int number) {
    return new ScanPartition(left, List.of(hosts), number);
  }

  /** Returns the number of the filter that has left these rows. */
  int runtimeFilter() {
    return runtimeFilter;
  }

  /**
   * Rows of a split.
   *
   * @param source index in {@link ReadSpec#sources}
   * @param split of the source
   * @param firstRow number in the source of the first row
   * @param rowCount before any filter
   */
  public record Rows(int source, Split split, long firstRow, long rowCount)
      implements Serializable {

    /** Returns all rows of a split. */
    public static Rows of(int source, Split split) {
      return new Rows(source, split, split.firstRow(), split.rowCount());
    }

    /** Returns a part of these rows. */
    public Rows range(long first, long count) {
      return new Rows(source, split, first, count);
    }

    /** Returns those of these rows that are in another split; empty if there is none. */
    public Optional<Rows> within(Split other) {
      long start = Math.max(firstRow, other.firstRow());
      long end = Math.min(firstRow + rowCount, other.firstRow() + other.rowCount());
      return start < end
          ? Optional.of(new Rows(source, other, start, end - start))
          : Optional.empty();
    }

    /** Returns whether these are all rows of the split. */
    boolean isWhole() {
      return rowCount == split.rowCount();
    }

    /** Returns the approximate bytes of the projected columns. */
    public long bytes() {
      return isWhole()
          ? split.bytes()
          : (long) ((double) split.bytes() * rowCount / split.rowCount());
    }
  }

  /** Returns the rows, in the order in which they are read. */
  public List<Rows> rows() {
    return rows;
  }

  @Override
  public String[] preferredLocations() {
    return hosts.clone();
  }

  /** Returns the location of the executor whose cache they belong to; empty if there is none. */
  public String executor() {
    return hosts.length > 0 && Placement.isExecutor(hosts[0]) ? hosts[0] : "";
  }

  @Override
  public OptionalLong sizeInBytes() {
    return OptionalLong.of(rows.stream().mapToLong(Rows::bytes).sum());
  }

  /** Before any filter. */
  @Override
  public OptionalLong numRows() {
    return OptionalLong.of(rows.stream().mapToLong(Rows::rowCount).sum());
  }

  @Override
  public OptionalLong filesCount() {
    return OptionalLong.empty();
  }
}
