// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class MetadataFilesTest {

  private static ManifestRef manifestRef(ManifestFile.Encoded manifest) {
    return ManifestRef.builder()
        .path("_albis/manifest-x")
        .file(manifest)
        .rowGroupCount(1)
        .rowCount(3)
        .dataBytes(4096)
        .columnGroupIds(List.of(1))
        .build();
  }

  @Test
  void snapshotOfTheSpecExample() {
    byte[] file = SnapshotFile.encode(Examples.snapshot());
    assertThat(file).hasSize(152);
    assertThat(HexFormat.of().formatHex(file, 0x58, 152))
        .isEqualTo(
            "1000000000000000"
                + "4800000047ac34f31011121314151617"
                + "18191a1b1c1d1e1f0101000000000000"
                + "000000000000000000000000c48c19f7"
                + "414c4249530d0a1a");
    SnapshotFile decoded = SnapshotFile.decode(file, "snapshot-1", 1);
    assertThat(decoded.snapshot()).isEqualTo(Examples.snapshot());
    assertThat(decoded.schema()).isEqualTo(Examples.SCHEMA);
    assertThat(decoded.statistics()).isEmpty();
  }

  @Test
  void dataFileOfTheSpecExample() {
    DataFile.Encoded end = DataFile.encodeEnd(Examples.footer(), 76);
    assertThat(end.footerLength()).isEqualTo(90);
    assertThat(end.bytes()).hasSize(4096 - 76);
    assertThat(HexFormat.of().formatHex(end.bytes(), 0xfc0 - 76, 0xfd0 - 76))
        .isEqualTo("660f0000000000005a00000024588f0a");
    byte[] footerAndTail = Arrays.copyOfRange(end.bytes(), 0xf66 - 76, 4096 - 76);
    DataFile decoded = DataFile.decode(footerAndTail, Examples.extent(), 1, 3, Examples.TABLE_ID);
    assertThat(decoded.footer()).isEqualTo(Examples.footer());
    SegmentBuffers buffers = decoded.buffers(decoded.segments().get(0));
    assertThat(buffers.offset(1)).isEqualTo(64);
    assertThat(buffers.length(1)).isEqualTo(12);
  }

  @Test
  void manifestRoundTrip() {
    ManifestFile.Encoded manifest = Examples.manifest();
    ManifestRef ref = manifestRef(manifest);
    ManifestFile decoded = ManifestFile.decode(manifest.bytes(), ref, Examples.TABLE_ID);
    SectionRef section = decoded.section(1).orElseThrow();
    byte[] bytes =
        Arrays.copyOfRange(
            manifest.bytes(), (int) section.offset(), (int) section.offset() + section.length());
    assertThat(decoded.decodeSection(bytes, section)).containsExactly(Examples.extent());
    assertThat(decoded.section(2)).isEmpty();
  }

  @Test
  void flippedBytesAndTruncationsAreTypedErrorsOrHarmless() {
    byte[] snapshot = SnapshotFile.encode(Examples.snapshot());
    damage(snapshot, bytes -> SnapshotFile.decode(bytes, "f", 1).snapshot());
    ManifestFile.Encoded manifest = Examples.manifest();
    damage(manifest.bytes(), bytes -> decodeManifest(bytes, manifest));
    byte[] end = DataFile.encodeEnd(Examples.footer(), 76).bytes();
    byte[] footerAndTail = Arrays.copyOfRange(end, 0xf66 - 76, end.length);
    damage(
        footerAndTail,
        bytes -> DataFile.decode(bytes, Examples.extent(), 1, 3, Examples.TABLE_ID).footer());
  }

  private static Object decodeManifest(byte[] bytes, ManifestFile.Encoded whole) {
    ManifestRef ref = manifestRef(whole);
    ManifestFile decoded = ManifestFile.decode(bytes, ref, Examples.TABLE_ID);
    SectionRef section = decoded.section(1).orElseThrow();
    int from = (int) section.offset();
    return decoded.decodeSection(Arrays.copyOfRange(bytes, from, from + section.length()), section);
  }

  private static void damage(byte[] good, Function<byte[], Object> decode) {
    Object expected = decode.apply(good.clone());
    for (int i = 0; i < good.length; i++) {
      for (int bit : new int[] {0x01, 0x80, 0xff}) {
        byte[] bytes = good.clone();
        bytes[i] ^= (byte) bit;
        requireErrorOrEqual(bytes, decode, expected);
      }
      requireErrorOrEqual(Arrays.copyOf(good, i), decode, expected);
    }
  }

  private static void requireErrorOrEqual(
      byte[] bytes, Function<byte[], Object> decode, Object expected) {
    Object found;
    try {
      found = decode.apply(bytes);
    } catch (CorruptFileException e) {
      assertThat(e.offset()).isNotNegative();
      assertThat(e).hasMessageContaining("expected").hasMessageContaining("found");
      return;
    } catch (AlbisException e) {
      assertThat(e).isInstanceOf(UnsupportedVersionException.class);
      return;
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void newerVersionIsNotCorruption() {
    byte[] file = SnapshotFile.encode(Examples.snapshot());
    int tail = file.length - 64;
    file[tail + 33] = 2;
    int crc = Framing.crc(file, tail, 52);
    for (int i = 0; i < 4; i++) {
      file[tail + 52 + i] = (byte) (crc >> (8 * i));
    }
    assertThatThrownBy(() -> SnapshotFile.decode(file, "snapshot-1", 1))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessage(
            "Cannot read snapshot-1: unsupported major version at offset 121"
                + " (supported 1, found 2); read it with a newer version of Albis");
  }

  @Test
  void rejectsInvalidMessagesWithValidChecksums() {
    MetadataProtos.DataFileFooter good = Examples.footer().toProto();
    assertRejected(good.toBuilder().setStride(8).build(), "stride");
    assertRejected(good.toBuilder().setColumnGroupId(2).build(), "column group");
    assertRejected(good.toBuilder().setRowCount(4).build(), "row count");
    assertRejected(good.toBuilder().clearSegments().build(), "number of segments");
    assertRejected(good.toBuilder().setLayoutValue(7).build(), "layout");
    assertRejected(
        good.toBuilder().setTableId(ByteString.copyFrom(new byte[16])).build(), "table id");
    MetadataProtos.DataFileFooter.Builder builder = good.toBuilder();
    builder.getSegmentsBuilder(0).setBufferLengths(1, 16).setLength(80);
    assertRejected(builder.build(), "length of a values buffer");
    builder = good.toBuilder();
    builder.getSegmentsBuilder(0).setOffset(4096);
    assertRejected(builder.build(), "offset of a segment");
    builder = good.toBuilder();
    builder.getSegmentsBuilder(0).setLength(-1);
    assertRejected(builder.build(), "length of a segment");
    builder = good.toBuilder();
    builder.getSegmentsBuilder(0).getStatisticsBuilder(0).setMin(ByteString.EMPTY);
    assertRejected(builder.build(), "length of min");
    builder = good.toBuilder();
    builder.getLeavesBuilder(0).getTypeBuilder().setPrecision(3);
    assertRejected(builder.build(), "type of x");
  }

  private static void assertRejected(MetadataProtos.DataFileFooter footer, String what) {
    DataFile.Encoded end = DataFile.encodeEnd(footer.toByteArray(), Examples.TABLE_ID, 76);
    byte[] bytes = end.bytes();
    byte[] footerAndTail =
        Arrays.copyOfRange(bytes, bytes.length - 64 - end.footerLength(), bytes.length);
    Extent extent = Examples.extent(end);
    assertThatThrownBy(() -> DataFile.decode(footerAndTail, extent, 1, 3, Examples.TABLE_ID))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageStartingWith("Corrupt file rg-101112131415-0/cg-1.albis at offset")
        .hasMessageContaining("invalid " + what);
  }
}
