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
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsSchemaEvolution;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A table that chooses which changes of its columns a statement WITH SCHEMA EVOLUTION makes, and
 * that has ids: so a {@code DataFrame} is refused if the table or a column it reads was replaced. A
 * class of its own, because this is so since Spark 4.2 only.
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

  @Override
  public String id() {
    return source().map(source -> source.id().toString()).orElse(null);
  }

  @Override
  public Column[] columns() {
    return CatalogV2Util.structTypeToV2Columns(withIds(schema(), storedSchema().fields()), true);
  }

  private static StructType withIds(StructType type, List<Field> stored) {
    StructField[] fields = type.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      StructField field = fields[i];
      fields[i] =
          new StructField(
                  field.name(),
                  withIds(field.dataType(), stored.get(i)),
                  field.nullable(),
                  field.metadata())
              .withId(Integer.toString(stored.get(i).id()));
    }
    return new StructType(fields);
  }

  private static DataType withIds(DataType type, Field stored) {
    List<Field> children = stored.type().children();
    if (type instanceof StructType struct) {
      return withIds(struct, children);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(withIds(array.elementType(), children.get(0)), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          withIds(map.keyType(), children.get(0)),
          withIds(map.valueType(), children.get(1)),
          map.valueContainsNull());
    }
    return type;
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
