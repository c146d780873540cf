// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.bench.streams.ScanSpec.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A scan of a large table that is joined with small ones, filtered, grouped and added up.
 * Immutable; each method returns a modified copy.
 *
 * @param table name in TPC-DS
 * @param joins with small tables
 * @param bounds of numeric columns
 * @param sums names of the columns of doubles to add up; without any, rows are counted
 * @param range of keys by which row groups are excluded; null if there is none
 */
public record StarScan(
    String table, List<Join> joins, List<Bounds> bounds, List<String> sums, KeyRange range) {

  /** Copies the lists. */
  public StarScan {
    joins = List.copyOf(joins);
    bounds = List.copyOf(bounds);
    sums = List.copyOf(sums);
  }

  /** An equi-join; rows without a partner are dropped. */
  record Join(String column, Dimension dimension) {}

  /** Bounds of a column, inclusive. */
  record Bounds(String column, boolean isDouble, double low, double high) {}

  static StarScan of(String table) {
    return new StarScan(table, List.of(), List.of(), List.of(), null);
  }

  StarScan join(String column, Dimension dimension) {
    return new StarScan(table, plus(joins, new Join(column, dimension)), bounds, sums, range);
  }

  StarScan between(String column, int low, int high) {
    return new StarScan(
        table, joins, plus(bounds, new Bounds(column, false, low, high)), sums, range);
  }

  StarScan between(String column, double low, double high) {
    return new StarScan(
        table, joins, plus(bounds, new Bounds(column, true, low, high)), sums, range);
  }

  StarScan sum(String... columns) {
    List<String> all = new ArrayList<>(sums);
    all.addAll(List.of(columns));
    return new StarScan(table, joins, bounds, all, range);
  }

  /** Excludes row groups by the bounds of the keys of a join. */
  StarScan range(String column, int low, int high) {
    return new StarScan(table, joins, bounds, sums, new KeyRange(column, low, high));
  }

  private static <T> List<T> plus(List<T> list, T element) {
    List<T> all = new ArrayList<>(list);
    all.add(element);
    return all;
  }

  /** What is read of the large table. */
  ScanSpec scan() {
    Set<String> columns = new LinkedHashSet<>();
    joins.forEach(join -> columns.add(join.column()));
    bounds.forEach(each -> columns.add(each.column()));
    columns.addAll(sums);
    return new ScanSpec(table, List.copyOf(columns), range);
  }

  /** All scans, those of small tables first. */
  List<ScanSpec> scans() {
    List<ScanSpec> all = new ArrayList<>();
    joins.forEach(join -> all.add(join.dimension().scan()));
    all.add(scan());
    return all;
  }

  /** Runs the scans. */
  Answer run(TableSource source) throws IOException {
    List<Dimension.Groups> groups = new ArrayList<>();
    for (Join join : joins) {
      groups.add(join.dimension().read(source));
    }
    StarAggregation aggregation = new StarAggregation(this, groups);
    source.scan(scan(), aggregation::add);
    return aggregation.answer();
  }
}
