// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Schema;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A table for tests of maintenance, with what its files are expected to be. */
record MaintainedTable(String uri) {

  /** Long enough for all snapshots and files to be old. */
  static final Duration LATER = Duration.ofDays(30);

  /** Small files and steps, and buffers that are shorter than some segments. */
  static final RewriteOptions SMALL =
      RewriteOptions.defaults().fileSize(1 << 20).stepSize(1 << 20).memoryLimit(1 << 20);

  /** Row groups of several small ones, and small steps. */
  static final RewriteOptions MERGE =
      RewriteOptions.defaults().rowGroupSize(256 << 10).stepSize(200_000).memoryLimit(16 << 20);

  /** Appends rows, to a new table or an existing one. */
  void append(
      boolean isNew,
      Schema schema,
      List<? extends List<?>> rows,
      int segmentSize,
      int rowGroupSize) {
    TableWriter.Builder builder = isNew ? TableWriter.create(uri, schema) : TableWriter.append(uri);
    append(builder.segmentSize(segmentSize).rowGroupSize(rowGroupSize), schema, rows);
  }

  static void append(TableWriter.Builder builder, Schema schema, List<? extends List<?>> rows) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rowWriter = writer.newRowWriter()) {
        RowInput.write(rowWriter, schema, rows);
      }
      writer.commit();
    }
  }

  /** All rows of the latest snapshot. */
  List<List<Object>> rows() {
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      return rows;
    }
  }

  /** Requires that a verification of the latest snapshot finds nothing. */
  void verify() {
    try (Table table = TestTables.open(uri)) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  /** Lets all snapshots but the last expire, and deletes all files without use. */
  void expireAndClean() {
    try (TableMaintenance later = LaterMaintenance.open(uri, LATER)) {
      later.expire(Duration.ZERO, 1);
      later.clean(Duration.ZERO);
    }
  }

  /** Requires that the table has exactly the files to which its snapshots refer. */
  void requireNoOtherFiles() throws IOException {
    StoredFiles files = new StoredFiles(uri);
    Set<String> named = new TreeSet<>();
    for (String path : files.list("snapshot-")) {
      named.add(path);
      long id = TablePaths.snapshotId(path.substring(path.lastIndexOf('/') + 1)).orElseThrow();
      Snapshot snapshot = SnapshotFile.decode(FileEnd.whole(path, files.read(path)), id).snapshot();
      for (ManifestRef ref : snapshot.manifests()) {
        named.add(ref.path());
        FileEnd end = FileEnd.whole(ref.path(), files.read(ref.path()));
        ManifestFile manifest = ManifestFile.decode(end, ref, snapshot.tableId());
        manifest.files().stream().map(DataFileRef::path).forEach(named::add);
      }
    }
    assertThat(files.list()).isEqualTo(List.copyOf(named));
  }
}
