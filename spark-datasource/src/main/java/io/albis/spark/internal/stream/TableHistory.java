// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourceResolver;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the snapshots of a table add to it. Not thread-safe. */
final class TableHistory {

  private final Source source;
  private final StreamOptions.OnChange onChange;

  /** By snapshot; those that a stream has read are forgotten. */
  private final NavigableMap<Long, List<RowGroupInfo>> added = new TreeMap<>();

  /** The row groups of the snapshot that was looked at last, which is mostly the next parent. */
  private long lastId = -1;

  private Set<Long> last = Set.of();

  private record State(SnapshotInfo snapshot, List<RowGroupInfo> rowGroups) {}

  /**
   * The history of a table.
   *
   * @param source any snapshot of the table
   */
  TableHistory(Source source, StreamOptions.OnChange onChange) {
    this.source = source;
    this.onChange = onChange;
  }

  /** A snapshot of the table. */
  Source at(long snapshot) {
    return source.at(snapshot);
  }

  /** The latest snapshot. */
  Source latest() {
    return SourceResolver.latest(
        source,
        "Cannot read " + source.uri() + " as a stream",
        "start a new query, with a new checkpoint");
  }

  /** Calls a function with a snapshot, which is open for no longer: there may be thousands. */
  <T> T read(long snapshot, Function<Table, T> function) {
    try (Table table = (Table) at(snapshot).open()) {
      return function.apply(table);
    } catch (SnapshotExpiredException | TableNotFoundException e) {
      throw new IllegalStateException(
          "Cannot read "
              + source.uri()
              + " as a stream: snapshot "
              + snapshot
              + ", which it needs next, has expired (keep snapshots for longer than the stream is"
              + " behind; start a new query, with a new checkpoint, to read the latest snapshot and"
              + " what follows)",
          e);
    }
  }

  /** All row groups of the snapshot of a position, or those that it adds. */
  List<RowGroupInfo> rowGroups(StreamOffset at) {
    return at.isWhole()
        ? read(at.snapshot(), Table::rowGroups)
        : added.computeIfAbsent(at.snapshot(), this::compare);
  }

  /** The new row groups of a snapshot, in the order of their numbers. */
  private List<RowGroupInfo> compare(long id) {
    State state = read(id, table -> new State(table.snapshot(), table.rowGroups()));
    SnapshotInfo snapshot = state.snapshot;
    List<RowGroupInfo> all = state.rowGroups;
    Set<Long> before = snapshot.parentId() == lastId ? last : numbers(snapshot.parentId());
    Set<Long> now = numbers(all);
    List<RowGroupInfo> news =
        all.stream()
            .filter(one -> !before.contains(one.number()))
            .sorted(Comparator.comparingLong(RowGroupInfo::number))
            .toList();
    last = now;
    lastId = id;
    if (snapshot.operation().equals("merge")) {
      return List.of();
    }
    boolean isChange = now.size() - news.size() < before.size();
    if (isChange && onChange == StreamOptions.OnChange.FAIL) {
      throw new IllegalStateException(
          "Cannot read "
              + source.uri()
              + " as a stream: snapshot "
              + id
              + " ("
              + snapshot.operation()
              + ") has replaced or removed rows (set the option "
              + SourceOptions.ON_CHANGE
              + " to skip, to leave out such snapshots, or to append, to read the rows that they"
              + " add)");
    }
    return isChange && onChange == StreamOptions.OnChange.SKIP ? List.of() : news;
  }

  private Set<Long> numbers(long snapshot) {
    return snapshot == 0 ? Set.of() : numbers(read(snapshot, Table::rowGroups));
  }

  static Set<Long> numbers(List<RowGroupInfo> rowGroups) {
    return rowGroups.stream().map(RowGroupInfo::number).collect(Collectors.toSet());
  }

  /** Forgets what is before a position. */
  void forget(StreamOffset before) {
    added.headMap(before.snapshot()).clear();
  }

  /**
   * The first snapshot that is not before a time, or the next one.
   *
   * @throws IllegalStateException if it may have expired
   */
  long firstFrom(Instant time, long latest) {
    List<SnapshotInfo> snapshots = read(latest, Table::snapshots);
    long first = latest + 1;
    for (int i = snapshots.size() - 1; i >= 0; i--) {
      SnapshotInfo one = snapshots.get(i);
      if (one.timestamp().isBefore(time) || one.id() != first - 1) {
        break;
      }
      first = one.id();
    }
    long before = first - 1;
    boolean isKnown =
        first == 1 || snapshots.stream().anyMatch(snapshot -> snapshot.id() == before);
    if (!isKnown) {
      throw new IllegalStateException(
          "Cannot read "
              + source.uri()
              + " as a stream from "
              + time
              + " on: snapshots since then have expired (all from snapshot "
              + first
              + " on exist)");
    }
    return first;
  }
}
