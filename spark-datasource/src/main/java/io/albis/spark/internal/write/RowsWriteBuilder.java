// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.Constraints;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/** Configures a write. For one thread. */
public final class RowsWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {

  private final LogicalWriteInfo info;
  private final Map<String, String> session;

  /** Null to publish when the job ends. */
  private final BiConsumer<DistributedWrite, List<TaskResult>> atEnd;

  private WriteTarget target;

  /** Which rows are replaced; null for none, or all. */
  private Predicate[] replaced;

  private boolean replacesPartitions;

  /** The columns that the table gets by the commit; null if it keeps those that it has. */
  private StructType evolved;

  /**
   * Creates a builder of a write that is published when the job ends.
   *
   * @param session options of the session
   */
  public RowsWriteBuilder(WriteTarget target, LogicalWriteInfo info, Map<String, String> session) {
    this(target, info, session, null);
  }

  /**
   * Creates a builder.
   *
   * @param session options of the session
   * @param atEnd gets the results when the job ends, to publish them later
   */
  public RowsWriteBuilder(
      WriteTarget target,
      LogicalWriteInfo info,
      Map<String, String> session,
      BiConsumer<DistributedWrite, List<TaskResult>> atEnd) {
    this.target = target;
    this.info = info;
    this.session = session;
    this.atEnd = atEnd;
  }

  /** Changes the columns of the table by the same commit. */
  public RowsWriteBuilder evolvingTo(StructType columns) {
    evolved = columns;
    return this;
  }

  @Override
  public WriteBuilder truncate() {
    if (target.mode() == WriteTarget.Mode.APPEND) {
      target =
          target.with(
              isSchemaReplaced() ? WriteTarget.Mode.CREATE_OR_REPLACE : WriteTarget.Mode.OVERWRITE);
    }
    return this;
  }

  private boolean isSchemaReplaced() {
    return info.options().getBoolean(SourceOptions.OVERWRITE_SCHEMA, false);
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    boolean isAll = Arrays.stream(predicates).allMatch(p -> p.name().equals("ALWAYS_TRUE"));
    if (isAll) {
      return truncate();
    }
    replaced = predicates;
    return this;
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    replacesPartitions = true;
    return this;
  }

  /**
   * Reads the latest snapshot, and changes nothing.
   *
   * @throws IllegalArgumentException if an option is invalid, a column cannot be stored, or a row
   *     group has rows to replace and others
   * @throws CommitConflictException if another writer has changed the columns or constraints since
   *     the statement was analyzed
   * @throws io.albis.format.error.AlbisException if the table cannot be written to
   */
  @Override
  public Write build() {
    return StreamPlan.isFor(info)
        ? StreamPlan.of(target.with(info.options().asCaseSensitiveMap()), info, session)
        : plan();
  }

  /** As {@link #build}, for a write that is not that of a stream. */
  public TableWrite plan() {
    if (target.mode() == WriteTarget.Mode.APPEND && isSchemaReplaced()) {
      throw new IllegalArgumentException(
          "Cannot append to "
              + target.uri()
              + " with option "
              + SourceOptions.OVERWRITE_SCHEMA
              + " (expected mode overwrite)");
    }
    WriteTarget merged = target.with(info.options().asCaseSensitiveMap());
    StructType rows = merged.types() == null ? info.schema() : merged.types();
    if (evolved != null) {
      rows = evolved;
    }
    WriteOptions options = WriteOptions.of(session, info.options().asCaseSensitiveMap());
    DistributedWrite write = open(merged, rows, options);
    requireConstraints(merged, write);
    if (replacesPartitions && write.partitioning().isEmpty()) {
      write = open(merged.with(WriteTarget.Mode.OVERWRITE), rows, options);
      replacesPartitions = false;
    }
    if (merged.types() != null) {
      NanosecondMode nanoseconds = merged.options().nanoseconds();
      if (evolved != null) {
        requireColumns(write.uri(), merged.types(), columnsBefore(merged, write), nanoseconds);
      }
      requireColumns(write.uri(), rows, write.schema(), nanoseconds);
    }
    return new TableWrite(
        write,
        rows,
        merged.types() == null ? NanosecondMode.REFUSE : merged.options().nanoseconds(),
        options.isDistributed() ? RowOrder.of(write, rows) : RowOrder.NONE,
        commit(write, merged));
  }

  private DistributedWrite open(WriteTarget merged, StructType rows, WriteOptions options) {
    TableWriter.Builder builder = merged.builder(rows, options);
    if (evolved != null) {
      builder.mergeColumns(AlbisTypes.toAlbis(evolved));
    }
    return builder.openDistributed();
  }

  /** The columns of the snapshot on which the write is planned. */
  private static Schema columnsBefore(WriteTarget target, DistributedWrite planned) {
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(target.base(planned))) {
      return lease.dataset().schema();
    }
  }

  /** Spark has matched the values of rows with the columns that the table had by then. */
  private static void requireColumns(
      String uri, StructType expectedTypes, Schema stored, NanosecondMode nanoseconds) {
    String expected = columns(expectedTypes);
    String found = columns(SparkTypes.toSpark(stored, nanoseconds));
    if (!expected.equals(found)) {
      throw new CommitConflictException(
          "Cannot write to "
              + uri
              + ": another writer has changed its columns since the statement was analyzed"
              + " (expected "
              + expected
              + ", found "
              + found
              + "); repeat the statement");
    }
  }

  /** Spark checks rows against the constraints that the table had by then. */
  private static void requireConstraints(WriteTarget target, DistributedWrite planned) {
    Map<String, String> found = Constraints.of(planned.properties());
    if (target.constraints() != null && !target.constraints().equals(found)) {
      throw new CommitConflictException(
          "Cannot write to "
              + planned.uri()
              + ": another writer has changed its constraints since the statement was analyzed"
              + " (expected "
              + target.constraints()
              + ", found "
              + found
              + "); repeat the statement");
    }
  }

  private static String columns(StructType types) {
    return CharVarcharUtils.getRawSchema(types).catalogString();
  }

  private BiConsumer<DistributedWrite, List<TaskResult>> commit(
      DistributedWrite planned, WriteTarget merged) {
    if (atEnd != null) {
      return atEnd;
    }
    if (merged.mode() != WriteTarget.Mode.APPEND || replaced == null && !replacesPartitions) {
      return DistributedWrite::commit;
    }
    Source base = merged.base(planned);
    if (replacesPartitions) {
      return (write, results) -> {
        Set<PartitionTuple> partitions = new HashSet<>();
        results.forEach(result -> partitions.addAll(result.partitions()));
        write.commit(results, RowGroupSelection.ofPartitions(base, partitions));
      };
    }
    List<Long> numbers =
        RowGroupSelection.matching(base, replaced)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Cannot overwrite the rows of "
                            + planned.uri()
                            + " with "
                            + Arrays.toString(replaced)
                            + ": a row group has such rows and others (expected a condition on the"
                            + " columns by which the table is partitioned)"));
    return (write, results) -> write.commit(results, numbers);
  }
}
