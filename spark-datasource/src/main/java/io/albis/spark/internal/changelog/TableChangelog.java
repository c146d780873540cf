// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.UserErrors;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The rows that snapshots of a table insert and delete. Row groups that are rewritten contain
 * copies of rows, which are no changes: they are never returned. With a primary key, Spark finds
 * updates: rows that are deleted and inserted with the same key. Immutable.
 */
public final class TableChangelog implements Changelog {

  private final String name;
  private final ChangedTable table;
  private final ChangedColumns columns;
  private final Commits commits;
  private final boolean isNet;

  /** Empty if updates are not asked for. */
  private final List<NamedReference> key;

  private TableChangelog(
      String name,
      ChangedTable table,
      ChangedColumns columns,
      Commits commits,
      boolean isNet,
      List<NamedReference> key) {
    this.name = name;
    this.table = table;
    this.columns = columns;
    this.commits = commits;
    this.isNet = isNet;
    this.key = key;
  }

  /**
   * Returns the changes of a table. Its static type is Spark's, so that a class that calls this can
   * be verified where Spark has none. Throws the exception of a user if they cannot be read.
   *
   * @param table its latest snapshot
   */
  public static Changelog of(AlbisTable table, ChangelogContext context) {
    Source source =
        table
            .source()
            .filter(one -> !one.isFile())
            .orElseThrow(
                () ->
                    UserErrors.of(
                        "Cannot read the changes of "
                            + table.name()
                            + ": there are none of data files, or of several paths (expected one"
                            + " table)",
                        null));
    ChangedTable snapshots = new ChangedTable(source);
    Commits commits = Commits.of(snapshots, context.range());
    // No snapshot is before the first one.
    boolean isAtEnd = commits.last() == 0 || commits.last() == source.snapshotId();
    ChangedColumns columns =
        new ChangedColumns(
            isAtEnd
                ? table.storedSchema()
                : snapshots.state(commits.last(), commits.last()).schema(),
            source.options());
    requireFree(table.name(), columns.types());
    return new TableChangelog(
        table.name(),
        snapshots,
        columns,
        commits,
        context.deduplicationMode() == ChangelogContext.DeduplicationMode.NET_CHANGES,
        context.computeUpdates() ? key(table, columns.types()) : List.of());
  }

  private static void requireFree(String table, StructType columns) {
    for (String column : columns.fieldNames()) {
      for (ChangeColumn added : ChangeColumn.values()) {
        if (column.equalsIgnoreCase(added.columnName())) {
          throw UserErrors.of(
              "Cannot read the changes of "
                  + table
                  + ": its column "
                  + column
                  + " has the name of a column of changes (rename it by ALTER TABLE)",
              null);
        }
      }
    }
  }

  /** The primary key, by which Spark finds updates. */
  private static List<NamedReference> key(AlbisTable table, StructType columns) {
    NamedReference[] key =
        Stream.of(table.constraints())
            .filter(PrimaryKey.class::isInstance)
            .map(constraint -> ((PrimaryKey) constraint).columns())
            .findFirst()
            .orElseThrow(
                () ->
                    noUpdates(
                        table,
                        "it has no primary key, by which they would be found (ALTER TABLE .. ADD"
                            + " PRIMARY KEY (..); without computeUpdates, an update is a row that"
                            + " is deleted and one that is inserted)"));
    for (NamedReference column : key) {
      boolean isRequired =
          Arrays.stream(columns.fields())
              .anyMatch(
                  field ->
                      field.name().equalsIgnoreCase(column.fieldNames()[0]) && !field.nullable());
      if (!isRequired) {
        throw noUpdates(
            table,
            "column "
                + column.describe()
                + " of its primary key can be null (create the table with NOT NULL)");
      }
    }
    return List.of(key);
  }

  private static RuntimeException noUpdates(AlbisTable table, String reason) {
    return UserErrors.of("Cannot compute updates of " + table.name() + ": " + reason, null);
  }

  @Override
  public String name() {
    return name;
  }

  /** The columns of the last snapshot, and three more. */
  @Override
  public Column[] columns() {
    return Arrays.stream(schema().fields())
        .map(
            field ->
                Column.create(
                    field.name(),
                    field.dataType(),
                    field.nullable(),
                    field.getComment().getOrElse(() -> null),
                    null))
        .toArray(Column[]::new);
  }

  /** The columns of the table, then those of changes. */
  private StructType schema() {
    StructType schema = columns.types();
    for (ChangeColumn column : ChangeColumn.values()) {
      schema = schema.add(column.field());
    }
    return schema;
  }

  @Override
  public boolean containsCarryoverRows() {
    return false;
  }

  /** Net changes are those between the first and the last snapshot. */
  @Override
  public boolean containsIntermediateChanges() {
    return false;
  }

  @Override
  public boolean representsUpdateAsDeleteAndInsert() {
    return !key.isEmpty();
  }

  @Override
  public NamedReference[] rowId() {
    return key.toArray(NamedReference[]::new);
  }

  /** Rows that were copied have the same version, and are no changes. */
  @Override
  public NamedReference rowVersion() {
    return Expressions.column(ChangeColumn.VERSION.columnName());
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    SourceOptions merged = columns.options().with(options.asCaseSensitiveMap());
    return new Builder(new ChangedColumns(columns.schema(), merged));
  }

  /** For the thread that plans the query. */
  private final class Builder
      implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters {

    private final ChangedColumns read;
    private ChangeFilter filter;
    private StructType required = schema();

    Builder(ChangedColumns read) {
      this.read = read;
      this.filter = ChangeFilter.none(read.schema());
    }

    /** Spark evaluates all of them: rows that are no changes remain if their copies are skipped. */
    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
      filter = new ChangeFilter(predicates, read.schema());
      return predicates;
    }

    @Override
    public Predicate[] pushedPredicates() {
      return filter.pushed();
    }

    /** Whole columns only: what of a struct is read makes no difference to whether rows differ. */
    @Override
    public void pruneColumns(StructType wanted) {
      StructType all = schema();
      StructType pruned = new StructType();
      for (String name : wanted.fieldNames()) {
        pruned = pruned.add(all.apply(name));
      }
      required = pruned;
    }

    @Override
    public Scan build() {
      return new ChangeScan(table, read, commits, isNet, !key.isEmpty(), filter, required);
    }
  }
}
