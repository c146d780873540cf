// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a small table that qualify for a join, and the group to which each belongs.
 * Immutable; each method returns a modified copy.
 *
 * @param table name in TPC-DS
 * @param key name of its key
 * @param conditions of which all must be true
 * @param group name of the column whose values are the groups; null for a single group
 */
public record Dimension(String table, String key, List<Condition> conditions, String group) {

  /** Copies the list. */
  public Dimension {
    conditions = List.copyOf(conditions);
  }

  /**
   * A condition on a column.
   *
   * @param texts values that qualify; null if the column has integers
   * @param low the least integer that qualifies
   * @param high the greatest integer that qualifies
   */
  private record Condition(String column, Set<String> texts, int low, int high) {

    boolean test(Columns rows, int ordinal, int row) {
      if (rows.isNull(ordinal, row)) {
        return false;
      }
      if (texts != null) {
        return texts.contains(rows.getText(ordinal, row));
      }
      int value = rows.getInt(ordinal, row);
      return value >= low && value <= high;
    }
  }

  /** The groups of keys. */
  static final class Groups {

    private static final int FEW = 1024;

    /** Groups of the keys from {@link #first} on; -1 for keys that do not qualify. */
    private int[] ofKeys = {};

    private int first;
    private int count;

    /** The group of a key; -1 if the key does not qualify. */
    int of(int key) {
      int index = key - first;
      return index >= 0 && index < ofKeys.length ? ofKeys[index] : -1;
    }

    /** Number of groups, at least 1. */
    int count() {
      return Math.max(1, count);
    }

    /** Keys ascend, as in all tables of TPC-DS. */
    private void set(int key, int group) {
      if (ofKeys.length == 0) {
        first = key;
      }
      int index = key - first;
      if (index < 0) {
        throw new IllegalStateException("Keys do not ascend: " + key + " after " + first);
      }
      if (index >= ofKeys.length) {
        int length = ofKeys.length;
        ofKeys = Arrays.copyOf(ofKeys, Math.max(index + FEW, 2 * length));
        Arrays.fill(ofKeys, length, ofKeys.length, -1);
      }
      ofKeys[index] = group;
    }
  }

  /** All rows of a table, as a single group. */
  static Dimension of(String table, String key) {
    return new Dimension(table, key, List.of(), null);
  }

  private Dimension with(Condition condition) {
    List<Condition> all = new ArrayList<>(conditions);
    all.add(condition);
    return new Dimension(table, key, all, group);
  }

  Dimension in(String column, String... texts) {
    return with(new Condition(column, Set.of(texts), 0, 0));
  }

  Dimension between(String column, int low, int high) {
    return with(new Condition(column, null, low, high));
  }

  Dimension equal(String column, int value) {
    return between(column, value, value);
  }

  /** With a group for each value of a column of integers; null values do not qualify. */
  Dimension by(String column) {
    return new Dimension(table, key, conditions, column);
  }

  /** What is read to find the groups. */
  ScanSpec scan() {
    List<String> columns = new ArrayList<>(List.of(key));
    if (group != null) {
      columns.add(group);
    }
    conditions.forEach(condition -> columns.add(condition.column()));
    return new ScanSpec(table, columns.stream().distinct().toList(), null);
  }

  /** Reads the table. Groups are numbered in the order of the rows. */
  Groups read(TableSource source) throws IOException {
    ScanSpec scan = scan();
    int[] ordinals =
        conditions.stream().mapToInt(each -> scan.columns().indexOf(each.column())).toArray();
    int groupOrdinal = group == null ? -1 : scan.columns().indexOf(group);
    Groups groups = new Groups();
    Map<Integer, Integer> numbers = new HashMap<>();
    source.scan(
        scan,
        rows -> {
          for (int row = 0; row < rows.rowCount(); row++) {
            if (!qualifies(rows, ordinals, row)
                || groupOrdinal >= 0 && rows.isNull(groupOrdinal, row)) {
              continue;
            }
            int value = groupOrdinal < 0 ? 0 : rows.getInt(groupOrdinal, row);
            groups.set(
                rows.getInt(0, row), numbers.computeIfAbsent(value, added -> numbers.size()));
          }
        });
    groups.count = numbers.size();
    return groups;
  }

  private boolean qualifies(Columns rows, int[] ordinals, int row) {
    for (int i = 0; i < ordinals.length; i++) {
      if (!conditions.get(i).test(rows, ordinals[i], row)) {
        return false;
      }
    }
    return true;
  }
}
