// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.error.TableExistsException;
import io.albis.format.internal.metadata.Constraints;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.compat.OutputColumns;
import io.albis.spark.internal.compat.RowChecks;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.type.MergedColumns;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.writer.DistributedWrite;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.catalyst.expressions.BindReferences;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * Plans the write of a batch of a stream. Spark does so for each batch, so that a batch sees the
 * columns that the table has when it starts.
 */
final class StreamPlan {

  /** The property that Spark sets for the threads of a query. */
  private static final String QUERY_ID = "sql.streaming.queryId";

  private StreamPlan() {}

  /**
   * Returns whether a write is that of a stream. Spark gives other writes a random id, also those
   * of functions that a stream calls with its batches.
   */
  static boolean isFor(LogicalWriteInfo info) {
    return info.queryId().equals(SparkContext.getOrCreate().getLocalProperty(QUERY_ID));
  }

  /**
   * Plans a batch. Creates the table if there is none.
   *
   * @param target with the options of the query
   * @param session options of the session
   */
  static Write of(WriteTarget target, LogicalWriteInfo info, Map<String, String> session) {
    WriteOptions options = WriteOptions.ofStream(session, info.options().asCaseSensitiveMap());
    WriteTarget existing = target;
    if (target.mode() == WriteTarget.Mode.CREATE) {
      create(target, info.schema().asNullable(), options);
      existing = target.with(WriteTarget.Mode.APPEND);
    }
    DistributedWrite write = existing.builder(info.schema(), options).openDistributed();
    boolean isAppend = existing.mode() == WriteTarget.Mode.APPEND;
    boolean keepsColumns = !existing.mode().isNew();
    if (keepsColumns) {
      write = merged(write, existing, info.schema(), options);
    }
    NanosecondMode nanoseconds =
        keepsColumns ? target.options().nanoseconds() : NanosecondMode.REFUSE;
    StructType columns = SparkTypes.toSpark(write.schema(), nanoseconds);
    StreamWriterFactory factory =
        new StreamWriterFactory(
            new RowWriterFactory(write, columns, nanoseconds),
            columns("albis " + target.uri(), columns, info.schema()),
            checks(write, columns));
    StreamMerge merge =
        new StreamMerge(
            target.uri(),
            target.options().storageOptions(),
            isAppend ? options.mergeEvery() : 0,
            options.merge());
    return new StreamTableWrite(
        new TableWrite(
            write,
            columns,
            nanoseconds,
            options.isDistributed() ? RowOrder.of(write, columns) : RowOrder.NONE,
            DistributedWrite::commit),
        new StreamWrite(write, factory, info.queryId(), isAppend, merge));
  }

  /** Spark has no place in the plans of streams where it checks rows: tasks do it themselves. */
  private static Expression checks(DistributedWrite write, StructType columns) {
    Map<String, String> constraints = Constraints.of(write.properties());
    List<String> checks = Constraints.checks(write.properties());
    if (checks.isEmpty()) {
      return null;
    } else if (!Capabilities.CHECKS_CONSTRAINTS) {
      throw new UnsupportedOperationException(
          "Cannot write a stream to "
              + write.uri()
              + ": this version of Spark does not check constraint "
              + checks.get(0)
              + " (expected 4.1 or later)");
    }
    return RowChecks.of("albis " + write.uri(), constraints, columns);
  }

  /** Plans the write again if the table gets columns by it. */
  private static DistributedWrite merged(
      DistributedWrite write, WriteTarget target, StructType rows, WriteOptions options) {
    Schema merged = MergedColumns.of(write.schema(), rows);
    if (!options.mergesSchema()) {
      MergedColumns.requireNone(write.uri(), write.schema(), merged);
    } else if (!merged.equals(write.schema())) {
      return target.builder(rows, options).mergeColumns(merged).openDistributed();
    }
    return write;
  }

  private static void create(WriteTarget target, StructType columns, WriteOptions options) {
    try {
      StructType types = target.types() == null ? columns : target.types().asNullable();
      target.commitEmpty(AlbisTypes.toAlbis(types), options);
    } catch (TableExistsException e) {
      // By a batch before, or by another query.
    }
  }

  /**
   * Returns the columns of the table, computed of the rows of a query.
   *
   * @return null if they are the same
   */
  @SuppressWarnings("unchecked") // named expressions are expressions, and the list is immutable
  private static Seq<Expression> columns(String table, StructType columns, StructType rows) {
    SparkSession session = (SparkSession) org.apache.spark.sql.SparkSession.active();
    LogicalPlan query = session.createDataFrame(List.of(), rows).queryExecution().analyzed();
    LogicalPlan resolved = OutputColumns.of(table, columns, query);
    if (!(resolved instanceof Project project)) {
      return null;
    }
    Seq<Expression> expressions = (Seq<Expression>) (Seq<?>) project.projectList();
    return BindReferences.bindReferences(
        expressions, package$.MODULE$.AttributeSeq(query.output()));
  }
}
