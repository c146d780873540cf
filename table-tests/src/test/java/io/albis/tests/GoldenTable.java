// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.storage.tck.StoredFiles;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A table, or a data file on its own, that is always written with the same bytes. */
final class GoldenTable {

  /**
   * The content of a snapshot.
   *
   * @param schema of the snapshot
   * @param rows all its rows
   */
  record Version(Schema schema, List<List<Object>> rows) {}

  /** Makes one snapshot, or changes files. */
  private interface Step {
    void run(String uri, FixedEnvironment environment);
  }

  private final String name;
  private final boolean isFile;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Integer, Version> versions = new TreeMap<>();
  private UnaryOperator<TableWriter.Builder> settings = builder -> builder;
  private UnaryOperator<TableWriter.Builder> creation = builder -> builder;
  private Schema schema;
  private List<List<Object>> rows = List.of();
  private int snapshots;

  private GoldenTable(String name, boolean isFile, Schema schema) {
    this.name = name;
    this.isFile = isFile;
    this.schema = schema;
  }

  /** A table whose first snapshot has some rows. */
  static GoldenTable of(
      String name, Schema schema, String columnGroups, List<List<Object>> firstRows) {
    GoldenTable table = new GoldenTable(name, false, schema);
    ColumnGroupSpec groups = ColumnGroupSpec.parse(columnGroups);
    table.steps.add(
        (uri, environment) ->
            table.write(
                environment.apply(
                    table.creation.apply(TableWriter.create(uri, schema).columnGroups(groups))),
                schema,
                firstRows));
    table.addVersion(schema, firstRows);
    return table;
  }

  /** A data file on its own. */
  static GoldenTable file(
      String name,
      Schema schema,
      UnaryOperator<AlbisFileWriter.Builder> settings,
      List<List<Object>> rows) {
    GoldenTable file = new GoldenTable(name, true, schema);
    file.steps.add(
        (uri, environment) -> {
          try (AlbisFileWriter writer =
              settings.apply(environment.apply(AlbisFileWriter.create(uri, schema))).open()) {
            try (RowWriter out = writer.newRowWriter()) {
              RowInput.write(out, schema, rows);
            }
            writer.finish();
          }
        });
    file.addVersion(schema, rows);
    return file;
  }

  /** Changes the settings of all writers. */
  GoldenTable settings(UnaryOperator<TableWriter.Builder> change) {
    settings = change;
    return this;
  }

  /** Changes the settings of the writer that creates the table. */
  GoldenTable creation(UnaryOperator<TableWriter.Builder> change) {
    creation = change;
    return this;
  }

  /** A snapshot with more rows. */
  GoldenTable append(List<List<Object>> added) {
    Schema current = schema;
    steps.add(
        (uri, environment) -> write(environment.apply(TableWriter.append(uri)), current, added));
    List<List<Object>> all = new ArrayList<>(rows);
    all.addAll(added);
    addVersion(schema, all);
    return this;
  }

  /** A snapshot that changes neither schema nor rows. */
  GoldenTable update(Consumer<TableUpdate> change) {
    return update(change, schema, rows);
  }

  /**
   * A snapshot with another schema.
   *
   * @param change what to do
   * @param changed the new schema
   * @param read the existing rows, as they read now
   */
  GoldenTable update(Consumer<TableUpdate> change, Schema changed, List<List<Object>> read) {
    steps.add(
        (uri, environment) -> {
          try (TableUpdate update = environment.update(uri)) {
            change.accept(update);
            update.commit();
          }
        });
    addVersion(changed, read);
    return this;
  }

  /** Changes files of the table, so that the latest snapshot still has the same content. */
  GoldenTable forge(Consumer<ForgedTable> change) {
    return forge(change, rows);
  }

  /** Changes files of the table, and the content of the latest snapshot. */
  GoldenTable forge(Consumer<ForgedTable> change, List<List<Object>> read) {
    steps.add(
        (uri, environment) -> {
          try {
            StoredFiles files = new StoredFiles(uri);
            ForgedTable forged = ForgedTable.read(files);
            change.accept(forged);
            forged.write(files);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    rows = read;
    versions.put(snapshots, new Version(schema, read));
    return this;
  }

  /** Deletes the files of all snapshots but the latest. */
  GoldenTable onlyLatest() {
    return delete(
        versions.keySet().stream().mapToInt(id -> id).filter(id -> id < snapshots).toArray());
  }

  /** Deletes the files of some older snapshots. */
  GoldenTable delete(int... ids) {
    steps.add(
        (uri, environment) -> {
          for (int id : ids) {
            try {
              new StoredFiles(uri).delete(TablePaths.snapshot(id));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    for (int id : ids) {
      versions.remove(id);
    }
    return this;
  }

  private void addVersion(Schema newSchema, List<List<Object>> allRows) {
    schema = newSchema;
    rows = allRows;
    versions.put(++snapshots, new Version(newSchema, allRows));
  }

  String name() {
    return name;
  }

  boolean isFile() {
    return isFile;
  }

  /** The content of each snapshot by id. */
  Map<Integer, Version> versions() {
    return versions;
  }

  /** The id of the latest snapshot. */
  int latest() {
    return snapshots;
  }

  /** All rows of the latest snapshot. */
  List<List<Object>> rows() {
    return rows;
  }

  /** Writes the table or file at a URI. */
  void write(String uri) {
    FixedEnvironment environment = new FixedEnvironment(name);
    steps.forEach(step -> step.run(uri, environment));
  }

  private void write(TableWriter.Builder builder, Schema written, List<List<Object>> added) {
    try (TableWriter writer =
        settings.apply(builder.segmentSize(4096).rowGroupSize(64 << 10)).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, written, added);
      }
      writer.commit();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
