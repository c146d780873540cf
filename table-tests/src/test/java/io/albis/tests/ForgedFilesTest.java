// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.DamagedTable.options;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.albis.format.error.AlbisException;
import io.albis.format.proto.Manifest;
import io.albis.format.proto.SectionRef;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.predicate.Predicate;
import io.albis.storage.tck.TestRoot;
import io.albis.tests.DamagedTable.Victim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Metadata that is damaged although all checksums are right, as by a writer with a mistake or an
 * attacker: it may say something else, but reading never fails in other ways than by the exceptions
 * that are for that, and never takes more memory than it may.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgedFilesTest {

  private static final int TAIL = 64;

  @TempDir Path directory;
  private int refusals;
  private int foundByChecksum;

  @ParameterizedTest
  @EnumSource(Victim.class)
  void everyByteOfTheMetadataForged(Victim kind) throws IOException {
    DamagedTable table = DamagedTable.write(TestRoot.uri(directory.resolve("t")), "forged");
    if (kind.isData()) {
      OldFormat.removeFooters(table.files());
    }
    String victim = kind.find(table);
    byte[] sound = table.files().read(victim);
    int start = kind == Victim.MANIFEST ? 16 : footerOffset(sound);
    int[] masks = {0x01, 0x80, 0xff, 0x08, 0x10};
    boolean isThorough = "all".equals(System.getProperty("albis.masks"));
    int count = 0;
    for (int place : DamagedTable.places(sound.length - TAIL - start)) {
      int i = start + place;
      if (TestRoot.isLocal() && !isThorough && place % 2 == 1) {
        continue;
      }
      byte[] forged = sound.clone();
      forged[i] ^= (byte) masks[count++ % masks.length];
      seal(forged, kind);
      table.files().write(victim, forged);
      read(table, kind + ", byte " + i + " forged");
    }
    // Otherwise this tried nothing but checksums.
    assertThat(refusals).isGreaterThan(50 / DamagedTable.STEP);
    assertThat(foundByChecksum).isLessThan(refusals);
  }

  private static int footerOffset(byte[] file) {
    return (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(file.length - TAIL);
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /** Makes all checksums right again. */
  private static void seal(byte[] file, Victim kind) {
    int tail = file.length - TAIL;
    int footer = footerOffset(file);
    if (kind == Victim.MANIFEST) {
      sealSections(file, footer, tail);
    }
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(tail + 12, crc(file, footer, tail));
    bytes.putInt(tail + 52, crc(file, tail, tail + 52));
  }

  /** The checksums of the sections stand in the footer. */
  private static void sealSections(byte[] file, int footer, int tail) {
    Manifest.Builder manifest;
    try {
      manifest = Manifest.parseFrom(ByteString.copyFrom(file, footer, tail - footer)).toBuilder();
    } catch (InvalidProtocolBufferException e) {
      // The footer itself is what was forged.
      return;
    }
    for (SectionRef.Builder section : manifest.getSectionsBuilderList()) {
      long end = section.getOffset() + section.getLength();
      if (section.getOffset() >= 0 && section.getLength() >= 0 && end <= footer) {
        section.setCrc32C(crc(file, (int) section.getOffset(), (int) end));
      }
    }
    byte[] sealed = manifest.build().toByteArray();
    if (sealed.length == tail - footer) {
      System.arraycopy(sealed, 0, file, footer, sealed.length);
    }
  }

  private void read(DamagedTable damaged, String what) {
    try (Table table = Table.open(damaged.uri(), options())) {
      tolerate(() -> rows(table));
      tolerate(() -> batches(table));
      tolerate(() -> table.scan().splits(1000));
      tolerate(table::columnStatistics);
      tolerate(table::layout);
      tolerate(() -> table.verify(bytes -> {}));
    } catch (AlbisException e) {
      refused(e);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  private void tolerate(Runnable reading) {
    try {
      reading.run();
    } catch (AlbisException e) {
      refused(e);
    }
  }

  /** Refused in a way that users can tell from a mistake in the program. */
  private void refused(AlbisException e) {
    refusals++;
    foundByChecksum += e.getMessage().contains("checksum") ? 1 : 0;
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
