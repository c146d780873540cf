// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.CorruptionFixture.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisException;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.predicate.Predicate;
import io.albis.storage.tck.TestRoot;
import io.albis.tests.CorruptionFixture.TableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  @EnumSource(TableFile.class)
  void rejectsForgedMetadata(TableFile kind) throws IOException {
    CorruptionFixture table =
        CorruptionFixture.write(TestRoot.uri(directory.resolve("t")), "forged");
    if (kind.isData()) {
      ManifestFooters.remove(table.files());
    }
    String path = kind.find(table);
    byte[] original = table.files().read(path);
    int start = kind == TableFile.MANIFEST ? 16 : footerOffset(original);
    List<SectionRef> sections = kind == TableFile.MANIFEST ? sections(table, original) : List.of();
    int[] masks = {0x01, 0x80, 0xff, 0x08, 0x10};
    boolean isThorough = "all".equals(System.getProperty("albis.masks"));
    int count = 0;
    for (int position : CorruptionFixture.positions(original.length - TAIL - start)) {
      int i = start + position;
      if (TestRoot.isLocal() && !isThorough && position % 2 == 1) {
        continue;
      }
      byte[] forged = original.clone();
      forged[i] ^= (byte) masks[count++ % masks.length];
      fixChecksums(forged, sections);
      table.files().write(path, forged);
      read(table, kind + ", byte " + i + " forged");
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
   * @param sections the sections of a manifest; empty for other files
   */
  private static void fixChecksums(byte[] file, List<SectionRef> sections) {
    int tail = file.length - TAIL;
    int footer = footerOffset(file);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    sections.forEach(section -> fixSectionChecksum(file, footer, section));
    bytes.putInt(tail + 12, crc(file, footer, tail));
    bytes.putInt(tail + 52, crc(file, tail, tail + 52));
  }

  /** Replaces the checksum of a section, which is four bytes in the footer. */
  private static void fixSectionChecksum(byte[] file, int footer, SectionRef section) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int start = (int) section.offset();
    int crc = crc(file, start, start + section.length());
    for (int i = footer; crc != section.crc32c() && i < file.length - TAIL - 3; i++) {
      if (bytes.getInt(i) == section.crc32c()) {
        bytes.putInt(i, crc);
        return;
      }
    }
    // If no checksum was replaced, the section must be unchanged.
    assertThat(crc).isEqualTo(section.crc32c());
  }

  /** The sections of the only manifest of the first snapshot. */
  private static List<SectionRef> sections(CorruptionFixture table, byte[] manifest)
      throws IOException {
    String path = TablePaths.snapshot(1);
    Snapshot snapshot = SnapshotFile.decode(table.files().read(path), path, 1).snapshot();
    ManifestRef ref = snapshot.manifests().get(0);
    int start = manifest.length - TAIL - ref.footerLength();
    byte[] end = Arrays.copyOfRange(manifest, start, manifest.length);
    return ManifestFile.decode(end, ref, snapshot.tableId()).sections();
  }

  private void read(CorruptionFixture damaged, String what) {
    try (Table table = TestTables.open(damaged.uri(), options())) {
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

  private static void rows(Table table) {
    try (RowCursor rows = table.scan().rows()) {
      while (rows.next()) {
        rows.row().materialize();
      }
    }
  }

  private static void batches(Table table) {
    Predicate filter =
        Predicate.and(
            Predicate.greaterOrEqual("id", 3),
            Predicate.or(
                Predicate.startsWith("text", "te"),
                Predicate.isNull("long"),
                Predicate.equal("name", "name7")));
    try (BatchCursor batches = table.scan().filter(filter).exactFilter().batches()) {
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
