// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.format.schema.Schema;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Split;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds what tasks read: compares the row groups of snapshots, whose numbers stand for the same
 * rows in all of them. A row group is read in the last snapshot that has it, so that its rows look
 * the same when it is added and when it is removed. For one thread.
 */
final class ChangePlanner {

  private final ChangedTable table;
  private final ChangedColumns columns;
  private final ChangeFilter filter;
  private final StructType required;

  /** Of the snapshots that were looked at. */
  private final Map<Long, Schema> schemas = new HashMap<>();

  /** The snapshots from which row groups are read that the last one no longer has, by number. */
  private final Map<Long, Long> places = new HashMap<>();

  private final List<Change> changes = new ArrayList<>();

  /**
   * Creates a planner.
   *
   * @param filter the rows to return; others can be among them
   * @param required the columns to return
   */
  ChangePlanner(
      ChangedTable table, ChangedColumns columns, ChangeFilter filter, StructType required) {
    this.table = table;
    this.columns = columns;
    this.filter = filter;
    this.required = required;
  }

  /** Returns what each of some snapshots has changed. */
  List<Change> changes(Commits commits) {
    long first = commits.first();
    while (first <= commits.last() && !filter.accepts(first)) {
      first++;
    }
    if (first > commits.last()) {
      return changes;
    }
    // Later snapshots are looked at, wanted or not: they tell where row groups are read.
    ChangedTable.State now = state(commits.last(), commits.last());
    for (long id = commits.last(); id >= first; id--) {
      ChangedTable.State before = before(id);
      // Merging copies rows into larger row groups.
      compare(before, now, commits.last(), !now.info().operation().equals("merge"));
      now = before;
    }
    return changes;
  }

  /** Returns what the last of some snapshots has, and the one before the first has not. */
  List<Change> netChanges(Commits commits) {
    compare(before(commits.first()), state(commits.last(), commits.last()), commits.last(), true);
    return changes;
  }

  private ChangedTable.State before(long id) {
    return id == 1 ? new ChangedTable.State(null, Schema.of(), Map.of()) : state(id - 1, id);
  }

  private ChangedTable.State state(long id, long needed) {
    ChangedTable.State state = table.state(id, needed);
    schemas.put(id, state.schema());
    return state;
  }

  private void compare(
      ChangedTable.State before, ChangedTable.State now, long last, boolean isChange) {
    Map<Long, List<RowGroupInfo>> added = new TreeMap<>();
    now.rowGroups()
        .forEach(
            (number, rowGroup) -> {
              if (!before.rowGroups().containsKey(number)) {
                Long place = places.remove(number);
                added
                    .computeIfAbsent(place == null ? last : place, key -> new ArrayList<>())
                    .add(rowGroup);
              }
            });
    Map<Long, List<RowGroupInfo>> removed = new TreeMap<>();
    before
        .rowGroups()
        .forEach(
            (number, rowGroup) -> {
              if (!now.rowGroups().containsKey(number)) {
                places.put(number, before.info().id());
                removed.computeIfAbsent(before.info().id(), key -> new ArrayList<>()).add(rowGroup);
              }
            });
    Instant time = now.info().timestamp();
    CommitVersion commit =
        new CommitVersion(now.info().id(), ChronoUnit.MICROS.between(Instant.EPOCH, time));
    if (isChange && filter.accepts(commit)) {
      add(commit, removed, added);
    }
  }

  private void add(
      CommitVersion commit,
      Map<Long, List<RowGroupInfo>> removed,
      Map<Long, List<RowGroupInfo>> added) {
    if (removed.isEmpty() || added.isEmpty()) {
      boolean isInsert = removed.isEmpty();
      (isInsert ? added : removed)
          .forEach(
              (place, rowGroups) -> {
                for (StoredRows rows : whole(place, rowGroups)) {
                  changes.add(new Change.Whole(commit, isInsert, rows));
                }
              });
      return;
    }
    long rows =
        removed.values().stream().flatMap(List::stream).mapToLong(RowGroupInfo::rowCount).sum();
    long taskRows = columns.options().comparedRows();
    int buckets = Math.toIntExact(Math.max(1, (rows + taskRows - 1) / taskRows));
    List<StoredRows> of = compared(removed);
    List<StoredRows> with = compared(added);
    if (of.isEmpty() && with.isEmpty()) {
      return;
    }
    List<Expression> values = values();
    for (int bucket = 0; bucket < buckets; bucket++) {
      changes.add(new Change.Difference(commit, of, with, values, bucket, buckets));
    }
  }

