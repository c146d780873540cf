// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scan of a table with 1,000 columns and hundreds of row groups reads only the metadata and the
 * values of the projected columns.
 */
class WideTableTest {

  private static final int COLUMNS = 1000;
  private static final int ROWS = TestRoot.isLocal() ? 12_800 : 1280;

  /** The least that is read of the end of a file, in bytes. */
  private static final int MIN_END = 64 << 10;

  @TempDir private static Path directory;
  private static String uri;
  private static StoredFiles files;
  private static long rowGroups;

  /** Sizes of the snapshot and of the parts of its manifest, in bytes. */
  private static long snapshotBytes;

  private static long manifestEndBytes;
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
            .columnGroups(ColumnGroupSpec.single())
            .rowGroupSize(64 << 10)
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
    rowGroups = ref.rowGroupCount();
    // Thousands of columns and row groups share a few files.
    assertThat(rowGroups).isGreaterThanOrEqualTo(ROWS / 128);
    assertThat(files.list(".albis")).hasSizeLessThan(3);
    FileEnd end = FileEnd.whole(ref.path(), files.read(ref.path()));
    Sections sections = ManifestFile.decode(end, ref, snapshot.tableId()).sections();
    largestSection =
        IntStream.range(0, sections.count()).mapToLong(sections::length).max().orElseThrow();
    manifestEndBytes = Math.max(MIN_END, ref.footerLength() + 64);
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
      assertThat(table.scan().select(names(columns)).splits(1)).hasSize((int) rowGroups);
      return table.metrics().bytesRead();
    }
  }

  @Test
  void openingReadsTheSnapshotOnly() {
    try (Table table = TestTables.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(ROWS);
      assertThat(table.metrics().bytesRead()).isEqualTo(snapshotBytes);
    }
    // The snapshot contains the schema, and nothing that grows with the number of row groups.
    assertThat(snapshotBytes).isLessThan(COLUMNS * 128L);
  }

  @Test
  void planningReadsTheSectionsOfItsColumns() {
    long ten = bytesToPlan(10);
    long twenty = bytesToPlan(20);
    assertThat(ten - snapshotBytes - manifestEndBytes)
        .isPositive()
        .isLessThanOrEqualTo(10 * largestSection);
    assertThat(twenty - ten).isPositive().isLessThanOrEqualTo(10 * largestSection);
    // Planning reads the footer of the manifest and the sections of ten columns.
    assertThat(ten - snapshotBytes - MIN_END).isLessThan(2 * 10 * manifestBytes / COLUMNS);
  }

  @Test
  void scanReadsTheManifestOnce() {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().select(names(10));
      scan.splits(1);
      long before = table.metrics().bytesRead();
      int rows = 0;
      try (BatchCursor batches = scan.batches()) {
        while (batches.next()) {
          int count = batches.batch().rowCount();
          for (int c = 0; c < 10; c++) {
            for (int r = 0; r < count; r++) {
              assertThat(batches.batch().column(c).getInt(r))
                  .isEqualTo(value(c * (COLUMNS / 10), rows + r));
            }
          }
          rows += count;
        }
      }
      assertThat(rows).isEqualTo(ROWS);
      // Only values are read: not the manifest again, and nothing at the ends of the data files.
      assertThat(table.metrics().bytesRead() - before).isEqualTo(10L * ROWS * Integer.BYTES);
    }
  }
}
