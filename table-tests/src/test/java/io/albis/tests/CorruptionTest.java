// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.CorruptionFixture.options;
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
import io.albis.tests.CorruptionFixture.TableFile;
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
 * Flips every byte of each kind of file, and truncates it to every length. A read must return the
 * correct rows or throw an exception that names the file, within bounds on memory and time.
 *
 * <p>Segments come from storage in every run: files change under an open table, which a caching
 * source does not notice.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorruptionTest {

  private static final int TAIL = 64;

  /** One mask is used per byte; with {@code -Dalbis.masks=all}, every mask. */
  private static final int[] MASKS = {0x01, 0x80, 0xff};

  private static final boolean ALL_MASKS = "all".equals(System.getProperty("albis.masks"));

  @TempDir Path directory;
  private CorruptionFixture table;

  @BeforeEach
  void write() throws IOException {
    table = make(TestRoot.uri(directory.resolve("t")), "corruption");
  }

  CorruptionFixture make(String uri, String name) throws IOException {
    return CorruptionFixture.write(uri, name);
  }

  /** Whether reads take segments from data files, because the manifest does not describe them. */
  boolean readsEndsOfDataFiles() {
    return false;
  }

  /**
   * Opens and reads a corrupt table. It must return the correct rows or throw a typed exception.
   */
  private boolean isDetected(TableFile kind, String path, String what) {
    return isDetected(kind, path, what, () -> table.read(kind.columns(), options()));
  }

  private boolean isDetected(
      TableFile kind, String path, String what, Supplier<List<List<Object>>> read) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    List<List<Object>> found = null;
    try {
      found = read.get();
    } catch (CorruptFileException | UnsupportedVersionException e) {
      assertThat(e.getMessage()).as(what).contains(path);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as(what)
        .isLessThan(CorruptionFixture.MAX_ALLOCATED);
    if (found != null) {
      Values.assertSameRows(found, table.expected(kind.columns()));
    }
    return found == null;
  }

  /** The bytes of a file that affect reads; all others are padding. */
  private BitSet significantBytes(TableFile kind, String path) throws IOException {
    byte[] file = table.files().read(path);
    BitSet significant = new BitSet();
    if (kind == TableFile.MANIFEST) {
      // The header contains nothing that readers need in addition to the tail.
      significant.set(16, file.length);
    } else if (kind == TableFile.SNAPSHOT) {
      significant.set(0, file.length);
    } else {
      int tail = file.length - TAIL;
      long footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(tail);
      significant.set((int) footer, file.length, readsEndsOfDataFiles());
      try (Table opened = Table.open(table.uri())) {
        for (ExtentLayout extent : opened.layout().rowGroups().get(0).extents()) {
          if (path.equals(extent.path())) {
            assertThat(extent.segments())
                .hasSizeGreaterThanOrEqualTo(kind == TableFile.ROWS ? 2 : 1);
            for (SegmentLayout segment : extent.segments()) {
              significant.set((int) segment.offset(), (int) (segment.offset() + segment.length()));
            }
          }
        }
      }
    }
    return significant;
  }

  private static int[] masks(int i) {
    return ALL_MASKS ? MASKS : new int[] {MASKS[i % MASKS.length]};
  }

  /**
   * Returns a read that covers a file. Data files are read through a table that is already open. On
   * a cluster this does not work: the open table keeps the locations of blocks and may not see
   * changed bytes.
   */
  private Supplier<List<List<Object>>> reading(TableFile kind, Table opened) {
    return kind.isData() && TestRoot.isLocal()
        ? () -> CorruptionFixture.read(opened, kind.columns())
        : () -> table.read(kind.columns(), options());
  }

  @ParameterizedTest
  @EnumSource(TableFile.class)
  void detectsEveryFlippedByte(TableFile kind) throws IOException {
    String path = kind.find(table);
    byte[] original = table.files().read(path);
    BitSet significant = significantBytes(kind, path);
    assertThat(significant.cardinality()).isGreaterThan(readsEndsOfDataFiles() ? 200 : 60);
    try (Table opened = Table.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int i : CorruptionFixture.positions(original.length)) {
        for (int mask : masks(i)) {
          table.files().write(path, flipped(original, i, mask));
          String what = kind + ", byte " + i + " flipped by " + Integer.toHexString(mask);
          if (isDetected(kind, path, what, read) != significant.get(i)) {
            throw new AssertionError(
                what
                    + (significant.get(i) ? " was not detected" : " is padding, but was detected"));
          }
        }
      }
    }
    table.files().write(path, original);
    assertThat(isDetected(kind, path, "original file")).isFalse();
  }

  private static byte[] flipped(byte[] original, int position, int mask) {
    byte[] flipped = original.clone();
    flipped[position] ^= (byte) mask;
    return flipped;
  }

  @ParameterizedTest
  @EnumSource(TableFile.class)
  void detectsEveryTruncation(TableFile kind) throws IOException {
    String path = kind.find(table);
    byte[] original = table.files().read(path);
    try (Table opened = Table.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(kind, opened);
      for (int length : CorruptionFixture.positions(original.length)) {
        table.files().write(path, Arrays.copyOf(original, length));
        String what = kind + ", cut to " + length;
        assertThat(isDetected(kind, path, what, read)).as(what).isTrue();
      }
    }
  }

  /** Values may be wrong, but no read may access memory outside its segments. */
  @ParameterizedTest
  @EnumSource(
      value = TableFile.class,
      names = {"SNAPSHOT", "MANIFEST"},
      mode = EnumSource.Mode.EXCLUDE)
  void readsStayInBoundsWithoutChecksums(TableFile kind) throws IOException {
    String path = kind.find(table);
    byte[] original = table.files().read(path);
    BitSet significant = significantBytes(kind, path);
    ReadOptions options = options().withoutChecksums();
    try (Table opened = Table.open(table.uri(), options)) {
      for (int i : CorruptionFixture.positions(original.length)) {
        for (int mask : significant.get(i) ? masks(i) : new int[0]) {
          table.files().write(path, flipped(original, i, mask));
          readUnchecked(
              () ->
                  TestRoot.isLocal()
                      ? CorruptionFixture.read(opened, kind.columns())
                      : table.read(kind.columns(), options),
              path,
              kind + ", byte " + i + " flipped by " + mask);
        }
      }
    }
  }

  private void readUnchecked(Supplier<List<List<Object>>> read, String path, String what) {
    try {
      assertThat(read.get()).hasSameSizeAs(table.rows());
    } catch (AlbisException e) {
      assertThat(e.getMessage()).contains(path);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  @ParameterizedTest
  @EnumSource(value = TableFile.class, names = "SNAPSHOT", mode = EnumSource.Mode.EXCLUDE)
  void detectsMissingFiles(TableFile kind) throws IOException {
    String path = kind.find(table);
    table.files().delete(path);
    assertThat(isDetected(kind, path, kind + " deleted")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(TableFile.class)
  void detectsFilesOfAnotherTable(TableFile kind) throws IOException {
    CorruptionFixture other = make(TestRoot.uri(directory.resolve("other")), "another");
    String path = kind.find(table);
    table.files().write(path, other.files().read(kind.find(other)));
    // The snapshot of the other table references files that do not exist in this one.
    String reported = kind == TableFile.SNAPSHOT ? TableFile.MANIFEST.find(other) : path;
    if (kind.isData() && !readsEndsOfDataFiles()) {
      // Both tables have the same values, so the segments are valid.
      assertThat(problems()).singleElement().asString().contains("table id");
    } else {
      assertThat(isDetected(kind, reported, kind + " of another table")).isTrue();
    }
  }

  private List<Problem> problems() {
    try (Table opened = Table.open(table.uri(), options())) {
      return opened.verify(bytes -> {}).problems();
    }
  }

  /** Verification also covers footers that reads do not need. */
  @ParameterizedTest
  @EnumSource(
      value = TableFile.class,
      names = {"SNAPSHOT", "MANIFEST"},
      mode = EnumSource.Mode.EXCLUDE)
  void verifyDetectsEveryFlippedByte(TableFile kind) throws IOException {
    String path = kind.find(table);
    byte[] original = table.files().read(path);
    int[] positions = CorruptionFixture.positions(original.length);
    for (int i = 0; i < positions.length; i += TestRoot.isLocal() ? 7 : 1) {
      table.files().write(path, flipped(original, positions[i], 0x10));
      assertThat(problems()).as("byte " + positions[i]).isNotEmpty();
    }
    table.files().write(path, original);
    assertThat(problems()).isEmpty();
  }

  @Test
  void detectsSwappedFiles() throws IOException {
    for (TableFile kind : TableFile.values()) {
      String path = kind.find(table);
      byte[] original = table.files().read(path);
      for (TableFile other : TableFile.values()) {
        if (other != kind) {
          table.files().write(path, table.files().read(other.find(table)));
          assertThat(isDetected(kind, path, other + " in place of " + kind)).isTrue();
        }
      }
      table.files().write(path, original);
    }
  }

  @Test
  void detectsDirectoriesInPlaceOfFiles() throws IOException {
    for (TableFile kind : TableFile.values()) {
      String path = kind.find(table);
      byte[] original = table.files().read(path);
      table.files().delete(path);
      table.files().makeDirectory(path);
      try {
        table.read(kind.columns(), options());
        throw new AssertionError("A directory was read as " + kind);
      } catch (CorruptFileException | TableNotFoundException e) {
        assertThat(e.getMessage()).containsAnyOf(path, "snapshot 1");
      }
      table.files().delete(path);
      table.files().write(path, original);
    }
  }
}
