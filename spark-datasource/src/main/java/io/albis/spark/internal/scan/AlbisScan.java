// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanReaderFactory;
import io.albis.spark.internal.source.Sources;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * A planned scan. Equal by what it reads, so that Spark can reuse the result of one of two. Its
 * state changes only by runtime filters.
 */
public final class AlbisScan implements Scan, Batch {

  private final Sources sources;
  private final ReadSpec spec;
  private final RowWindow window;
  private final PushedPredicates predicates;

  /** Planned when first asked for. */
  private List<ScanPartition> partitions;

  AlbisScan(Sources sources, ReadSpec spec, RowWindow window, PushedPredicates predicates) {
    this.sources = sources;
    this.spec = spec;
    this.window = window;
    this.predicates = predicates;
  }

  @Override
  public StructType readSchema() {
    return spec.readSchema();
  }

  @Override
  public String description() {
    StringBuilder text = new StringBuilder("albis ").append(sources.name());
    text.append(" PushedPredicates: ").append(Arrays.toString(predicates.pushed()));
    if (spec.limit() >= 0) {
      text.append(" PartitionLimit: ").append(spec.limit());
    }
    if (!window.equals(RowWindow.ALL)) {
      text.append(" Rows: ").append(window);
    }
    return text.toString();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return partitions().toArray(InputPartition[]::new);
  }

  private synchronized List<ScanPartition> partitions() {
    if (partitions == null) {
      partitions = PartitionPlanner.plan(spec, window);
    }
    return partitions;
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ScanReaderFactory(spec);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AlbisScan other
        && spec.equals(other.spec)
        && window.equals(other.window);
  }

  @Override
  public int hashCode() {
    return 31 * spec.hashCode() + window.hashCode();
  }
}
