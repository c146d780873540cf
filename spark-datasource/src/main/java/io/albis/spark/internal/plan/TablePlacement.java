// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.sql.catalyst.expressions.XXH64;

/**
 * The executors to which the rows of a table belong: by rendezvous hashing with bounded loads, so
 * that all get about as many rows, and few rows move when an executor comes or goes. The unit is a
 * zone: a row group, or a part of one if there are few. So neighbouring row groups, which a filter
 * may leave, belong to several executors. Loads are bounded for the zones in the middle of row
 * groups alone, for those in the middle of halves, and so on: whether a task reads whole row groups
 * or equal parts of them, each executor gets its share. A row group keeps its number, and so its
 * place, in later snapshots. Immutable.
 */
public final class TablePlacement {

  /** Zones for each executor, at least, so that loads differ little. */
  private static final int ZONES = 16;

  /** The most parts of a row group. */
  private static final int MAX_PARTS = 1024;

  /** An executor gets at most this multiple of its equal share. */
  private static final double MAX_LOAD = 1.1;

  /** The location of the executor by the first row of a zone. */
  private final NavigableMap<Long, String> zones = new TreeMap<>();

  /** Where row groups begin. */
  private final TreeMap<Long, RowGroupRange> rowGroups = new TreeMap<>();

  private TablePlacement() {}

  /**
   * Places a table.
   *
   * @param ranges all row groups, in the order of rows
   * @param locations of the executors
   */
  static TablePlacement of(UUID tableId, List<RowGroupRange> ranges, List<String> locations) {
    TablePlacement placed = new TablePlacement();
    ranges.forEach(range -> placed.rowGroups.put(range.firstRow(), range));
    if (!locations.isEmpty()) {
      long seed = tableId.getMostSignificantBits() ^ tableId.getLeastSignificantBits();
      int parts = parts(ranges.size(), locations.size());
      // Parts 4; 2, 6; 1, 3, 5, 7; 0 of 8.
      for (int step = parts; step > 1; step /= 2) {
        new Loads(locations, zones(ranges, parts, step / 2, step, seed)).place(placed);
      }
      new Loads(locations, zones(ranges, parts, 0, parts, seed)).place(placed);
    }
    return placed;
  }

  private static int parts(int rowGroups, int executors) {
    long wanted = (long) ZONES * executors;
    int parts = 1;
    while ((long) rowGroups * parts < wanted && parts < MAX_PARTS) {
      parts *= 2;
    }
    return parts;
  }

  /** Rows that belong to one executor. */
  private record Zone(long hash, long firstRow, long rowCount) {}

  private static List<Zone> zones(
      List<RowGroupRange> ranges, int parts, int firstPart, int step, long seed) {
    List<Zone> zones = new ArrayList<>();
    for (RowGroupRange range : ranges) {
      for (int part = firstPart; part < parts; part += step) {
        long from = range.rowCount() * part / parts;
        long to = range.rowCount() * (part + 1) / parts;
        // With twice as many parts, the first half of each stays.
        long place = range.number() * MAX_PARTS + (long) part * MAX_PARTS / parts;
        zones.add(new Zone(XXH64.hashLong(place, seed), range.firstRow() + from, to - from));
      }
    }
    return zones;
  }

  /** The rows of some zones that each executor has got. */
  private static final class Loads {
    private final List<String> locations;
    private final List<Zone> zones;
    private final long[] seeds;
    private final long[] loads;
    private final long limit;

    Loads(List<String> locations, List<Zone> zones) {
      this.locations = locations;
      this.zones = zones;
      this.seeds = locations.stream().mapToLong(String::hashCode).toArray();
      this.loads = new long[seeds.length];
      long rows = zones.stream().mapToLong(Zone::rowCount).sum();
      this.limit = (long) (MAX_LOAD * rows / seeds.length);
    }

    void place(TablePlacement placed) {
      for (Zone zone : zones) {
        if (zone.rowCount > 0) {
          placed.zones.put(zone.firstRow, locations.get(choose(zone)));
        }
      }
    }

    /** Takes the executor with the highest weight that has room, or of those with the least. */
    private int choose(Zone zone) {
      long least = Arrays.stream(loads).min().orElseThrow();
      long most = Math.max(limit - zone.rowCount, least);
      int best = -1;
      long highest = 0;
      for (int i = 0; i < seeds.length; i++) {
        long weight = XXH64.hashLong(zone.hash, seeds[i]);
        if (loads[i] <= most && (best < 0 || weight > highest)) {
          best = i;
          highest = weight;
        }
      }
      loads[best] += zone.rowCount;
      return best;
    }
  }

  /** Returns whether there are executors. */
  public boolean isEmpty() {
    return zones.isEmpty();
  }

  /** Returns the location of the executor to which most of some rows belong, roughly. */
  public String location(long firstRow, long rowCount) {
    return zones.floorEntry(firstRow + rowCount / 2).getValue();
  }

  /** Returns the end of the row group that has a row. */
  public long endOfRowGroup(long row) {
    RowGroupRange range = rowGroups.floorEntry(row).getValue();
    return range.firstRow() + range.rowCount();
  }
}
