// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.internal.metadata.Constraints;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.compat.TableConstraints;
import io.albis.spark.internal.write.RowsWriteBuilder;
import io.albis.spark.internal.write.WriteTarget;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A table that a statement creates or replaces, with its rows or without any, by one commit. For
 * one statement.
 */
@SuppressWarnings("deprecation") // the columns are derived from the schema
public final class StagedAlbisTable implements StagedTable, SupportsWrite {

  private final WriteTarget target;
  private final StructType schema;
  private DistributedWrite write;
  private List<TaskResult> results = List.of();

  /**
   * Creates a table that is not there yet.
   *
   * @param schema of the table
   */
  public StagedAlbisTable(WriteTarget target, StructType schema) {
    this.target = target;
    this.schema = schema;
  }

  @Override
  public String name() {
    return "albis " + target.uri();
  }

  @Override
  public StructType schema() {
    return schema;
  }

  /** For Spark 4.1 and later. */
  @Override
  public Constraint[] constraints() {
    return TableConstraints.parse(name(), Constraints.of(target.properties()));
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Capabilities.OF_TABLES;
  }

  /** The job only keeps its results: nothing is visible before Spark commits the table. */
  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new RowsWriteBuilder(
        target,
        info,
        TableLoader.sessionOptions(),
        (ended, ofTasks) -> {
          write = ended;
          results = ofTasks;
        });
  }

  @Override
  public void commitStagedChanges() {
    if (write != null) {
      write.commit(results);
    } else {
      target.commitEmpty(schema, TableLoader.sessionOptions());
    }
  }

  /** Also after a commit that has failed; does nothing if it has taken effect, or may have. */
  @Override
  public void abortStagedChanges() {
    if (write != null) {
      write.abort(results);
    }
  }
}
