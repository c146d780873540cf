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

import static io.albis.tests.DamagedTable.options;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.Problem;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import io.albis.tests.DamagedTable.Victim;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorruptionTest {

  private static final int TAIL = 64;

  /** One of them for each byte; {@code -Dalbis.masks=all} tries all on each. */
  private static final int[] MASKS = {0x01, 0x80, 0xff};

  private static final boolean ALL_MASKS = "all".equals(System.getProperty("albis.masks"));

  @TempDir Path directory;
  private DamagedTable table;

  @BeforeEach
  void write() throws IOException {
    table = make(directory.resolve("t"), "corruption");
  }

  DamagedTable make(Path path, String name) throws IOException {
    return DamagedTable.write(path, name);
  }

  /** Whether the manifest does not have them. */
  boolean readsFootersOfFiles() {
    return false;
  }

  /** Opens and reads a damaged table: the right rows, or a typed exception. */
  private boolean isDetected(Victim kind, Path victim, String what) {
    return isDetected(kind, victim, what, () -> table.read(kind.columns(), options()));
  }

  private boolean isDetected(
      Victim kind, Path victim, String what, Supplier<List<List<Object>>> read) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<List<Object>> found = null;
    try {
      found = read.get();
    } catch (CorruptFileException | UnsupportedVersionException e) {
      assertThat(e.getMessage()).as(what).contains(table.path().relativize(victim).toString());
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as(what)
        .isLessThan(DamagedTable.MAX_ALLOCATED);
    if (found != null) {
      Values.assertSameRows(found, table.expected(kind.columns()));
    }
    return found == null;
  }

  /** The bytes of a file that mean something: all others are padding. */
  private BitSet meaning(Victim kind, Path victim) throws IOException {
    byte[] file = Files.readAllBytes(victim);
    BitSet meaning = new BitSet();
    if (kind == Victim.MANIFEST) {
      // Readers need nothing of a head that the tail does not say.
      meaning.set(16, file.length);
    } else if (kind == Victim.SNAPSHOT) {
      meaning.set(0, file.length);
      // A minor version that is not known.
      meaning.clear(10);
    } else {
      int tail = file.length - TAIL;
      long footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(tail);
      meaning.set((int) footer, file.length, readsFootersOfFiles());
      try (Table opened = Table.open(table.path().toString())) {
        for (ExtentLayout extent : opened.layout().rowGroups().get(0).extents()) {
          if (victim.endsWith(extent.path())) {
            assertThat(extent.segments()).hasSizeGreaterThanOrEqualTo(kind == Victim.ROWS ? 2 : 1);
            for (SegmentLayout segment : extent.segments()) {
              meaning.set((int) segment.offset(), (int) (segment.offset() + segment.length()));
            }
          }
        }
      }
    }
    return meaning;
  }

  private static int[] masks(int i) {
    return ALL_MASKS ? MASKS : new int[] {MASKS[i % MASKS.length]};
  }

  /** How to read what is in a file: of a data file, by a table that has read its metadata. */
  private Supplier<List<List<Object>>> reading(Victim kind, Table opened) {
    return kind.isData()
        ? () -> DamagedTable.read(opened, kind.columns())
        : () -> table.read(kind.columns(), options());
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyFlippedByteIsFound(Victim kind) throws IOException {
    Path victim = kind.find(table.path());
    byte[] sound = Files.readAllBytes(victim);
    BitSet meaning = meaning(kind, victim);
    assertThat(meaning.cardinality()).isGreaterThan(readsFootersOfFiles() ? 200 : 60);
    try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw");
        Table opened = Table.open(table.path().toString(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int i = 0; i < sound.length; i++) {
        for (int mask : masks(i)) {
          put(file, i, sound[i] ^ mask);
          String what = kind + ", byte " + i + " flipped by " + Integer.toHexString(mask);
          if (isDetected(kind, victim, what, read) != meaning.get(i)) {
            throw new AssertionError(
                what + (meaning.get(i) ? " was not found" : " is padding, but found"));
          }
        }
        put(file, i, sound[i]);
      }
    }
    assertThat(Files.readAllBytes(victim)).isEqualTo(sound);
    assertThat(isDetected(kind, victim, "sound file")).isFalse();
  }

  private static void put(RandomAccessFile file, int position, int value) throws IOException {
    file.seek(position);
    file.write(value);
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyTruncationIsFound(Victim kind) throws IOException {
    Path victim = kind.find(table.path());
    try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw");
        Table opened = Table.open(table.path().toString(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int length = (int) file.length() - 1; length >= 0; length--) {
        file.setLength(length);
        String what = kind + ", cut to " + length;
        assertThat(isDetected(kind, victim, what, read)).as(what).isTrue();
      }
    }
  }

  /** Then values may be wrong, but never anything outside of what was read. */
  @ParameterizedTest
  @EnumSource(
      value = Victim.class,
      names = {"SNAPSHOT", "MANIFEST"},
      mode = EnumSource.Mode.EXCLUDE)
  void damageWithoutChecksumsStaysInside(Victim kind) throws IOException {
    Path victim = kind.find(table.path());
    byte[] sound = Files.readAllBytes(victim);
    BitSet meaning = meaning(kind, victim);
    try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw");
        Table opened = Table.open(table.path().toString(), options().withoutChecksums())) {
      for (int i = meaning.nextSetBit(0); i >= 0; i = meaning.nextSetBit(i + 1)) {
        for (int mask : masks(i)) {
          put(file, i, sound[i] ^ mask);
          readUnchecked(kind, opened, victim, "byte " + i + " flipped by " + mask);
        }
        put(file, i, sound[i]);
      }
    }
  }

  private void readUnchecked(Victim kind, Table opened, Path victim, String what) {
    try {
      assertThat(DamagedTable.read(opened, kind.columns())).hasSameSizeAs(table.rows());
    } catch (AlbisException e) {
      assertThat(e.getMessage()).contains(table.path().relativize(victim).toString());
    } catch (RuntimeException | Error e) {
      throw new AssertionError(kind + ", " + what + ": " + e, e);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Victim.class, names = "SNAPSHOT", mode = EnumSource.Mode.EXCLUDE)
  void missingFilesAreFound(Victim kind) throws IOException {
    Path victim = kind.find(table.path());
    Files.delete(victim);
    assertThat(isDetected(kind, victim, kind + " deleted")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void filesOfAnotherTableAreFound(Victim kind) throws IOException {
    DamagedTable other = make(directory.resolve("other"), "another");
    Path victim = kind.find(table.path());
    Files.write(victim, Files.readAllBytes(kind.find(other.path())));
    // The other table's snapshot names files that are not here.
    Path named =
        kind == Victim.SNAPSHOT
            ? table.path().resolve(other.path().relativize(Victim.MANIFEST.find(other.path())))
            : victim;
    if (kind.isData() && !readsFootersOfFiles()) {
      // The same values, so that nothing is wrong with the segments.
      assertThat(problems()).singleElement().asString().contains("table id");
    } else {
      assertThat(isDetected(kind, named, kind + " of another table")).isTrue();
    }
  }

  private List<Problem> problems() {
    try (Table opened = Table.open(table.path().toString(), options())) {
      return opened.verify(bytes -> {}).problems();
    }
  }

  /** Also of footers that readers do not read. */
  @ParameterizedTest
  @EnumSource(
      value = Victim.class,
      names = {"SNAPSHOT", "MANIFEST"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyFlippedByteIsFoundByVerifying(Victim kind) throws IOException {
    Path victim = kind.find(table.path());
    byte[] sound = Files.readAllBytes(victim);
    try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw")) {
      for (int i = 0; i < sound.length; i += 7) {
        put(file, i, sound[i] ^ 0x10);
        assertThat(problems()).as("byte " + i).isNotEmpty();
        put(file, i, sound[i]);
      }
    }
    assertThat(problems()).isEmpty();
  }

  @Test
  void filesInEachOthersPlacesAreFound() throws IOException {
    for (Victim kind : Victim.values()) {
      Path victim = kind.find(table.path());
      byte[] sound = Files.readAllBytes(victim);
      for (Victim other : Victim.values()) {
        if (other != kind) {
          Files.write(victim, Files.readAllBytes(other.find(table.path())));
          assertThat(isDetected(kind, victim, other + " in place of " + kind)).isTrue();
        }
      }
      Files.write(victim, sound);
    }
  }

  @Test
  void directoriesInPlacesOfFilesAreFound() throws IOException {
    for (Victim kind : Victim.values()) {
      Path victim = kind.find(table.path());
      byte[] sound = Files.readAllBytes(victim);
      Files.delete(victim);
      Files.createDirectory(victim);
      try {
        table.read(kind.columns(), options());
        throw new AssertionError("A directory was read as " + kind);
      } catch (CorruptFileException | TableNotFoundException e) {
        assertThat(e.getMessage()).containsAnyOf(victim.getFileName().toString(), "snapshot 1");
      }
      Files.delete(victim);
      Files.write(victim, sound);
    }
  }
}
