// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.format.error.NotATableException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.order.ColumnOrderOptimizer;
import io.albis.format.order.RequestCost;
import io.albis.format.order.RowGroupLayout;
import io.albis.format.order.ScanCost;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.info.SnapshotInfo;
import io.albis.reader.info.TableLayout;
import io.albis.storage.ReadCost;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.writer.TableMaintenance;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.maintenance.OptimizeOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of the experiment on a storage. All have the same rows in the same row groups. Tables
 * that exist are used again.
 */
final class LayoutTables {

  /** As readers have it unless they are told otherwise. */
  private static final long READ_SIZE = 2 << 20;

  private static final String PLAIN = "plain";
  private static final String APPEND = "append";

  private final StorageCase storage;
  private final FactTable facts;
  private final int rowGroups;
  private final QueryWorkload workload;

  LayoutTables(StorageCase storage, FactTable facts, int rowGroups, QueryWorkload workload) {
    this.storage = storage;
    this.facts = facts;
    this.rowGroups = rowGroups;
    this.workload = workload;
  }

  /** Opens a table, which is written if there is none. */
  Table open(TableOrder order) throws IOException {
    String plain = storage.table(PLAIN);
    if (!isComplete(plain, false)) {
      remove(PLAIN);
      writePlain(plain);
    }
    if (order == TableOrder.PLAIN) {
      return Table.open(plain, options());
    }
    ReadCost cost = storage.readCost();
    String name = "ordered-" + cost.requestNanos() + "-" + cost.bytesPerSecond();
    String ordered = storage.table(name);
    if (!isComplete(ordered, true)) {
      remove(name);
      writeOrdered(ordered, bestOrder(cost));
    }
    return order == TableOrder.COMPACTED
        ? Table.open(ordered, options())
        : Table.open(ordered, options().snapshot(snapshotOf(ordered, APPEND)));
  }

  private ReadOptions options() {
    return ReadOptions.defaults().options(storage.options());
  }

  private TableWriter.Builder withOptions(TableWriter.Builder table) {
    storage.options().forEach(table::option);
    return facts.configure(table);
  }

  private boolean isComplete(String uri, boolean isCompacted) {
    try (Table table = Table.open(uri, options());
        TableMaintenance maintenance = TableMaintenance.open(uri, storage.options())) {
      return table.rowCount() == (long) rowGroups * FactTable.ROWS
          && (!isCompacted || maintenance.planOptimize(OptimizeOptions.defaults()).isEmpty());
    } catch (TableNotFoundException | NotATableException e) {
      return false;
    }
  }

  private void remove(String name) throws IOException {
    try (Storage files = Storages.open(storage.root(), storage.options())) {
      files.deleteRecursively(name);
    }
  }

  private void writePlain(String uri) {
    System.err.println("Making " + uri);
    try (TableWriter writer = withOptions(TableWriter.create(uri, facts.schema())).open()) {
      facts.write(writer, rowGroups);
      writer.commit();
    }
  }

  private void writeOrdered(String uri, List<String> order) {
    System.err.println("Making " + uri);
    try (TableWriter writer = withOptions(TableWriter.create(uri, facts.schema())).open()) {
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri, storage.options())) {
      update.orderColumns(order).commit();
    }
    try (TableWriter writer = withOptions(TableWriter.append(uri)).open()) {
      facts.write(writer, rowGroups);
      writer.commit();
    }
    try (TableMaintenance maintenance = TableMaintenance.open(uri, storage.options())) {
      maintenance.optimize(OptimizeOptions.defaults());
    }
  }

  private long snapshotOf(String uri, String operation) {
    try (Table table = Table.open(uri, options())) {
      return table.snapshots().stream()
          .filter(snapshot -> snapshot.operation().equals(operation))
          .mapToLong(SnapshotInfo::id)
          .max()
          .orElseThrow();
    }
  }

  /** Names of the columns in the order that suits the queries on this storage. */
  private List<String> bestOrder(ReadCost cost) {
    try (Table table = Table.open(storage.table(PLAIN), options())) {
      Map<Integer, Integer> groups = new HashMap<>();
      for (ColumnGroup group : table.columnGroups()) {
        group.leafIds().forEach(leaf -> groups.put(leaf, group.id()));
      }
      Map<Integer, String> names = new HashMap<>();
      int[] ids = new int[table.schema().fields().size()];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = groups.get(table.schema().fields().get(i).id());
        names.put(ids[i], table.schema().fields().get(i).name());
      }
      RequestCost requests = new RequestCost(cost.requestNanos(), cost.bytesPerSecond());
      RowGroupLayout found =
          ColumnOrderOptimizer.of(new ScanCost(requests, READ_SIZE))
              .optimize(layout(table, ids), workload.toWorkload(ids))
              .layout();
      List<String> order = new ArrayList<>();
      for (int id : found.columnGroupIds()) {
        order.add(names.get(id));
      }
      return order;
    }
  }

  /** The average lengths of extents. */
  private static RowGroupLayout layout(Table table, int[] columnGroupIds) {
    Map<Integer, Long> bytes = new HashMap<>();
    TableLayout stored = table.layout();
    for (TableLayout.RowGroupLayout rowGroup : stored.rowGroups()) {
      rowGroup
          .extents()
          .forEach(extent -> bytes.merge(extent.columnGroupId(), extent.length(), Long::sum));
    }
    long[] lengths = new long[columnGroupIds.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = bytes.get(columnGroupIds[i]) / stored.rowGroups().size();
    }
    return new RowGroupLayout(columnGroupIds, lengths);
  }
}
