// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.split.Split;
import java.io.Serializable;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.HasPartitionStatistics;
import org.apache.spark.sql.connector.read.InputPartition;

/** Splits that one task reads, one after the other. */
public class ScanPartition implements InputPartition, HasPartitionStatistics {

  private static final long serialVersionUID = 1L;

  private final List<SourceSplit> splits;
  private final String[] hosts;

  /**
   * Creates a partition.
   *
   * @param splits in the order in which they are read
   * @param hosts that store most of them
   */
  public ScanPartition(List<SourceSplit> splits, List<String> hosts) {
    this.splits = List.copyOf(splits);
    this.hosts = hosts.toArray(String[]::new);
  }

  /**
   * A split of a source.
   *
   * @param source index in {@link ReadSpec#sources}
   * @param split of the source
   */
  public record SourceSplit(int source, Split split) implements Serializable {}

  /** Returns the splits, in the order in which they are read. */
  public List<SourceSplit> splits() {
    return splits;
  }

  @Override
  public String[] preferredLocations() {
    return hosts.clone();
  }

  @Override
  public OptionalLong sizeInBytes() {
    return OptionalLong.of(splits.stream().mapToLong(split -> split.split().bytes()).sum());
  }

  /** Before any filter. */
  @Override
  public OptionalLong numRows() {
    return OptionalLong.of(splits.stream().mapToLong(split -> split.split().rowCount()).sum());
  }

  @Override
  public OptionalLong filesCount() {
    return OptionalLong.empty();
  }
}
