// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.spark.internal.read.FilteredStream;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.StructType;

/**
 * The changes of snapshots as the batches of a stream. A batch has all snapshots since the one
 * before; their columns are those that the table had when the query started.
 */
final class ChangeStream implements SupportsTriggerAvailableNow, FilteredStream {

  private final ChangedTable table;
  private final ChangedColumns columns;
  private final Commits commits;
  private final ChangeFilter filter;
  private final StructType required;

  /** The same for streams that differ in their filters only. */
  private final Object identity;

  /** The last snapshot that is read; {@link Long#MAX_VALUE} for all. */
  private volatile long end;

  /**
   * Creates a stream.
   *
   * @param required the columns to return
   */
  ChangeStream(ChangedTable table, ChangedColumns columns, Commits commits, StructType required) {
    this(table, columns, commits, ChangeFilter.none(columns.schema()), required, new Object());
  }

  private ChangeStream(
      ChangedTable table,
      ChangedColumns columns,
      Commits commits,
      ChangeFilter filter,
      StructType required,
      Object identity) {
    this.table = table;
    this.columns = columns;
    this.commits = commits;
    this.filter = filter;
    this.required = required;
    this.identity = identity;
    this.end = commits.isOpen() ? Long.MAX_VALUE : commits.last();
  }

  @Override
  public ChangeStream filtered(List<Predicate> predicates) {
    ChangeFilter other = new ChangeFilter(predicates.toArray(Predicate[]::new), columns.schema());
    return new ChangeStream(table, columns, commits, other, required, identity);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ChangeStream other && identity == other.identity;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(identity);
  }

  @Override
  public Offset initialOffset() {
    return at(commits.first());
  }

  private ChangeOffset at(long snapshot) {
    return new ChangeOffset(table.source().id(), snapshot);
  }

  /** Returns a position, which may be one of an earlier run of the query. */
  private ChangeOffset position(Offset offset) {
    ChangeOffset position = ChangeOffset.of(offset);
    table
        .source()
        .requireId(
            position.table(),
            "Cannot read the changes of " + table.source().uri(),
            "start a new query, with a new checkpoint");
    return position;
  }

  @Override
  public Offset deserializeOffset(String json) {
    return ChangeOffset.parse(json);
  }

  @Override
  public Offset latestOffset() {
    return at(Math.min(end, table.latest()) + 1);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return ReadLimit.allAvailable();
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    long next = Math.min(end, table.latest()) + 1;
    return at(Math.max(next, position(start).snapshot()));
  }

  @Override
  public void prepareForTriggerAvailableNow() {
    end = Math.min(end, table.latest());
  }

  @Override
  public InputPartition[] planInputPartitions(Offset from, Offset to) {
    Commits batch = new Commits(position(from).snapshot(), position(to).snapshot() - 1, false);
    if (batch.isEmpty()) {
      return new InputPartition[0];
    }
    List<Change> changes = new ChangePlanner(table, columns, filter, required).changes(batch);
    return ChangePlanner.partitions(changes, columns.options().splitSize())
        .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ChangeReaderFactory();
  }

  @Override
  public void commit(Offset before) {}

  @Override
  public void stop() {}
}
