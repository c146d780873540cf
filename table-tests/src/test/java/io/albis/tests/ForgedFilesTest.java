// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.CorruptionFixture.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.ManifestSegments;
import io.albis.format.internal.metadata.Sections;
import io.albis.reader.AlbisFile;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Dataset;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.TestRoot;
import io.albis.tests.CorruptionFixture.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Corrupt metadata with valid checksums, as produced by a faulty writer or an attacker. Reads may
 * return other values, but they must fail only with the documented exceptions and must never exceed
 * the memory limit.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgedFilesTest {

  private static final int TAIL = 64;

  @TempDir Path directory;
  private int rejections;
  private int checksumErrors;

  @ParameterizedTest
  @EnumSource(
      value = Part.class,
      names = {"SNAPSHOT", "MANIFEST", "REST"})
  void rejectsForgedMetadata(Part part) throws IOException {
    CorruptionFixture table =
        CorruptionFixture.write(TestRoot.uri(directory.resolve("t")), "forged");
    if (part == Part.REST) {
      // So that readers use the sections of the data file.
      ManifestSegments.remove(table.files());
    }
    String path = part.find(table);
    byte[] original = table.files().read(path);
    Sections sections = StoredSections.of(table.files(), path);
    int start = (int) sections.start();
    int[] masks = {0x01, 0x80, 0xff, 0x08, 0x10};
    boolean isThorough = "all".equals(System.getProperty("albis.masks"));
    int count = 0;
    BitSet metadata = new BitSet();
    metadata.set(start, original.length - TAIL);
    int[] positions = CorruptionFixture.positions(part, metadata, CorruptionFixture.STEP);
    // A forged data file is read twice, and has the most metadata.
    boolean isThinned = !isThorough && TestRoot.isLocal() && CorruptionFixture.STEP == 1;
    int step = !isThinned ? 1 : part == Part.REST ? 5 : 2;
    for (int k = 0; k < positions.length; k += step) {
      int i = positions[k];
      byte[] forged = original.clone();
      forged[i] ^= (byte) masks[count++ % masks.length];
      fixChecksums(forged, sections);
      table.files().write(path, forged);
      read(() -> TestTables.open(table.uri(), options()), part + ", byte " + i + " forged");
      if (part == Part.REST) {
        String uri = table.uri() + "/" + path;
        read(() -> AlbisFile.open(uri, options()), "byte " + i + " of " + path + " forged");
      }
    }
    // Otherwise the test would cover only checksums.
    assertThat(rejections).isGreaterThan(50 / CorruptionFixture.STEP);
    assertThat(checksumErrors).isLessThan(rejections);
  }

  private static int footerOffset(byte[] file) {
    return (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(file.length - TAIL);
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /**
   * Recomputes all checksums.
   *
   * @param sections of the original file
   */
  private static void fixChecksums(byte[] file, Sections sections) {
    int tail = file.length - TAIL;
    int footer = footerOffset(file);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < sections.count(); i++) {
      fixSectionChecksum(file, footer, sections, i);
    }
    bytes.putInt(tail + 12, crc(file, footer, tail));
    bytes.putInt(tail + 52, crc(file, tail, tail + 52));
  }

  /** Replaces the checksum of a section, which is four bytes in the footer. */
  private static void fixSectionChecksum(byte[] file, int footer, Sections sections, int index) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int start = (int) sections.offset(index);
    int crc = crc(file, start, start + sections.length(index));
    for (int i = footer; crc != sections.crc32c(index) && i < file.length - TAIL - 3; i++) {
      if (bytes.getInt(i) == sections.crc32c(index)) {
        bytes.putInt(i, crc);
        return;
      }
    }
    // If no checksum was replaced, the section must be unchanged.
    assertThat(crc).isEqualTo(sections.crc32c(index));
  }

  private void read(Supplier<Dataset> damaged, String what) {
    try (Dataset table = damaged.get()) {
      tolerate(() -> rows(table));
      tolerate(() -> batches(table));
      tolerate(() -> table.scan().splits(1000));
      tolerate(table::columnStatistics);
      tolerate(table::layout);
      tolerate(() -> table.verify(bytes -> {}));
    } catch (AlbisException e) {
      rejected(e);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  private void tolerate(Runnable reading) {
    try {
      reading.run();
    } catch (AlbisException e) {
      rejected(e);
    }
  }

  /** Counts a rejection by an exception that users can distinguish from a bug. */
  private void rejected(AlbisException e) {
    rejections++;
    checksumErrors += e.getMessage().contains("checksum") ? 1 : 0;
  }

  private static void rows(Dataset table) {
    try (RowCursor rows = table.scan().rows()) {
      while (rows.next()) {
        rows.row().materialize();
      }
    }
  }

  private static void batches(Dataset table) {
    Predicate filter =
        Predicate.and(
            Predicate.greaterOrEqual("id", 3),
            Predicate.or(
                Predicate.startsWith("text", "te"),
                Predicate.isNull("long"),
                Predicate.equal("name", "name7")));
    try (BatchCursor batches = table.scan().filter(filter).batches()) {
      while (batches.next()) {
        ColumnBatch batch = batches.batch();
        for (int c = 0; c < batch.columnCount(); c++) {
          for (int i = 0; i < batch.selectedCount(); i++) {
            batch.column(c).getObject(batch.selectedRow(i));
          }
        }
      }
    }
  }
}
