/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.writer.FixedSources;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every byte of every kind of file flipped, and every length that it can be cut to: the right rows
 * or an exception that names the file, in little memory and time.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorruptionTest {

  private static final long MAX_ALLOCATED = 64L << 20;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.decimal(20, 2)),
          Field.nullable("flag", Type.bool()),
          Field.nullable("text", Type.string()),
          Field.nullable("tags", Type.parse("map<string, list<int16>>")));

  /** The kinds of files, and which of the table they are. */
  enum Victim {
    SNAPSHOT("_albis/snapshot-"),
    MANIFEST("_albis/manifest-"),
    ROWS("/cg-1.albis"),
    BOOLEANS("/cg-2.albis"),
    STRINGS("/cg-3.albis"),
    NESTED("/cg-4.albis");

    private final String part;

    Victim(String part) {
      this.part = part;
    }

    Path find(Path table) throws IOException {
      try (Stream<Path> files = Files.walk(table)) {
        return files
            .filter(Files::isRegularFile)
            .filter(file -> file.toString().contains(part))
            .sorted()
            .findFirst()
            .orElseThrow();
      }
    }
  }

  @TempDir Path directory;
  private Path table;
  private List<List<Object>> rows;

  @BeforeEach
  void write() {
    table = directory.resolve("t");
    rows = write(table, "corruption", 0);
  }

  private static List<List<Object>> write(Path path, String name, int first) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = first; i < first + 40; i++) {
      rows.add(
          Arrays.asList(
              i,
              i % 5 == 0 ? null : "name" + i,
              new BigDecimal(i + ".25"),
              i % 3 == 0 ? null : i % 2 == 0,
              i % 4 == 0 ? null : "text" + "x".repeat(i),
              List.of(Map.entry("k" + i, Arrays.asList((short) i, null)))));
    }
    try (TableWriter writer =
        new FixedSources(name)
            .apply(TableWriter.create(path.toString(), SCHEMA))
            .columnGroups(ColumnGroupSpec.parse("id,name,price;flag;text;tags"))
            .segmentSize(4096)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows);
      }
      writer.commit();
    }
    return rows;
  }

  private static ReadOptions options() {
    return ReadOptions.defaults().memoryLimit(MAX_ALLOCATED);
  }

  private static List<List<Object>> read(Path path, ReadOptions options) {
    List<List<Object>> found = new ArrayList<>();
    try (Table opened = Table.open(path.toString(), options);
        RowCursor cursor = opened.scan().rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    }
    return found;
  }

  /** Reads a damaged table: the right rows, or a typed exception. */
  private boolean isDetected(Path victim, String what) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    boolean isDetected = false;
    try {
      Values.assertSameRows(read(table, options()), rows);
    } catch (CorruptFileException e) {
      assertThat(e.getMessage()).as(what).contains(table.relativize(victim).toString());
      isDetected = true;
    } catch (AlbisException e) {
      // A version that is not known, or no snapshot at all.
      assertThat(e.getMessage()).as(what).containsPattern("version|feature|table|snapshot");
      isDetected = true;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as(what)
        .isLessThan(MAX_ALLOCATED);
    return isDetected;
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyFlippedByteIsFoundOrHarmless(Victim kind) throws IOException {
    Path victim = kind.find(table);
    byte[] sound = Files.readAllBytes(victim);
    int detected = 0;
    for (int i = 0; i < sound.length; i++) {
      byte[] damaged = sound.clone();
      // Another bit each time, and all of them at places that a length or count may start at.
      damaged[i] ^= (byte) (i % 4 == 3 ? 0xff : 1 << (i % 8));
      Files.write(victim, damaged);
      detected += isDetected(victim, kind + ", byte " + i + " flipped") ? 1 : 0;
    }
    // What is not found is padding.
    assertThat(detected).isGreaterThan(150);
    if (kind == Victim.SNAPSHOT || kind == Victim.MANIFEST) {
      // But for the head, of which readers need nothing that the tail does not say.
      assertThat(detected).isGreaterThanOrEqualTo(sound.length - 16);
    }
    Files.write(victim, sound);
    Values.assertSameRows(read(table, options()), rows);
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyTruncationIsFound(Victim kind) throws IOException {
    Path victim = kind.find(table);
    byte[] sound = Files.readAllBytes(victim);
    for (int length = 0; length < sound.length; length++) {
      Files.write(victim, Arrays.copyOf(sound, length));
      String what = kind + ", cut to " + length;
      assertThat(isDetected(victim, what)).as(what).isTrue();
    }
  }

  /** Then values may be wrong, but never anything outside of what was read. */
  @ParameterizedTest
  @EnumSource(
      value = Victim.class,
      names = {"ROWS", "BOOLEANS", "STRINGS", "NESTED"})
  void damageWithoutChecksumsStaysInside(Victim kind) throws IOException {
    Path victim = kind.find(table);
    byte[] sound = Files.readAllBytes(victim);
    for (int i = 0; i < sound.length; i++) {
      byte[] damaged = sound.clone();
      damaged[i] ^= (byte) (i % 2 == 0 ? 0xff : 0x80);
      Files.write(victim, damaged);
      try {
        read(table, options().withoutChecksums());
      } catch (AlbisException e) {
        assertThat(e.getMessage()).contains(table.relativize(victim).toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError(kind + ", byte " + i + " flipped: " + e, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Victim.class,
      names = {"MANIFEST", "ROWS", "BOOLEANS", "STRINGS", "NESTED"})
  void missingFilesAreFound(Victim kind) throws IOException {
    Path victim = kind.find(table);
    Files.delete(victim);
    assertThat(isDetected(victim, kind + " deleted")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void filesOfAnotherTableAreFound(Victim kind) throws IOException {
    Path other = directory.resolve("other");
    write(other, "another" + UUID.randomUUID(), 100);
    Path victim = kind.find(table);
    byte[] foreign = Files.readAllBytes(kind.find(other));
    Files.write(victim, foreign);
    if (kind == Victim.SNAPSHOT) {
      // The other table's snapshot names files that are not here.
      Path manifest = table.resolve(other.relativize(Victim.MANIFEST.find(other)));
      assertThat(isDetected(manifest, "snapshot")).isTrue();
    } else {
      assertThat(isDetected(victim, kind + " of another table")).isTrue();
    }
  }

  @Test
  void filesInEachOthersPlacesAreFound() throws IOException {
    byte[] rowFile = Files.readAllBytes(Victim.ROWS.find(table));
    for (Victim kind : List.of(Victim.BOOLEANS, Victim.STRINGS, Victim.NESTED, Victim.MANIFEST)) {
      Path victim = kind.find(table);
      byte[] sound = Files.readAllBytes(victim);
      Files.write(victim, rowFile);
      assertThat(isDetected(victim, kind + " replaced")).isTrue();
      Files.write(victim, sound);
    }
  }
}
