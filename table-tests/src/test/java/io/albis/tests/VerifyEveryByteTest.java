// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Problem;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verification detects every changed byte of every file, and every added byte. The data file holds
 * several row groups and column groups.
 */
class VerifyEveryByteTest {

  /** In a run of zeros, such as padding, only one byte in this many is damaged. */
  private static final int STEP_IN_ZEROS = Integer.getInteger("albis.verify.step", 61);

  private static final int MIN_ZEROS = 64;

  private static final int ROWS = 40;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("score", Type.float64()),
          Field.nullable("tags", Type.list(Field.nullable("element", Type.string()))));

  @TempDir private Path directory;
  private String uri;
  private StoredFiles files;

  @BeforeEach
  void write() {
    uri = TestRoot.uri(directory);
    files = new StoredFiles(uri);
    try (TableWriter writer =
        TestTables.smallRowGroups(TableWriter.create(uri, SCHEMA), 1024)
            .columnGroups(ColumnGroupSpec.parse("id, score; name; tags"))
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setInt(0, i + 1);
          if (i % 4 != 0) {
            rows.setString(1, "name " + i);
            rows.setDouble(2, 1.5 * i);
            rows.value(3).beginList();
            rows.value(3).element().setString("tag " + i);
            rows.value(3).endList();
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    assertThat(problems()).isEmpty();
    assertThat(StoredExtents.of(uri)).hasSize(2 * 3);
  }

  private List<Problem> problems() {
    try (Table table = TestTables.open(uri)) {
      return table.verify(bytes -> {}).problems();
    }
  }

  private List<String> dataAndManifests() throws IOException {
    List<String> all = new ArrayList<>(files.list("/manifest-"));
    all.addAll(files.list(".albis"));
    assertThat(all).hasSize(2);
    return all;
  }

  /** The bytes to damage: all, except most of the zeros between stored data. */
  private static List<Integer> places(byte[] file) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < file.length; ) {
      int end = i;
      while (end < file.length && file[end] == 0) {
        end++;
      }
      int step = end - i >= MIN_ZEROS ? STEP_IN_ZEROS : 1;
      for (; i < end; i += step) {
        places.add(i);
      }
      i = end;
      if (end < file.length) {
        places.add(end);
        i = end + 1;
      }
    }
    return places;
  }

  @Test
  void namesTheFileOfEveryDamagedByte() throws IOException {
    for (String file : dataAndManifests()) {
      byte[] sound = files.read(file);
      for (int place : places(sound)) {
        byte[] damaged = sound.clone();
        damaged[place] ^= 0x40;
        files.write(file, damaged);
        assertThat(problems())
            .as("byte %d of %s", place, file)
            .isNotEmpty()
            .extracting(Problem::file)
            .containsOnly(file);
      }
      files.write(file, sound);
    }
    assertThat(problems()).isEmpty();
  }

  @Test
  void namesExtendedFiles() throws IOException {
    for (String file : dataAndManifests()) {
      byte[] sound = files.read(file);
      for (int more : new int[] {1, 64, 4096, 8192}) {
        for (int filler : new int[] {0, 0x5a}) {
          byte[] longer = Arrays.copyOf(sound, sound.length + more);
          Arrays.fill(longer, sound.length, longer.length, (byte) filler);
          files.write(file, longer);
          assertThat(problems())
              .as("%d bytes of %d after %s", more, filler, file)
              .hasSize(1)
              .extracting(Problem::file)
              .containsOnly(file);
        }
      }
      files.write(file, sound);
    }
  }

  @Test
  void namesTruncatedFiles() throws IOException {
    for (String file : dataAndManifests()) {
      byte[] sound = files.read(file);
      for (int less : new int[] {1, 63, 64, 65, sound.length / 2, sound.length - 1}) {
        files.write(file, Arrays.copyOf(sound, sound.length - less));
        assertThat(problems())
            .as("%s without %d bytes", file, less)
            .isNotEmpty()
            .extracting(Problem::file)
            .containsOnly(file);
      }
      files.write(file, sound);
    }
  }

  @Test
  void rejectsEveryDamagedByteOfTheSnapshot() throws IOException {
    String file = TablePaths.snapshot(1);
    byte[] sound = files.read(file);
    for (int place : places(sound)) {
      byte[] damaged = sound.clone();
      damaged[place] ^= 0x40;
      files.write(file, damaged);
      if (place < FileLayout.BODY_START) {
        // Readers do not need the head and the padding after it.
        assertThat(problems()).as("byte %d", place).extracting(Problem::file).containsExactly(file);
        continue;
      }
      assertThatThrownBy(this::problems)
          .as("byte %d", place)
          .isInstanceOfAny(CorruptFileException.class, UnsupportedVersionException.class)
          .hasMessageContaining(file);
    }
    files.write(file, Arrays.copyOf(sound, sound.length + 1));
    assertThatThrownBy(this::problems).isInstanceOf(CorruptFileException.class);
    files.write(file, sound);
    // Also if the table has been opened before.
    try (Table table = TestTables.open(uri)) {
      files.flip(file, 100, 1);
      assertThat(table.verify(bytes -> {}).problems())
          .extracting(Problem::file)
          .containsExactly(file);
    }
  }

  @Test
  void damagedSnapshotDoesNotHideOtherProblems() throws IOException {
    String data = files.list(".albis").get(0);
    try (Table table = TestTables.open(uri)) {
      files.delete(TablePaths.snapshot(1));
      files.flip(data, 0, 1);
      assertThat(table.verify(bytes -> {}).problems())
          .extracting(Problem::file)
          .containsExactlyInAnyOrder(TablePaths.snapshot(1), data);
    } catch (AlbisException e) {
      throw new AssertionError("verification must continue", e);
    }
  }
}
