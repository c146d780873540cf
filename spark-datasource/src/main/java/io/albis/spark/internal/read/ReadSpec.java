// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Dataset;
import io.albis.reader.TableScan;
import io.albis.reader.predicate.Predicate;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import java.io.Serializable;
import java.util.List;
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
 * @param filter which rows to read; null for all
 * @param limit of rows of a partition; -1 for none
 */
public record ReadSpec(
    List<Source> sources,
    SourceOptions options,
    List<String> paths,
    StructType dataSchema,
    List<MetadataColumn> metadata,
    Filter filter,
    long limit)
    implements Serializable {

  /** Copies the lists. */
  public ReadSpec {
    sources = List.copyOf(sources);
    paths = List.copyOf(paths);
    metadata = List.copyOf(metadata);
    Objects.requireNonNull(dataSchema, "dataSchema");
  }

  /**
   * Which rows to read.
   *
   * @param pruning skips row groups and segments
   * @param exact whether only the rows for which {@code pruning} is true are read
   */
  public record Filter(Predicate pruning, boolean exact) implements Serializable {}

  /** Returns the columns in the order in which Spark gets them. */
  public StructType readSchema() {
    StructType schema = dataSchema;
    for (MetadataColumn column : metadata) {
      schema = schema.add(column.field());
    }
    return schema;
  }

  /** Returns the scan of a source. */
  public TableScan scan(Dataset dataset) {
    TableScan scan = dataset.scan().select(paths);
    if (filter != null) {
      scan = scan.filter(filter.pruning());
      scan = filter.exact() ? scan.exactFilter() : scan;
    }
    return limit < 0 ? scan : scan.limit(limit);
  }
}
