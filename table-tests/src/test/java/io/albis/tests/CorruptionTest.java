// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.DamagedTable.options;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.info.Problem;
import io.albis.reader.info.TableLayout.ExtentLayout;
import io.albis.reader.info.TableLayout.SegmentLayout;
import io.albis.storage.tck.TestRoot;
import io.albis.tests.DamagedTable.Victim;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
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
    table = make(TestRoot.uri(directory.resolve("t")), "corruption");
  }

  DamagedTable make(String uri, String name) throws IOException {
    return DamagedTable.write(uri, name);
  }

  /** Whether the manifest does not have them. */
  boolean readsFootersOfFiles() {
    return false;
  }

  /** Opens and reads a damaged table: the right rows, or a typed exception. */
  private boolean isDetected(Victim kind, String victim, String what) {
    return isDetected(kind, victim, what, () -> table.read(kind.columns(), options()));
  }

  private boolean isDetected(
      Victim kind, String victim, String what, Supplier<List<List<Object>>> read) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<List<Object>> found = null;
    try {
      found = read.get();
    } catch (CorruptFileException | UnsupportedVersionException e) {
      assertThat(e.getMessage()).as(what).contains(victim);
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
  private BitSet meaning(Victim kind, String victim) throws IOException {
    byte[] file = table.files().read(victim);
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
      try (Table opened = TestTables.open(table.uri())) {
        for (ExtentLayout extent : opened.layout().rowGroups().get(0).extents()) {
          if (victim.equals(extent.path())) {
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

  /**
   * How to read what is in a file: of a data file, by a table that has read its metadata. That
   * would hold on to the places of a file's blocks, on a cluster: it need not see other bytes.
   */
  private Supplier<List<List<Object>>> reading(Victim kind, Table opened) {
    return kind.isData() && TestRoot.isLocal()
        ? () -> DamagedTable.read(opened, kind.columns())
        : () -> table.read(kind.columns(), options());
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyFlippedByteIsFound(Victim kind) throws IOException {
    String victim = kind.find(table);
    byte[] sound = table.files().read(victim);
    BitSet meaning = meaning(kind, victim);
    assertThat(meaning.cardinality()).isGreaterThan(readsFootersOfFiles() ? 200 : 60);
    try (Table opened = TestTables.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int i : DamagedTable.places(sound.length)) {
        for (int mask : masks(i)) {
          table.files().write(victim, flipped(sound, i, mask));
          String what = kind + ", byte " + i + " flipped by " + Integer.toHexString(mask);
          if (isDetected(kind, victim, what, read) != meaning.get(i)) {
            throw new AssertionError(
                what + (meaning.get(i) ? " was not found" : " is padding, but found"));
          }
        }
      }
    }
    table.files().write(victim, sound);
    assertThat(isDetected(kind, victim, "sound file")).isFalse();
  }

  private static byte[] flipped(byte[] sound, int position, int mask) {
    byte[] flipped = sound.clone();
    flipped[position] ^= (byte) mask;
    return flipped;
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyTruncationIsFound(Victim kind) throws IOException {
    String victim = kind.find(table);
    byte[] sound = table.files().read(victim);
    try (Table opened = TestTables.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int length : DamagedTable.places(sound.length)) {
        table.files().write(victim, Arrays.copyOf(sound, length));
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
    String victim = kind.find(table);
    byte[] sound = table.files().read(victim);
    BitSet meaning = meaning(kind, victim);
    ReadOptions options = options().withoutChecksums();
    try (Table opened = TestTables.open(table.uri(), options)) {
      for (int i : DamagedTable.places(sound.length)) {
        for (int mask : meaning.get(i) ? masks(i) : new int[0]) {
          table.files().write(victim, flipped(sound, i, mask));
          readUnchecked(
              () ->
                  TestRoot.isLocal()
                      ? DamagedTable.read(opened, kind.columns())
                      : table.read(kind.columns(), options),
              victim,
              kind + ", byte " + i + " flipped by " + mask);
        }
      }
    }
  }

  private void readUnchecked(Supplier<List<List<Object>>> read, String victim, String what) {
    try {
      assertThat(read.get()).hasSameSizeAs(table.rows());
    } catch (AlbisException e) {
      assertThat(e.getMessage()).contains(victim);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Victim.class, names = "SNAPSHOT", mode = EnumSource.Mode.EXCLUDE)
  void missingFilesAreFound(Victim kind) throws IOException {
    String victim = kind.find(table);
    table.files().delete(victim);
    assertThat(isDetected(kind, victim, kind + " deleted")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Victim.class)
  void filesOfAnotherTableAreFound(Victim kind) throws IOException {
    DamagedTable other = make(TestRoot.uri(directory.resolve("other")), "another");
    String victim = kind.find(table);
    table.files().write(victim, other.files().read(kind.find(other)));
    // The other table's snapshot names files that are not here.
    String named = kind == Victim.SNAPSHOT ? Victim.MANIFEST.find(other) : victim;
    if (kind.isData() && !readsFootersOfFiles()) {
      // The same values, so that nothing is wrong with the segments.
      assertThat(problems()).singleElement().asString().contains("table id");
    } else {
      assertThat(isDetected(kind, named, kind + " of another table")).isTrue();
    }
  }

  private List<Problem> problems() {
    try (Table opened = TestTables.open(table.uri(), options())) {
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
    String victim = kind.find(table);
    byte[] sound = table.files().read(victim);
    int[] places = DamagedTable.places(sound.length);
    for (int i = 0; i < places.length; i += TestRoot.isLocal() ? 7 : 1) {
      table.files().write(victim, flipped(sound, places[i], 0x10));
      assertThat(problems()).as("byte " + places[i]).isNotEmpty();
    }
    table.files().write(victim, sound);
    assertThat(problems()).isEmpty();
  }

  @Test
  void filesInEachOthersPlacesAreFound() throws IOException {
    for (Victim kind : Victim.values()) {
      String victim = kind.find(table);
      byte[] sound = table.files().read(victim);
      for (Victim other : Victim.values()) {
        if (other != kind) {
          table.files().write(victim, table.files().read(other.find(table)));
          assertThat(isDetected(kind, victim, other + " in place of " + kind)).isTrue();
        }
      }
      table.files().write(victim, sound);
    }
  }

  @Test
  void directoriesInPlacesOfFilesAreFound() throws IOException {
    for (Victim kind : Victim.values()) {
      String victim = kind.find(table);
      byte[] sound = table.files().read(victim);
      table.files().delete(victim);
      table.files().makeDirectory(victim);
      try {
        table.read(kind.columns(), options());
        throw new AssertionError("A directory was read as " + kind);
      } catch (CorruptFileException | TableNotFoundException e) {
        assertThat(e.getMessage()).containsAnyOf(victim, "snapshot 1");
      }
      table.files().delete(victim);
      table.files().write(victim, sound);
    }
  }
}
