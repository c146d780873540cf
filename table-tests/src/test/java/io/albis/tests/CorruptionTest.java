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
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.reader.Problem;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import io.albis.storage.tck.TestRoot;
import io.albis.tests.CorruptionFixture.Part;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

  /** One part of each file. */
  private static final List<Part> FILES = List.of(Part.SNAPSHOT, Part.MANIFEST, Part.REST);

  /** One mask is used per byte; with {@code -Dalbis.masks=all}, every mask. */
  private static final int[] MASKS = {0x01, 0x80, 0xff};

  private static final boolean ALL_MASKS = "all".equals(System.getProperty("albis.masks"));

  @TempDir Path directory;
  private CorruptionFixture table;

  @BeforeEach
  void write() throws IOException {
    table = make(TestRoot.uri(directory.resolve("t")), "corruption");
    assertThat(Part.ROWS.extents(table))
        .hasSizeGreaterThan(1)
        .anyMatch(extent -> extent.segments().size() > 1);
  }

  CorruptionFixture make(String uri, String name) throws IOException {
    return CorruptionFixture.write(uri, name);
  }

  /** Whether reads take segments from data files, because the manifest does not describe them. */
  boolean readsEndsOfDataFiles() {
    return false;
  }

  /** The distance between the bytes of a column group that are corrupted; see the fixture. */
  int step() {
    return CorruptionFixture.STEP;
  }

  private int[] positions(Part part, BitSet bytes) {
    return CorruptionFixture.positions(part, bytes, step());
  }

  /**
   * Opens and reads a corrupt table. It must return the correct rows or throw a typed exception.
   */
  private boolean isDetected(Part part, String path, String what) {
    return isDetected(part, path, what, () -> table.read(part.columns(), options()));
  }

  private boolean isDetected(
      Part part, String path, String what, Supplier<List<List<Object>>> read) {
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
      Values.assertSameRows(found, table.expected(part.columns()));
    }
    return found == null;
  }

  /** The bytes of a part that affect reads of its columns; others are padding or redundant. */
  private BitSet significantBytes(Part part, String path) throws IOException {
    byte[] file = table.files().read(path);
    BitSet significant = new BitSet();
    for (ExtentLayout extent : part.extents(table)) {
      for (SegmentLayout segment : extent.segments()) {
        int start = (int) (extent.offset() + segment.offset());
        significant.set(start, (int) (start + segment.length()));
      }
    }
    if (!part.isColumnGroup() && (!part.isData() || readsEndsOfDataFiles())) {
      FileTail tail = FileTail.decode(FileEnd.whole(path, file));
      significant.set((int) tail.footerOffset(), file.length);
      Sections sections = StoredSections.of(table.files(), path);
      for (int i = sections.first(SectionKind.EXTENTS);
          i < sections.end(SectionKind.EXTENTS);
          i++) {
        int start = (int) sections.offset(i);
        significant.set(start, start + sections.length(i));
      }
    }
    return significant;
  }

  private static int[] masks(int i) {
    return ALL_MASKS ? MASKS : new int[] {MASKS[i % MASKS.length]};
  }

  /**
   * Returns a read that covers a part. Extents are read through a table that is already open. On a
   * cluster this does not work: the open table keeps the locations of blocks and may not see
   * changed bytes.
   */
  private Supplier<List<List<Object>>> reading(Part part, Table opened) {
    return part.isColumnGroup() && TestRoot.isLocal()
        ? () -> CorruptionFixture.read(opened, part.columns())
        : () -> table.read(part.columns(), options());
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void detectsEveryFlippedByte(Part part) throws IOException {
    String path = part.find(table);
    byte[] original = table.files().read(path);
    BitSet significant = significantBytes(part, path);
    if (part != Part.REST || readsEndsOfDataFiles()) {
      assertThat(significant.cardinality()).isGreaterThan(60);
    }
    try (Table opened = Table.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(part, opened);
      for (int i : positions(part, part.bytes(table))) {
        for (int mask : masks(i)) {
          table.files().write(path, flipped(original, i, mask));
          String what = part + ", byte " + i + " flipped by " + Integer.toHexString(mask);
          if (isDetected(part, path, what, read) != significant.get(i)) {
            throw new AssertionError(
                what
                    + (significant.get(i) ? " was not detected" : " is padding, but was detected"));
          }
        }
      }
    }
    table.files().write(path, original);
    assertThat(isDetected(part, path, "original file")).isFalse();
  }

  private static byte[] flipped(byte[] original, int position, int mask) {
    byte[] flipped = original.clone();
    flipped[position] ^= (byte) mask;
    return flipped;
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void detectsEveryTruncation(Part part) throws IOException {
    String path = part.find(table);
    byte[] original = table.files().read(path);
    try (Table opened = Table.open(table.uri(), options())) {
      Supplier<List<List<Object>>> read = reading(part, opened);
      for (int length : positions(part, part.bytes(table))) {
        table.files().write(path, Arrays.copyOf(original, length));
        String what = part + ", cut to " + length;
        assertThat(isDetected(part, path, what, read)).as(what).isTrue();
      }
    }
  }

  /** Values may be wrong, but no read may access memory outside its segments. */
  @ParameterizedTest
  @EnumSource(
      value = Part.class,
      names = {"SNAPSHOT", "MANIFEST", "REST"},
      mode = EnumSource.Mode.EXCLUDE)
  void readsStayInBoundsWithoutChecksums(Part part) throws IOException {
    String path = part.find(table);
    byte[] original = table.files().read(path);
    BitSet significant = significantBytes(part, path);
    ReadOptions options = options().withoutChecksums();
    try (Table opened = Table.open(table.uri(), options)) {
      for (int i : positions(part, significant)) {
        for (int mask : masks(i)) {
          table.files().write(path, flipped(original, i, mask));
          readUnchecked(
              () ->
                  TestRoot.isLocal()
                      ? CorruptionFixture.read(opened, part.columns())
                      : table.read(part.columns(), options),
              path,
              part + ", byte " + i + " flipped by " + mask);
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
  @EnumSource(value = Part.class, names = "SNAPSHOT", mode = EnumSource.Mode.EXCLUDE)
  void detectsMissingFiles(Part part) throws IOException {
    String path = part.find(table);
    table.files().delete(path);
    assertThat(isDetected(part, path, part + " deleted")).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void detectsFilesOfAnotherTable(Part part) throws IOException {
    CorruptionFixture other = make(TestRoot.uri(directory.resolve("other")), "another");
    String path = part.find(table);
    table.files().write(path, other.files().read(part.find(other)));
    // The snapshot of the other table references files that do not exist in this one.
    String reported = part == Part.SNAPSHOT ? Part.MANIFEST.find(other) : path;
    if (part.isData() && !readsEndsOfDataFiles()) {
      // Both tables have the same values, so the segments are valid.
      assertThat(problems()).singleElement().asString().contains("invalid id");
    } else {
      assertThat(isDetected(part, reported, part + " of another table")).isTrue();
    }
  }

  private List<Problem> problems() {
    try (Table opened = Table.open(table.uri(), options())) {
      return opened.verify(bytes -> {}).problems();
    }
  }

  /** Verification also covers padding and metadata that reads do not need. */
  @ParameterizedTest
  @EnumSource(
      value = Part.class,
      names = {"SNAPSHOT", "MANIFEST"},
      mode = EnumSource.Mode.EXCLUDE)
  void verifyDetectsEveryFlippedByte(Part part) throws IOException {
    String path = part.find(table);
    byte[] original = table.files().read(path);
    int[] positions = positions(part, part.bytes(table));
    for (int i = 0; i < positions.length; i += TestRoot.isLocal() ? 7 : 1) {
      table.files().write(path, flipped(original, positions[i], 0x10));
      assertThat(problems()).as("byte " + positions[i]).isNotEmpty();
    }
    table.files().write(path, original);
    assertThat(problems()).isEmpty();
  }

  @Test
  void detectsSwappedFiles() throws IOException {
    for (Part part : FILES) {
      String path = part.find(table);
      byte[] original = table.files().read(path);
      for (Part other : FILES) {
        if (other != part) {
          table.files().write(path, table.files().read(other.find(table)));
          assertThat(isDetected(part, path, other + " in place of " + part)).isTrue();
        }
      }
      table.files().write(path, original);
    }
  }

  @Test
  void detectsDirectoriesInPlaceOfFiles() throws IOException {
    for (Part part : FILES) {
      String path = part.find(table);
      byte[] original = table.files().read(path);
      table.files().delete(path);
      table.files().makeDirectory(path);
      try {
        table.read(part.columns(), options());
        throw new AssertionError("A directory was read as " + part);
      } catch (CorruptFileException | TableNotFoundException e) {
        assertThat(e.getMessage()).containsAnyOf(path, "snapshot 1");
      }
      table.files().delete(path);
      table.files().write(path, original);
    }
  }
}
