// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.reader.Table;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs the same queries on tables of all layouts. Layouts take turns query by query, so that a
 * device that becomes slower slows all of them.
 */
public final class LayoutExperiment {

  private static final int WARM_UP = 5;
  private static final List<TableOrder> ORDERS = List.of(TableOrder.values());

  private final FactTable facts;
  private final QueryWorkload workload;
  private final int rowGroups;
  private final int sample;
  private final int rounds;

  /** Prepares a storage for a query. */
  @FunctionalInterface
  public interface Preparation {
    /** Drops from caches what a query would find there. */
    void run() throws IOException;
  }

  /**
   * Creates the experiment.
   *
   * @param rowGroups number of row groups of the tables
   * @param sample number of queries that run; all are known to the search for an order
   * @param rounds how often each runs; the median counts
   */
  public LayoutExperiment(
      FactTable facts, QueryWorkload workload, int rowGroups, int sample, int rounds) {
    this.facts = facts;
    this.workload = workload;
    this.rowGroups = rowGroups;
    this.sample = sample;
    this.rounds = rounds;
  }

  /**
   * Runs the queries on a storage. Tables that are missing are written first.
   *
   * @param beforeQuery called before each query
   * @throws IllegalStateException if the sums of a query differ between layouts
   */
  public List<LayoutResult> run(StorageCase storage, Preparation beforeQuery) throws IOException {
    LayoutTables tables = new LayoutTables(storage, facts, rowGroups, workload);
    Map<TableOrder, List<QueryRun>> runs = new EnumMap<>(TableOrder.class);
    try (Table plain = tables.open(TableOrder.PLAIN);
        Table ordered = tables.open(TableOrder.ORDERED);
        Table compacted = tables.open(TableOrder.COMPACTED)) {
      Map<TableOrder, Table> all = new EnumMap<>(TableOrder.class);
      all.put(TableOrder.PLAIN, plain);
      all.put(TableOrder.ORDERED, ordered);
      all.put(TableOrder.COMPACTED, compacted);
      List<int[]> queries = workload.sample(sample);
      // Some queries to warm up the JVM.
      for (int i = 0; i < Math.min(queries.size(), WARM_UP); i++) {
        query(all, queries.get(i), i, beforeQuery);
      }
      for (int i = 0; i < queries.size(); i++) {
        Map<TableOrder, QueryRun> medians = query(all, queries.get(i), i, beforeQuery);
        medians.forEach(
            (order, run) -> runs.computeIfAbsent(order, key -> new ArrayList<>()).add(run));
      }
    }
    return ORDERS.stream().map(order -> result(storage, order, runs)).toList();
  }

  /** Runs a query on each table, in an order that changes. */
  private Map<TableOrder, QueryRun> query(
      Map<TableOrder, Table> tables, int[] query, int number, Preparation beforeQuery)
      throws IOException {
    List<String> columns = Arrays.stream(query).mapToObj(FactTable::name).toList();
    Map<TableOrder, List<QueryRun>> runs = new EnumMap<>(TableOrder.class);
    for (int i = 0; i < rounds * tables.size(); i++) {
      TableOrder order = ORDERS.get((number + i) % ORDERS.size());
      beforeQuery.run();
      QueryRun run = QueryRun.of(tables.get(order), columns);
      runs.computeIfAbsent(order, key -> new ArrayList<>()).add(run);
    }
    Map<TableOrder, QueryRun> medians = new EnumMap<>(TableOrder.class);
    long sum = runs.get(TableOrder.PLAIN).get(0).sum();
    for (Map.Entry<TableOrder, List<QueryRun>> entry : runs.entrySet()) {
      for (QueryRun run : entry.getValue()) {
        if (run.sum() != sum) {
          throw new IllegalStateException(
              "The sums of query "
                  + number
                  + " differ: "
                  + sum
                  + " in the plain layout, "
                  + run.sum()
                  + " in the "
                  + entry.getKey().label()
                  + " layout");
        }
      }
      List<QueryRun> sorted = new ArrayList<>(entry.getValue());
      sorted.sort((a, b) -> Double.compare(a.seconds(), b.seconds()));
      medians.put(entry.getKey(), sorted.get(sorted.size() / 2));
    }
    return medians;
  }

  private static LayoutResult result(
      StorageCase storage, TableOrder order, Map<TableOrder, List<QueryRun>> runs) {
    List<QueryRun> own = runs.get(order);
    double[] millis = own.stream().mapToDouble(run -> run.seconds() * 1e3).sorted().toArray();
    return new LayoutResult(
        storage.name(),
        order.label(),
        own.size(),
        millis[millis.length / 4],
        median(own, run -> run.seconds() * 1e3),
        millis[millis.length * 3 / 4],
        median(own, QueryRun::requests),
        median(own, QueryRun::bytes),
        ratio(runs.get(TableOrder.PLAIN), own),
        ratio(runs.get(TableOrder.ORDERED), own));
  }

  private static double median(List<QueryRun> runs, ToDoubleFunction<QueryRun> figure) {
    return Medians.of(runs.stream().mapToDouble(figure).boxed().toList());
  }

  private static double ratio(List<QueryRun> of, List<QueryRun> own) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      ratios.add(of.get(i).seconds() / own.get(i).seconds());
    }
    return Medians.of(ratios);
  }
}
