// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.reader.AlbisFile;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The data files of a table, which stand alone, with the partitions of their row groups. */
final class PartitionedFiles {

  /** The partition of each row group. */
  private final List<PartitionTuple> partitions = new ArrayList<>();

  private PartitionedFiles() {}

  /** Reads all data files and compares each row with the partition of its row group. */
  static PartitionedFiles check(String uri) throws IOException {
    PartitionedFiles result = new PartitionedFiles();
    StoredFiles files = new StoredFiles(uri);
    for (String path : files.list(".albis")) {
      result.check(uri + "/" + path, files.read(path));
    }
    return result;
  }

  /** As {@link #check(String)}, for one file. */
  static PartitionedFiles check(StoredFiles files, String directory, String name)
      throws IOException {
    PartitionedFiles result = new PartitionedFiles();
    result.check(directory + "/" + name, files.read(name));
    return result;
  }

  private void check(String uri, byte[] bytes) {
    DataFileFooter footer = DataFileFooter.decode(FileEnd.whole(uri, bytes));
    RowGroups rowGroups = footer.rowGroups();
    try (AlbisFile file = AlbisFile.open(uri);
        RowCursor cursor = file.scan().rows()) {
      for (int i = 0; i < rowGroups.count(); i++) {
        PartitionTuple partition = rowGroups.partition(i);
        partitions.add(partition);
        for (long row = 0; row < rowGroups.rowCount(i); row++) {
          assertThat(cursor.next()).isTrue();
          check(footer, file.schema(), partition, cursor.row().materialize());
        }
      }
      assertThat(cursor.next()).isFalse();
      assertThat(file.verify(any -> {}).problems()).isEmpty();
    }
  }

  private static void check(
      DataFileFooter footer, Schema schema, PartitionTuple partition, List<Object> row) {
    if (partition.specId() == 0) {
      return;
    }
    PartitionSpec spec =
        footer.partitionSpecs().stream()
            .filter(one -> one.id() == partition.specId())
            .findFirst()
            .orElseThrow();
    for (int f = 0; f < spec.fields().size(); f++) {
      PartitionField field = spec.fields().get(f);
      for (int c = 0; c < row.size(); c++) {
        if (schema.fields().get(c).id() == field.sourceId()) {
          var type = schema.fields().get(c).type();
          assertThat(PartitionModel.stored(partition.value(f), type, field.transform()))
              .as(field.name())
              .isEqualTo(PartitionModel.expected(row.get(c), type, field.transform()));
        }
      }
    }
  }

  List<PartitionTuple> partitions() {
    return partitions;
  }
}
