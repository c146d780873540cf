// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.type.ColumnDefaults;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * A table that rows are written to, whether it exists or not. Immutable.
 *
 * @param uri of the directory
 * @param mode what the commit does
 * @param types of the columns of a table that keeps them; null if they are those of the rows
 * @param partitioning of a table that gets a new schema
 * @param properties of a table that gets a new schema
 * @param constraints that Spark checks rows against, with the keys of their properties; null if a
 *     statement defines the table
 * @param options of the session and the table
 */
public record WriteTarget(
    String uri,
    Mode mode,
    StructType types,
    List<Partitioning> partitioning,
    Map<String, String> properties,
    Map<String, String> constraints,
    SourceOptions options) {

  /** What a commit does. */
  public enum Mode {
    /** Adds rows. */
    APPEND,
    /** Replaces all rows. */
    OVERWRITE,
    /** Creates a table. */
    CREATE,
    /** Creates a table, or replaces rows, columns and partitioning of the one that exists. */
    CREATE_OR_REPLACE;

    boolean isNew() {
      return this == CREATE || this == CREATE_OR_REPLACE;
    }
  }

  /** The same with another mode. A table that gets the columns of the rows keeps constraints. */
  public WriteTarget with(Mode other) {
    boolean isNew = other.isNew();
    return new WriteTarget(
        uri,
        other,
        isNew ? null : types,
        partitioning,
        isNew && constraints != null ? constraints : properties,
        constraints,
        options);
  }

  /** The same with other options on top. */
  WriteTarget with(Map<String, String> others) {
    return new WriteTarget(
        uri, mode, types, partitioning, properties, constraints, options.with(others));
  }

  /**
   * Creates or replaces the table, without rows.
   *
   * @param columns with their defaults
   * @param session options of the session
   * @throws IllegalArgumentException if a column or its default cannot be stored
   */
  public void commitEmpty(StructType columns, Map<String, String> session) {
    Schema schema = ColumnDefaults.toAlbis(AlbisTypes.toAlbis(columns), columns);
    commitEmpty(schema, WriteOptions.of(session, Map.of()));
  }

  void commitEmpty(Schema columns, WriteOptions write) {
    try (TableWriter writer = builder(columns, write).open()) {
      writer.commit();
    }
  }

  /**
   * Plans a change without rows.
   *
   * @param session options of the session
   */
  public DistributedWrite open(Map<String, String> session) {
    return builder(types, WriteOptions.of(session, Map.of())).openDistributed();
  }

  /** The snapshot on which a write to the table is planned. */
  public Source base(DistributedWrite write) {
    return new Source(write.uri(), write.tableId(), write.baseSnapshotId(), options);
  }

  /** Starts a change of columns and properties. The caller closes it. */
  public TableUpdate openUpdate() {
    return TableUpdate.open(uri, options.storageOptions());
  }

  /** Configures a write of rows. The table does not get the defaults of what the query reads. */
  TableWriter.Builder builder(StructType rows, WriteOptions write) {
    return builder(AlbisTypes.toAlbis(rows), write);
  }

  private TableWriter.Builder builder(Schema columns, WriteOptions write) {
    TableWriter.Builder builder =
        switch (mode) {
          case APPEND -> TableWriter.append(uri);
          case OVERWRITE -> TableWriter.overwrite(uri);
          case CREATE -> TableWriter.create(uri, columns);
          case CREATE_OR_REPLACE -> TableWriter.overwrite(uri, columns);
        };
    options.storageOptions().forEach(builder::option);
    properties.forEach(builder::property);
    write.apply(builder, mode.isNew());
    if (mode.isNew()) {
      List<Partitioning> fields = partitioning.isEmpty() ? write.partitioning() : partitioning;
      builder.partitionBy(fields.toArray(Partitioning[]::new));
    }
    return builder;
  }
}