  /** The required columns of rows with all columns, and what follows them. */
  private List<Expression> values() {
    StructType all = columns.types();
    List<Expression> values = new ArrayList<>();
    for (StructField field : required.fields()) {
      values.add(
          ChangeColumn.of(field.name())
              .map(column -> ChangedColumns.reference(all.length(), column))
              .orElseGet(
                  () -> {
                    int ordinal = all.fieldIndex(field.name());
                    return new BoundReference(ordinal, all.apply(ordinal).dataType(), true);
                  }));
    }
    return values;
  }

  /** The required columns of row groups, split by split. */
  private List<StoredRows> whole(long place, List<RowGroupInfo> rowGroups) {
    List<String> names =
        Arrays.stream(required.fieldNames())
            .filter(name -> ChangeColumn.of(name).isEmpty())
            .toList();
    ChangedColumns.Read read = read(place, names);
    List<Expression> ofColumns = read.values();
    List<Expression> values =
        Arrays.stream(required.fieldNames())
            .map(
                name ->
                    ChangeColumn.of(name)
                        .map(column -> ChangedColumns.reference(read.dataSchema().length(), column))
                        .orElseGet(() -> ofColumns.get(names.indexOf(name))))
            .toList();
    ReadSpec spec = spec(place, read, rowGroups);
    return rows(spec)
        .map(rows -> new StoredRows(spec, new ScanPartition(List.of(rows), List.of()), values))
        .toList();
  }

  /** All columns of row groups. */
  private List<StoredRows> compared(Map<Long, List<RowGroupInfo>> byPlace) {
    List<StoredRows> all = new ArrayList<>();
    byPlace.forEach(
        (place, rowGroups) -> {
          ChangedColumns.Read read =
              read(place, columns.schema().fields().stream().map(field -> field.name()).toList());
          ReadSpec spec = spec(place, read, rowGroups);
          List<ScanPartition.Rows> rows = rows(spec).collect(Collectors.toList());
          if (!rows.isEmpty()) {
            all.add(new StoredRows(spec, new ScanPartition(rows, List.of()), read.values()));
          }
        });
    return all;
  }

  private ChangedColumns.Read read(long place, List<String> names) {
    return columns.read(
        schemas.get(place), names, "snapshot " + place + " of " + table.source().uri());
  }

  /**
   * What is read of row groups. The filter is true for a row and for all of its copies, or for none
   * of them, so that differences of wanted rows remain.
   */
  private ReadSpec spec(long place, ChangedColumns.Read read, List<RowGroupInfo> rowGroups) {
    Source source = table.at(place);
    ReadSpec all =
        new ReadSpec(
                List.of(source),
                columns.options(),
                read.paths(),
                read.dataSchema(),
                List.of(),
                null,
                null,
                List.of(),
                null,
                -1,
                null,
                null)
            .ofRowGroups(Map.of(source, rowGroups.stream().map(RowGroupInfo::number).toList()));
    PushedPredicates rows = filter.rows(schemas.get(place));
    return rows.pushed().length > 0 ? all.filterBy(rows.exact()).pruneBy(rows.pruning()) : all;
  }

  private static Stream<ScanPartition.Rows> rows(ReadSpec spec) {
    List<Split> splits;
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(spec.sources().get(0))) {
      splits = spec.scan(lease).splits(spec.options().splitSize());
    }
    return splits.stream().map(split -> ScanPartition.Rows.of(0, split));
  }

  /** Returns partitions of about the size of a split. */
  static List<ChangePartition> partitions(List<Change> changes, long size) {
    List<ChangePartition> partitions = new ArrayList<>();
    List<Change> ofTask = new ArrayList<>();
    long bytes = 0;
    for (Change change : changes) {
      if (!ofTask.isEmpty() && bytes + change.bytes() > size) {
        partitions.add(new ChangePartition(ofTask));
        ofTask.clear();
        bytes = 0;
      }
      ofTask.add(change);
      bytes += change.bytes();
    }
    if (!ofTask.isEmpty()) {
      partitions.add(new ChangePartition(ofTask));
    }
    return partitions;
  }
}
