// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.schema.Field;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourceResolver;
import io.albis.spark.internal.source.Sources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.SupportsSchemaEvolution;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructType;

/**
 * A table that chooses which changes of its columns a statement WITH SCHEMA EVOLUTION makes. A
 * class of its own, because Spark has the interface since version 4.2 only.
 */
final class EvolvingTable extends AlbisTable implements SupportsSchemaEvolution {

  private EvolvingTable(
      Sources sources,
      SourceOptions options,
      SourceResolver.Version version,
      StructType schema,
      boolean isJoined,
      List<Predicate> conditions,
      Map<String, String> properties) {
    super(sources, options, version, schema, isJoined, conditions, properties);
  }

  /** Creates a table. Returns it as another type, so that callers do not load this class. */
  static AlbisTable of(
      Sources sources,
      SourceOptions options,
      SourceResolver.Version version,
      StructType schema,
      boolean isJoined,
      List<Predicate> conditions,
      Map<String, String> properties) {
    return new EvolvingTable(sources, options, version, schema, isJoined, conditions, properties);
  }

  /** Values whose type would become narrower, or another one, are cast to that of the column. */
  @Override
  public boolean supportsColumnChange(TableChange.ColumnChange change) {
    if (!(change instanceof TableChange.UpdateColumnType update)) {
      return change instanceof TableChange.AddColumn;
    }
    Optional<Field> field = storedSchema().find(TableAlteration.path(update.fieldNames()));
    return field.isPresent()
        && field.get().extension().isEmpty()
        && field.get().type().canWidenTo(TableAlteration.type(update.newDataType()));
  }
}
