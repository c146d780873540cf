// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.StoredTable.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that stand alone. */
class AlbisFileWriterTest {

  private static final Schema SCHEMA =
      Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));

  @TempDir Path directory;
  private String parent;
  private String uri;
  private StoredFiles files;

  @BeforeEach
  void chooseFile() {
    parent = TestRoot.uri(directory.resolve("some files"));
    uri = parent + "/x.albis";
    files = new StoredFiles(parent);
  }

  private static void write(RowWriter rows, long from, long to) {
    for (long i = from; i < to; i++) {
      rows.setLong(0, i);
      rows.setString(1, "n" + i);
      rows.endRow();
    }
  }

  private static List<Object> ids(DataFile file) {
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < file.sections().get(1).extentCount(); i++) {
      ids.addAll(file.values(file.sections().get(1).extent(i), 1));
    }
    return ids;
  }

  @Test
  void rowsOfSeveralWritersFollowEachOther() throws IOException {
    FileResult result;
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, SCHEMA)
            .rowGroupSize(1 << 16)
            .segmentSize(1 << 15)
            .property("source", "test")
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 0, 20_000);
        assertThatThrownBy(writer::newBatchWriter)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("by two row or batch writers; close the first");
      }
      assertThat(files.list()).isEmpty();
      try (BatchWriter batches = writer.newBatchWriter()) {
        batches.setLongs(0, LongStream.range(20_000, 21_000).toArray());
        batches.endBatch(1000);
      }
      result = writer.finish();
      assertThat(writer.memoryUsed()).isZero();
      assertThatThrownBy(writer::newRowWriter).isInstanceOf(ClosedException.class);
    }
    assertThat(files.list()).containsExactly("x.albis");
    DataFile file = DataFile.of("x.albis", files.read("x.albis"));
    assertThat(ids(file)).isEqualTo(LongStream.range(0, 21_000).boxed().toList());
    assertThat(result)
        .isEqualTo(
            new FileResult(
                file.footer().fileId(),
                file.bytes().length,
                21_000,
                file.footer().rowGroups().count(),
                0));
    assertThat(result.rowGroupCount()).isGreaterThan(5);
    assertThat(file.footer().properties()).containsEntry("source", "test");
    assertThat(file.footer().schema().schema().paths()).containsExactly("id", "name");
  }

  @Test
  void filesWithoutRows() throws IOException {
    try (AlbisFileWriter writer = AlbisFileWriter.create(uri, SCHEMA).open()) {
      assertThat(writer.finish().rowGroupCount()).isZero();
    }
    DataFile file = DataFile.of("x.albis", files.read("x.albis"));
    assertThat(file.footer().schema().fieldCount()).isEqualTo(2);
    assertThat(file.footer().rowGroups().count()).isZero();
  }

  @Test
  void filesThatAreGivenUpLeaveNothing() throws IOException {
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, SCHEMA).rowGroupSize(1 << 16).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 0, 20_000);
      }
      RowWriter open = writer.newRowWriter();
      write(open, 0, 20_000);
      assertThatThrownBy(writer::finish).hasMessageContaining("1 row or batch writers are open");
    }
    assertThat(files.list()).isEmpty();
  }

  @Test
  void existingFilesAreNotReplaced() throws IOException {
    files.write("x.albis", new byte[] {1});
    assertThatThrownBy(() -> AlbisFileWriter.create(uri, SCHEMA).open())
        .isInstanceOf(AlbisIOException.class)
        .hasMessageMatching("Cannot create .*/x.albis: it exists");
    files.delete("x.albis");
    try (AlbisFileWriter writer = AlbisFileWriter.create(uri, SCHEMA).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 0, 10);
      }
      files.write("x.albis", new byte[] {1});
      assertThatThrownBy(writer::finish)
          .isInstanceOf(AlbisIOException.class)
          .hasMessageStartingWith("Failed to write x.albis: ");
    }
    assertThat(files.read("x.albis")).containsExactly(1);
    assertThatThrownBy(() -> AlbisFileWriter.create("/", SCHEMA).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid URI or path: '/' (expected that of a file)");
  }

  @Test
  void rowsWithoutColumnsAreRefused() {
    try (AlbisFileWriter writer = AlbisFileWriter.create(uri, Schema.of()).open()) {
      assertThatThrownBy(writer::newRowWriter).isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(writer::newBatchWriter)
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("without columns");
    }
  }
}
