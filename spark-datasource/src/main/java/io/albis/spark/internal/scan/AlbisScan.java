// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanReaderFactory;
import io.albis.spark.internal.source.Sources;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** A planned scan. Equal by what it reads, so that Spark can reuse the result of one of two. */
public final class AlbisScan implements Scan, Batch {

  private final Sources sources;
  private final ReadSpec spec;

  /** Planned when first asked for. */
  private InputPartition[] partitions;

  AlbisScan(Sources sources, ReadSpec spec) {
    this.sources = sources;
    this.spec = spec;
  }

  @Override
  public StructType readSchema() {
    return spec.readSchema();
  }

  @Override
  public String description() {
    return "albis " + sources.name();
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
  public synchronized InputPartition[] planInputPartitions() {
    if (partitions == null) {
      partitions = PartitionPlanner.plan(spec);
    }
    return partitions.clone();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ScanReaderFactory(spec);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AlbisScan other && spec.equals(other.spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }
}
