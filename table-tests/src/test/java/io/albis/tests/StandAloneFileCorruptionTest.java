// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.AlbisFile;
import io.albis.reader.Problem;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes every byte of a file that stands alone, and truncates it to every length. A read must
 * return the right rows or name the file, and verification must find every change.
 */
class StandAloneFileCorruptionTest {

  private static final String NAME = "file.albis";

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("s", Type.parse("struct<x: double, y: boolean>")),
          Field.nullable("l", Type.list(Field.nullable("element", Type.int16()))));

  @TempDir private Path directory;
  private String uri;
  private StoredFiles files;
  private byte[] sound;

  private static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.add(
          Arrays.asList(
              i,
              i % 4 == 0 ? null : "name " + i,
              i % 5 == 0 ? null : Arrays.asList(i / 2.0, i % 2 == 0),
              i % 3 == 0 ? null : Arrays.asList((short) i, null)));
    }
    return rows;
  }

  @BeforeEach
  void write() throws IOException {
    uri = TestRoot.uri(directory.resolve(NAME));
    files = new StoredFiles(TestRoot.uri(directory));
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse("id, s.x, s.y; name; l"))
            .open()) {
      // Each writer makes a row group.
      for (List<List<Object>> part : List.of(rows().subList(0, 20), rows().subList(20, 30))) {
        try (RowWriter out = writer.newRowWriter()) {
          RowInput.write(out, SCHEMA, part);
        }
      }
      writer.finish();
    }
    sound = files.read(NAME);
    try (AlbisFile file = AlbisFile.open(uri)) {
      assertThat(file.rowGroupCount()).isEqualTo(2);
      assertThat(file.columnGroups()).hasSize(4);
    }
    assertThat(isDetected()).isFalse();
    assertThat(problems()).isEmpty();
  }

  /** Reads everything; returns false if all rows are right, and true if the file is refused. */
  private boolean isDetected() {
    List<List<Object>> found = new ArrayList<>();
    try (AlbisFile file = AlbisFile.open(uri);
        RowCursor cursor = file.scan().rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    } catch (CorruptFileException | UnsupportedVersionException e) {
      assertThat(e).hasMessageContaining(NAME);
      return true;
    }
    Values.assertSameRows(found, rows());
    return false;
  }

  private List<Problem> problems() {
    try (AlbisFile file = AlbisFile.open(uri)) {
      return file.verify(bytes -> {}).problems();
    }
  }

  @Test
  void detectsEveryFlippedByte() throws IOException {
    int undetected = 0;
    int step = CorruptionFixture.STEP / 20 + 1;
    for (int i = 0; i < sound.length; i += step) {
      files.flip(NAME, i, i % 2 == 0 ? 0x01 : 0x80);
      if (!isDetected()) {
        // The head, padding, or the statistics of the file.
        undetected++;
        assertThat(problems()).as("byte %d", i).extracting(Problem::file).containsOnly(NAME);
      }
      files.write(NAME, sound);
    }
    assertThat(undetected).isPositive().isLessThan(sound.length / 2);
  }

  @Test
  void detectsEveryTruncation() throws IOException {
    int step = CorruptionFixture.STEP / 20 + 1;
    for (int length = 0; length < sound.length; length += step) {
      files.write(NAME, Arrays.copyOf(sound, length));
      assertThatThrownBy(() -> AlbisFile.open(uri))
          .as("cut to %d", length)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(NAME);
    }
    files.write(NAME, Arrays.copyOfRange(sound, FileLayout.BODY_START, sound.length));
    assertThat(isDetected()).isTrue();
  }
}
