// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Partitioning;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.types.StructType;

/**
 * A table that rows are written to, whether it exists or not. Immutable.
 *
 * @param uri of the directory
 * @param mode what the commit does
 * @param types of the columns of a table that keeps them; null if they are those of the rows
 * @param partitioning of a table that gets a new schema
 * @param properties of a table that gets a new schema
 * @param options of the session and the table
 */
public record WriteTarget(
    String uri,
    Mode mode,
    StructType types,
    List<Partitioning> partitioning,
    Map<String, String> properties,
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

  /** The same with another mode. */
  public WriteTarget with(Mode other) {
    return new WriteTarget(
        uri, other, other.isNew() ? null : types, partitioning, properties, options);
  }

  /**
   * Plans a write of rows: reads the latest snapshot, and changes nothing.
   *
   * @param all options of the session, on top of which are those of the write
   * @param commit publishes results, at once or when Spark asks for it
   * @throws IllegalArgumentException if an option is invalid, or a column cannot be stored
   * @throws io.albis.format.error.AlbisException if the table cannot be written to
   */
  public Write plan(
      LogicalWriteInfo info,
      Map<String, String> all,
      BiConsumer<DistributedWrite, List<TaskResult>> commit) {
    StructType rows = types == null ? info.schema() : types;
    SourceOptions merged = options.with(info.options().asCaseSensitiveMap());
    Map<String, String> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    own.putAll(all);
    own.putAll(info.options().asCaseSensitiveMap());
    WriteOptions write = new WriteOptions(own);
    DistributedWrite opened = builder(rows, merged, write).openDistributed();
    return new TableWrite(
        opened,
        rows,
        mode.isNew() ? NanosecondMode.REFUSE : merged.nanoseconds(),
        write.isDistributed() ? RowOrder.of(opened, rows) : RowOrder.NONE,
        commit);
  }

  /** Creates or replaces the table, without rows. */
  public void commitEmpty(StructType columns, Map<String, String> all) {
    try (TableWriter writer = builder(columns, options, new WriteOptions(all)).open()) {
      writer.commit();
    }
  }

  private TableWriter.Builder builder(StructType rows, SourceOptions merged, WriteOptions write) {
    TableWriter.Builder builder =
        switch (mode) {
          case APPEND -> TableWriter.append(uri);
          case OVERWRITE -> TableWriter.overwrite(uri);
          case CREATE -> TableWriter.create(uri, AlbisTypes.toAlbis(rows));
          case CREATE_OR_REPLACE -> TableWriter.overwrite(uri, AlbisTypes.toAlbis(rows));
        };
    merged.storageOptions().forEach(builder::option);
    properties.forEach(builder::property);
    write.apply(builder, mode.isNew());
    if (mode.isNew()) {
      List<Partitioning> fields = partitioning.isEmpty() ? write.partitioning() : partitioning;
      builder.partitionBy(fields.toArray(Partitioning[]::new));
    }
    return builder;
  }
}
