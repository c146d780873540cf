// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.layout.Layout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Checks the worked examples of the specification: lengths, checksums and messages. */
class SpecExamplesTest {
  private static final UUID TABLE_ID = UUID.fromString("10111213-1415-1617-1819-1a1b1c1d1e1f");
  private static final Path SPEC = TestPaths.formatSpec().resolve("SPEC.md");
  private static final Pattern HEX_LINE =
      Pattern.compile("([0-9a-f]{2,3}) +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?:   .*)?");

  @Test
  void crcParameters() {
    assertThat(crc("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0xe3069283L);
  }

  @Test
  void snapshotFile() throws Exception {
    byte[] file = example("## 5.", 0, 152);
    checkTail(file, 16, 72);
    SnapshotFile decoded = SnapshotFile.decode(file, "snapshot-1", 1);
    assertThat(decoded.schema()).isEqualTo(Schema.of(Field.nullable("x", Type.int32()).withId(1)));
    assertThat(decoded.columnGroups().get(0).layout()).isEqualTo(Layout.COLUMN);
    Snapshot snapshot = decoded.snapshot();
    assertThat(snapshot.tableId()).isEqualTo(TABLE_ID);
    assertThat(snapshot.timestampMillis()).isEqualTo(1767225600000L);
    assertThat(snapshot.nextFieldId()).isEqualTo(2);
  }

  @Test
  void columnLayoutOfStrings() throws Exception {
    assertThat(crc(example("## 10.", 1, 135))).isEqualTo(0x142d3c64L);
  }

  @Test
  void columnLayoutOfLists() throws Exception {
    ByteBuffer segment = littleEndian(example("## 10.", 0, 198));
    assertThat(segment.getInt(64 + 16)).isEqualTo(3);
    assertThat(segment.getShort(192 + 4)).isEqualTo((short) 7);
  }

  @Test
  void rowLayout() throws Exception {
    byte[] segment = example("## 11.", 0, 126);
    assertThat(crc(segment)).isEqualTo(0xe2c07547L);
    assertThat(littleEndian(segment).getDouble(40 + 16)).isEqualTo(-0.0);
  }

  @Test
  void dataFile() throws Exception {
    byte[] file = example("## 20.", 0, 4096);
    checkTail(file, 0xf66, 90);
    Extent extent = Extent.ofFile("f", 4096, new DataFile.Encoded(file, 90), 8, List.of());
    byte[] footerAndTail = Arrays.copyOfRange(file, 0xf66, 4096);
    DataFile decoded = DataFile.decode(footerAndTail, extent, 1, 3, TABLE_ID);
    Segment segment = decoded.segments().get(0);
    assertThat(segment.length()).isEqualTo(76);
    assertThat(Integer.toUnsignedLong(segment.crc32c()))
        .isEqualTo(crc(Arrays.copyOf(file, 76)))
        .isEqualTo(0x949b5444L);
    assertThat(segment.bufferLength(0)).isEqualTo(1);
    assertThat(segment.bufferLength(1)).isEqualTo(12);
  }

  private static void checkTail(byte[] file, int footerOffset, int footerLength) {
    ByteBuffer tail = littleEndian(Arrays.copyOfRange(file, file.length - 64, file.length));
    byte[] footer = Arrays.copyOfRange(file, footerOffset, footerOffset + footerLength);
    assertThat(tail.getLong(0)).isEqualTo(footerOffset);
    assertThat(tail.getInt(8)).isEqualTo(footerLength);
    assertThat(Integer.toUnsignedLong(tail.getInt(12))).isEqualTo(crc(footer));
    assertThat(Integer.toUnsignedLong(tail.getInt(52)))
        .isEqualTo(crc(Arrays.copyOfRange(file, file.length - 64, file.length - 12)));
  }

  /** The bytes of the nth example of a section, counted from 0; gaps are zeros. */
  private static byte[] example(String section, int number, int length) throws Exception {
    String text = Files.readString(SPEC);
    String body = text.substring(text.indexOf("\n" + section));
    String[] blocks = body.split("\n```\n", -1);
    byte[] bytes = new byte[length];
    int found = -1;
    for (int block = 1; block < blocks.length; block += 2) {
      if (!HEX_LINE.matcher(blocks[block].lines().findFirst().orElse("")).matches()) {
        continue;
      }
      found++;
      if (found == number) {
        blocks[block].lines().forEach(line -> putLine(line, bytes));
        return bytes;
      }
    }
    throw new AssertionError("No example " + number + " in section " + section);
  }

  private static void putLine(String line, byte[] bytes) {
    Matcher matcher = HEX_LINE.matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();
    int at = Integer.parseInt(matcher.group(1), 16);
    for (String hex : matcher.group(2).split(" ", -1)) {
      bytes[at++] = (byte) Integer.parseInt(hex, 16);
    }
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }
}
