// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.Sources;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Collects what Spark pushes down to a scan. For one thread. */
public final class AlbisScanBuilder implements ScanBuilder, SupportsPushDownRequiredColumns {

  private final Sources sources;
  private final SourceOptions options;
  private StructType required;
  private final List<MetadataColumn> metadata = new ArrayList<>();

  /**
   * Creates a builder for a scan of all columns.
   *
   * @param schema the columns as Spark sees them
   */
  public AlbisScanBuilder(Sources sources, StructType schema, SourceOptions options) {
    this.sources = sources;
    this.required = schema;
    this.options = options;
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    required = new StructType();
    metadata.clear();
    for (StructField column : requiredSchema.fields()) {
      boolean isStored = sources.schema().fields().stream().anyMatch(f -> f.name().equals(column.name()));
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

  @Override
  public Scan build() {
    return new AlbisScan(
        sources,
        ScanSpecs.of(sources, options, ColumnPaths.of(required, sources.schema()), metadata));
  }
}
