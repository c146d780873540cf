// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.DataFileFooter;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.ManifestBuilder;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionKind;
import io.albis.format.metadata.Sections;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.partition.PartitionTuple;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Writes tables of many columns and row groups. Writing a million extents would take longer than
 * all benchmarks, so one row group is written and listed repeatedly in the metadata.
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
        SnapshotFile.decode(FileEnd.whole(first, Files.readAllBytes(table.resolve(first))), 1)
            .snapshot();
    ManifestBuilder manifest = new ManifestBuilder(snapshot.tableId());
    for (int i = 0; i < rowGroups; i++) {
      manifest.addRowGroup(i, ROWS, PartitionTuple.NONE, 0);
    }
    for (DataFileRef file : files(table, snapshot)) {
      addExtents(manifest, table, file, rowGroups);
    }
    ManifestBuilder.Manifest repeated = manifest.build();
    String path = TablePaths.manifest(new UUID(1, 1));
    Files.write(table.resolve(path), repeated.end().bytes());
    Snapshot second =
        snapshot.toBuilder()
            .id(2)
            .parentId(1)
            .manifests(List.of(repeated.ref(path).build()))
            .rowCount((long) rowGroups * ROWS)
            .nextRowGroupId(rowGroups)
            .build();
    Files.write(table.resolve(TablePaths.snapshot(2)), SnapshotFile.encode(second));
  }

  private static List<DataFileRef> files(Path table, Snapshot snapshot) throws IOException {
    ManifestRef ref = snapshot.manifests().get(0);
    FileEnd bytes = FileEnd.whole(ref.path(), Files.readAllBytes(table.resolve(ref.path())));
    return ManifestFile.decode(bytes, ref, snapshot.tableId()).files();
  }

  /** Lists the extents of a data file of one row group as those of all row groups. */
  private static void addExtents(
      ManifestBuilder manifest, Path table, DataFileRef ref, int rowGroups) throws IOException {
    FileEnd bytes = FileEnd.whole(ref.path(), Files.readAllBytes(table.resolve(ref.path())));
    ManifestFile file = DataFileFooter.decode(bytes, ref).asManifest(ref.path());
    Sections sections = file.sections();
    int position = manifest.addFile(ref);
    for (int s = sections.first(SectionKind.EXTENTS); s < sections.end(SectionKind.EXTENTS); s++) {
      ColumnGroupSection section =
          file.section(s, bytes.copy(sections.offset(s), sections.length(s)));
      for (int i = 0; i < rowGroups; i++) {
        int rowGroup = i;
        manifest.addExtents(section.columnGroupId(), section, position, stored -> rowGroup);
      }
    }
  }
}
