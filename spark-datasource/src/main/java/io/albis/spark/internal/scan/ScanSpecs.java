// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.Sources;
import io.albis.spark.internal.type.SparkTypes;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Creates specifications of reads. */
final class ScanSpecs {

  private ScanSpecs() {}

  /**
   * Returns a read of all rows.
   *
   * @param paths of the columns
   */
  static ReadSpec of(
      Sources sources, SourceOptions options, List<String> paths, List<MetadataColumn> metadata) {
    Schema projected;
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(sources.sources().get(0))) {
      Dataset dataset = lease.dataset();
      projected = dataset.scan().select(paths).schema();
    }
    StructType schema = SparkTypes.toSpark(projected);
    return new ReadSpec(sources.sources(), options, paths, schema, metadata, null, -1);
  }
}
