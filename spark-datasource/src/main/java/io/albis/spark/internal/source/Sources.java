// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import java.util.List;
import java.util.Map;

/**
 * What a query reads: one table or file, or several with the same columns, one after the other.
 *
 * @param sources at least one
 * @param schema of all
 * @param partitioningId id of how the table is partitioned; 0 if it is not, or there are several
 *     sources
 * @param partitioning how it is partitioned; empty if it is not
 * @param rowCount of all
 * @param properties that the table stores; empty if there are several sources
 * @param alias name of the table in a catalog; null if it is named by its path
 */
public record Sources(
    List<Source> sources,
    Schema schema,
    int partitioningId,
    List<Partitioning> partitioning,
    long rowCount,
    Map<String, String> properties,
    String alias) {

  /** Copies the collections. */
  public Sources {
    sources = List.copyOf(sources);
    partitioning = List.copyOf(partitioning);
    properties = Map.copyOf(properties);
  }

  /** Returns the same sources, opened with other options. */
  public Sources with(SourceOptions options) {
    List<Source> others =
        sources.stream()
            .map(source -> new Source(source.uri(), source.id(), source.snapshotId(), options))
            .toList();
    return new Sources(others, schema, partitioningId, partitioning, rowCount, properties, alias);
  }

  /** Returns the same sources under the name that a table has in a catalog. */
  public Sources named(String other) {
    return new Sources(sources, schema, partitioningId, partitioning, rowCount, properties, other);
  }

  /** Returns a name for plans and messages. */
  public String name() {
    if (alias != null) {
      return alias;
    }
    String first = sources.get(0).uri();
    return sources.size() == 1 ? first : first + " and " + (sources.size() - 1) + " more";
  }
}
