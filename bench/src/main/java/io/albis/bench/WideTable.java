// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroup;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Writes tables of many columns and row groups. Writing a million files would take longer than all
 * benchmarks, so one row group is written and listed repeatedly in the metadata.
 */
final class WideTable {

  private static final int ROWS = 100;

  private WideTable() {}

  /** Writes a table of int64 columns c0, c1, and so on, each in its own group. */
  static void write(String uri, int columns, int rowGroups) {
    Schema schema =
        Schema.of(
            IntStream.range(0, columns)
                .mapToObj(i -> Field.nullable("c" + i, Type.int64()))
                .toList());
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.single())
            .segmentSize(4096)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < ROWS; row++) {
          for (int i = 0; i < columns; i++) {
            rows.setLong(i, (long) row * columns + i);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    try {
      repeat(Path.of(uri), rowGroups);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a snapshot that lists the row group the given number of times. */
  private static void repeat(Path table, int rowGroups) throws IOException {
    String first = TablePaths.snapshot(1);
    Snapshot snapshot =
        SnapshotFile.decode(Files.readAllBytes(table.resolve(first)), first, 1).snapshot();
    ManifestRef ref = snapshot.manifests().get(0);
    byte[] file = Files.readAllBytes(table.resolve(ref.path()));
    // The footer and what follows it are the end of the file; the tail has 64 bytes.
    byte[] end = Arrays.copyOfRange(file, file.length - ref.footerLength() - 64, file.length);
    ManifestFile manifest = ManifestFile.decode(end, ref, snapshot.tableId());
    List<ColumnGroupSection> sections = new ArrayList<>();
    for (SectionRef section : manifest.sections()) {
      int start = (int) section.offset();
      byte[] bytes = Arrays.copyOfRange(file, start, start + section.length());
      Extent extent = manifest.decodeSection(bytes, section).get(0);
      List<Extent> repeated = IntStream.range(0, rowGroups).mapToObj(extent::withRowGroup).toList();
      sections.add(new ColumnGroupSection(section.columnGroupId(), repeated));
    }
    List<RowGroup> groups =
        IntStream.range(0, rowGroups).mapToObj(i -> RowGroup.of(i, ROWS)).toList();
    ManifestFile.Encoded encoded = ManifestFile.encode(snapshot.tableId(), groups, sections);
    String path = TablePaths.manifest(new UUID(1, 1));
    Files.write(table.resolve(path), encoded.bytes());
    ManifestRef repeated =
        ref.toBuilder()
            .path(path)
            .file(encoded)
            .rowGroupCount(rowGroups)
            .rowCount((long) rowGroups * ROWS)
            .dataBytes(ref.dataBytes() * rowGroups)
            .build();
    Snapshot second =
        snapshot.toBuilder()
            .id(2)
            .parentId(1)
            .manifests(List.of(repeated))
            .rowCount((long) rowGroups * ROWS)
            .nextRowGroupId(rowGroups)
            .build();
    Files.write(table.resolve(TablePaths.snapshot(2)), SnapshotFile.encode(second));
  }
}
