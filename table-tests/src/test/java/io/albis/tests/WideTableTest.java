// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Sections;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.Table;
import io.albis.reader.TableScan;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scan of a table with 1,000 columns and 1,000 row groups reads only the metadata of the
 * projected columns.
 *
 * <p>To avoid writing a million files, the test writes one row group and references its extents a
 * thousand times in the manifest.
 */
class WideTableTest {

  /** Each column is a file; creating 1,000 files on a cluster takes half a minute. */
  private static final int COLUMNS = TestRoot.isLocal() ? 1000 : 100;

  private static final int ROW_GROUPS = 1000;
  private static final int ROWS = 3;

  @TempDir private static Path directory;
  private static String uri;
  private static StoredFiles files;

  /** Sizes of the new snapshot and of the parts of its manifest, in bytes. */
  private static long snapshotBytes;

  private static long manifestFooterBytes;
  private static long largestSection;
  private static long manifestBytes;

  @BeforeAll
  static void write() throws IOException {
    uri = TestRoot.uri(directory);
    files = new StoredFiles(uri);
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      fields.add(Field.required(name(c), Type.int32()));
    }
    try (TableWriter writer =
        TableWriter.create(uri, Schema.of(fields))
            .columnGroups(ColumnGroupSpec.parse("single"))
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int r = 0; r < ROWS; r++) {
          for (int c = 0; c < COLUMNS; c++) {
            rows.setInt(c, value(c, r));
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    measure();
  }

  private static String name(int column) {
    return "c" + column;
  }

  private static int value(int column, int row) {
    return column * 10 + row;
  }

  private static void measure() throws IOException {
    String path = TablePaths.snapshot(1);
    byte[] bytes = files.read(path);
    snapshotBytes = bytes.length;
    Snapshot snapshot = SnapshotFile.decode(FileEnd.whole(path, bytes), 1).snapshot();
    ManifestRef ref = snapshot.manifests().get(0);
    FileEnd end = FileEnd.whole(ref.path(), files.read(ref.path()));
    Sections sections = ManifestFile.decode(end, ref, snapshot.tableId()).sections();
    largestSection =
        IntStream.range(0, sections.count()).mapToLong(sections::length).max().orElseThrow();
    manifestFooterBytes = ref.footerLength() + 64L;
    manifestBytes = ref.length();
  }

  private static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(name(i * (COLUMNS / count)));
    }
    return names;
  }

  /** Bytes read to open the table and plan a scan of the given number of columns. */
  private static long bytesToPlan(int columns) {
    try (Table table = TestTables.open(uri)) {
      assertThat(table.scan().select(names(columns)).splits(1)).hasSize(ROW_GROUPS);
      return table.metrics().bytesRead();
    }
  }

  @Test
  void openingReadsTheSnapshotOnly() {
    try (Table table = TestTables.open(uri)) {
      assertThat(table.rowCount()).isEqualTo((long) ROWS * ROW_GROUPS);
      assertThat(table.metrics().bytesRead()).isEqualTo(snapshotBytes);
    }
    // The snapshot contains the schema, and nothing that grows with the number of row groups.
    assertThat(snapshotBytes).isLessThan(COLUMNS * 128L);
  }

  @Test
  void planningReadsTheSectionsOfItsColumns() {
    long ten = bytesToPlan(10);
    long twenty = bytesToPlan(20);
    assertThat(ten - snapshotBytes - manifestFooterBytes)
        .isPositive()
        .isLessThanOrEqualTo(10 * largestSection);
    assertThat(twenty - ten).isPositive().isLessThanOrEqualTo(10 * largestSection);
    // Planning reads the footer of the manifest and the sections of ten columns.
    assertThat(ten).isLessThan(2 * 10 * manifestBytes / COLUMNS);
  }

  @Test
  void scanReadsTheManifestOnce() {
    try (Table table = TestTables.open(uri)) {
      TableScan scan = table.scan().select(names(10));
      scan.splits(1);
      long before = table.metrics().bytesRead();
      long rows = 0;
      try (BatchCursor batches = scan.batches()) {
        while (batches.next()) {
          for (int c = 0; c < 10; c++) {
            for (int r = 0; r < ROWS; r++) {
              assertThat(batches.batch().column(c).getInt(r))
                  .isEqualTo(value(c * (COLUMNS / 10), r));
            }
          }
          rows += batches.batch().rowCount();
        }
      }
      assertThat(rows).isEqualTo((long) ROWS * ROW_GROUPS);
      // Footer and values of a file are a few hundred bytes; the manifest is not read again.
      assertThat(table.metrics().bytesRead() - before).isLessThan(10L * ROW_GROUPS * 512);
    }
  }
}
