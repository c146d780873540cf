// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.RowGroupLayout;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many small commits leave few manifests, which hold all rows in their order. */
class ManyCommitsTest {

  private static final int COMMITS = TestRoot.isLocal() ? 300 : 75;
  private static final long ROWS = 5;

  /** Manifests of each tier, which are merged by eight. */
  private static final int MAX_OF_TIER = 7;

  @TempDir private Path directory;

  private static void append(TableWriter.Builder builder, long first, int columns) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = first; id < first + ROWS; id++) {
          rows.setLong(0, id);
          rows.setString(1, "name " + id);
          if (columns > 2) {
            rows.setInt(2, (int) -id);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static List<ManifestRef> manifests(String uri, long snapshot) throws IOException {
    String path = TablePaths.snapshot(snapshot);
    FileEnd end = FileEnd.whole(path, new StoredFiles(uri).read(path));
    return SnapshotFile.decode(end, snapshot).snapshot().manifests();
  }

  private static List<Long> ids(RowCursor cursor) {
    List<Long> ids = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        ids.add(cursor.row().getLong(0));
      }
    }
    return ids;
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void manifestsAreMerged() throws IOException {
    String uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));
    append(TableWriter.create(uri, schema), 0, 2);
    for (int i = 1; i < COMMITS; i++) {
      if (i == COMMITS / 2) {
        try (TableUpdate update = TableUpdate.open(uri)) {
          update.addColumn(Field.nullable("added", Type.int32())).commit();
        }
      }
      append(TableWriter.append(uri), i * ROWS, i < COMMITS / 2 ? 2 : 3);
    }
    long last = COMMITS + 1L;
    int tiers = (int) (Math.log(COMMITS) / Math.log(8)) + 1;
    for (long id = 1; id <= last; id++) {
      assertThat(manifests(uri, id)).hasSizeLessThanOrEqualTo(MAX_OF_TIER * tiers);
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(COMMITS * ROWS);
      assertThat(ids(table.scan().select("id").rows())).isEqualTo(range(0, COMMITS * ROWS));
      assertThat(table.layout().rowGroups())
          .extracting(RowGroupLayout::number)
          .isEqualTo(range(0, COMMITS));
      long id = 7 * ROWS + 1;
      assertThat(ids(table.scan().filter(Predicate.equal("id", id)).rows())).containsExactly(id);
      assertThat(ids(table.scan().filter(Predicate.lessOrEqual("added", -id)).rows()))
          .isEqualTo(range(COMMITS / 2 * ROWS, COMMITS * ROWS));
      assertThat(table.columnStatistics().get(2).nullCount()).isEqualTo(COMMITS / 2 * ROWS);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
    // Manifests of older snapshots are kept.
    try (Table table = TestTables.open(uri, ReadOptions.defaults().snapshot(20))) {
      assertThat(ids(table.scan().rows())).isEqualTo(range(0, 20 * ROWS));
    }
  }
}
