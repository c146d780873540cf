// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table that is always written with the same bytes.
 *
 * @param name name of its directory
 * @param schema the schema of the first snapshots
 * @param columnGroups the column groups in text form
 * @param commits the rows that each of the first snapshots appends
 * @param evolution a schema change that follows; may be null
 */
record GoldenTable(
    String name,
    Schema schema,
    String columnGroups,
    List<List<List<Object>>> commits,
    Optional<Evolution> evolution) {

  /**
   * A snapshot that changes the schema, and one that appends rows of the new schema.
   *
   * @param change the schema change
   * @param schema the new schema
   * @param before the existing rows, as read with the new schema
   * @param added the appended rows
   */
  record Evolution(
      Consumer<TableUpdate> change,
      Schema schema,
      List<List<Object>> before,
      List<List<Object>> added) {}

  GoldenTable(String name, Schema schema, String columnGroups, List<List<List<Object>>> commits) {
    this(name, schema, columnGroups, commits, Optional.empty());
  }

  /** The number of snapshots. */
  int snapshots() {
    return commits.size() + (evolution.isPresent() ? 2 : 0);
  }

  /** The schema of a snapshot. */
  Schema schema(int snapshot) {
    return snapshot <= commits.size() ? schema : evolution.orElseThrow().schema();
  }

  /** All rows of a snapshot. */
  List<List<Object>> rows(int snapshot) {
    List<List<Object>> rows = new ArrayList<>();
    if (snapshot <= commits.size()) {
      commits.subList(0, snapshot).forEach(rows::addAll);
      return rows;
    }
    rows.addAll(evolution.orElseThrow().before());
    if (snapshot > commits.size() + 1) {
      rows.addAll(evolution.orElseThrow().added());
    }
    return rows;
  }

  void write(String uri) {
    FixedEnvironment environment = new FixedEnvironment(name);
    for (int i = 0; i < commits.size(); i++) {
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(uri, schema).columnGroups(ColumnGroupSpec.parse(columnGroups))
              : TableWriter.append(uri);
      write(environment.apply(builder), schema, commits.get(i));
    }
    evolution.ifPresent(
        evolved -> {
          try (TableUpdate update = environment.update(uri)) {
            evolved.change().accept(update);
            update.commit();
          }
          write(environment.apply(TableWriter.append(uri)), evolved.schema(), evolved.added());
        });
  }

  private static void write(TableWriter.Builder builder, Schema schema, List<List<Object>> rows) {
    try (TableWriter writer = builder.segmentSize(4096).rowGroupSize(64 << 10).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
  }
}
