// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests are merged when rows are committed. */
class ManifestMergeTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void createTable() {
    uri = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      writer.commit();
    }
  }

  private void append(long id) {
    try (TableWriter writer = TableWriter.append(uri).open()) {
      write(writer, id);
      writer.commit();
    }
  }

  private static void write(TableWriter writer, long id) {
    try (RowWriter rows = writer.newRowWriter()) {
      rows.setLong(0, id);
      rows.endRow();
    }
  }

  private List<Long> rowGroupCounts() throws IOException {
    return StoredTable.read(uri).snapshot().snapshot().manifests().stream()
        .map(ManifestRef::rowGroupCount)
        .toList();
  }

  @Test
  void eightManifestsOfATierBecomeOne() throws IOException {
    for (long id = 0; id < 7; id++) {
      append(id);
    }
    assertThat(rowGroupCounts()).containsOnly(1L).hasSize(7);
    append(7);
    assertThat(rowGroupCounts()).containsExactly(8L);
    for (long id = 8; id < 75; id++) {
      append(id);
    }
    assertThat(rowGroupCounts()).containsExactly(64L, 8L, 1L, 1L, 1L);
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("id")).isEqualTo(LongStream.range(0, 75).boxed().toList());
    assertThat(table.rowGroupNumbers()).isEqualTo(LongStream.range(0, 75).boxed().toList());
    assertThat(table.snapshot().snapshot().nextRowGroupId()).isEqualTo(75);
  }

  /** A merged manifest replaces the one of the rows, which is not written. */
  @Test
  void eachCommitWritesOneManifest() throws IOException {
    for (long id = 0; id < 9; id++) {
      append(id);
    }
    assertThat(new StoredFiles(uri).list("manifest-")).hasSize(9);
  }

  @Test
  void losersOfARaceMergeAnew() throws IOException {
    for (long id = 0; id < 6; id++) {
      append(id);
    }
    try (TableWriter first = TableWriter.append(uri).open();
        TableWriter second = TableWriter.append(uri).open()) {
      write(first, 6);
      write(second, 7);
      first.commit();
      second.commit();
    }
    assertThat(rowGroupCounts()).containsExactly(8L);
    assertThat(StoredTable.read(uri).values("id"))
        .isEqualTo(LongStream.range(0, 8).boxed().toList());
    // That of the loser's rows alone is gone.
    assertThat(new StoredFiles(uri).list("manifest-")).hasSize(8);
  }

  /** The table can still be appended to, also if an old manifest is damaged. */
  @Test
  void damagedManifestsAreNotMerged() throws IOException {
    for (long id = 0; id < 7; id++) {
      append(id);
    }
    StoredFiles files = new StoredFiles(uri);
    String damaged = StoredTable.read(uri).snapshot().snapshot().manifests().get(3).path();
    byte[] content = files.read(damaged);
    files.flip(damaged, -20, 1);
    append(7);
    files.write(damaged, content);
    assertThat(rowGroupCounts()).hasSize(8);
    append(8);
    assertThat(rowGroupCounts()).containsExactly(9L);
  }
}
