// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The checks of SPEC.md, section 4, and their order. */
class FramingTest {

  /** A snapshot whose tail is changed, with a valid checksum again. */
  private static byte[] withTail(Consumer<ByteBuffer> change) {
    byte[] file = Examples.snapshotFile();
    int start = file.length - 64;
    ByteBuffer tail = ByteBuffer.wrap(file, start, 64).slice().order(ByteOrder.LITTLE_ENDIAN);
    change.accept(tail);
    tail.putInt(52, Framing.crc(file, start, 52));
    return file;
  }

  private static SnapshotFile decode(byte[] file) {
    return SnapshotFile.decode(FileEnd.whole("snapshot-1", file), 1);
  }

  private static void assertRejected(byte[] file, String message) {
    assertThatThrownBy(() -> decode(file))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void eachFieldOfTheTail() {
    assertRejected(
        withTail(tail -> tail.put(32, (byte) 2)),
        "at offset 174: invalid kind of file (expected 1 (SNAPSHOT), found 2)");
    assertRejected(withTail(tail -> tail.put(32, (byte) 9)), "invalid kind of file");
    assertRejected(withTail(tail -> tail.put(35, (byte) 1)), "invalid reserved bytes");
    assertRejected(withTail(tail -> tail.put(51, (byte) 1)), "invalid reserved bytes");
    assertRejected(
        withTail(tail -> tail.putInt(8, -1)),
        "invalid footer length (expected at most 78, found 4294967295)");
    assertRejected(withTail(tail -> tail.putInt(8, 79)), "invalid footer length");
    assertRejected(withTail(tail -> tail.putInt(8, 70)), "invalid footer offset");
    assertRejected(
        withTail(tail -> tail.putLong(0, 65)),
        "at offset 142: invalid footer offset (expected 64, found 65)");
    assertRejected(withTail(tail -> tail.putInt(12, 0)), "invalid checksum of the footer");
    assertRejected(withTail(tail -> tail.put(16, (byte) 0)), "invalid id");
  }

  @Test
  void checksAreMadeInOrder() {
    byte[] all =
        withTail(
            tail ->
                tail.put(33, (byte) 2)
                    .putInt(36, 4)
                    .put(32, (byte) 9)
                    .put(35, (byte) 1)
                    .putLong(0, 1)
                    .putInt(12, 0));
    all[all.length - 1] ^= 1;
    assertRejected(all, "invalid magic");
    all[all.length - 1] ^= 1;
    all[all.length - 10] ^= 1;
    assertRejected(all, "invalid checksum of the tail");
    all[all.length - 10] ^= 1;
    assertThatThrownBy(() -> decode(all)).hasMessageContaining("unsupported major version");
    byte[] flags = withTail(tail -> tail.putInt(36, 4).put(32, (byte) 9).put(35, (byte) 1));
    assertThatThrownBy(() -> decode(flags)).hasMessageContaining("feature flags");
    assertRejected(withTail(tail -> tail.put(32, (byte) 9).put(35, (byte) 1)), "kind of file");
    assertRejected(withTail(tail -> tail.put(35, (byte) 1).putLong(0, 1)), "reserved bytes");
    assertRejected(withTail(tail -> tail.putLong(0, 1).putInt(12, 0)), "footer offset");
    assertRejected(withTail(tail -> tail.putInt(12, 0).put(16, (byte) 0)), "checksum");
  }

  @Test
  void newerVersionsAndFlagsAreNotCorruption() {
    assertThatThrownBy(() -> decode(withTail(tail -> tail.put(33, (byte) 2))))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessage(
            "Cannot read snapshot-1: unsupported major version at offset 175"
                + " (supported 1, found 2); read it with a newer version of Albis");
    assertThatThrownBy(() -> decode(withTail(tail -> tail.putInt(36, 6))))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("incompatible feature flags at offset 178")
        .hasMessageContaining("found 0x6)");
    assertThatThrownBy(() -> decode(withTail(tail -> tail.putInt(36, 1))))
        .hasMessageContaining("found 0x1, row deletes)");
  }

  @Test
  void greaterMinorVersionIsReadButNotWritten() {
    SnapshotFile later = decode(withTail(tail -> tail.put(34, (byte) 7)));
    assertThat(later.snapshot()).isEqualTo(Examples.snapshot());
    assertThatThrownBy(later::requireWritable)
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("minor version for writing")
        .hasMessageContaining("(supported 0, found 7)");
    SnapshotFile flagged = decode(withTail(tail -> tail.putInt(40, 2)));
    assertThatThrownBy(flagged::requireWritable)
        .hasMessageContaining("compatible feature flags for writing");
    byte[] start = Arrays.copyOf(Examples.snapshotFile(), 64);
    assertThatThrownBy(() -> later.tail().checkStart("f", start))
        .as("head and tail must agree on the version")
        .isInstanceOf(CorruptFileException.class);
    start[10] = 7;
    later.tail().checkStart("f", start);
  }

  @Test
  void shortAndForeignFiles() {
    assertRejected(new byte[0], "invalid tail (expected 64 bytes, found 0 bytes");
    assertRejected(new byte[63], "not an Albis file, or truncated");
    assertRejected(new byte[64], "invalid magic");
    byte[] tailOnly = Arrays.copyOfRange(Examples.snapshotFile(), 142, 206);
    assertRejected(tailOnly, "invalid footer length (expected at most -64");
    assertThatThrownBy(() -> SnapshotFile.decode(FileEnd.of("f", 206, tailOnly), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The footer of f needs its last 142 bytes");
  }

  @Test
  void idsInNameAndMessage() {
    FileEnd file = FileEnd.whole("f", Examples.snapshotFile());
    assertThatThrownBy(() -> SnapshotFile.decode(file, 2))
        .hasMessageContaining("invalid snapshot id (expected 2, found 1)");
    ManifestBuilder.Manifest manifest = Examples.manifest();
    ManifestRef ref = manifest.ref("m").build();
    assertThatThrownBy(
            () ->
                ManifestFile.decode(
                    FileEnd.whole("m", manifest.end().bytes()), ref, Examples.FILE_ID))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid id");
  }

  @Test
  void sectionsAreFoundByKindAndColumnGroup() {
    byte[] bytes = {1, 2, 3};
    List<Framing.Section> list =
        List.of(
            new Framing.Section(SectionKind.EXTENTS, 3, bytes),
            new Framing.Section(SectionKind.EXTENTS, 70_000, new byte[0]),
            new Framing.Section(SectionKind.STATISTICS, 0, bytes),
            new Framing.Section(SectionKind.SKETCHES, 3, bytes));
    Sections sections = Sections.of(128, list);
    Sections decoded = Sections.decode(sections.toProto(), 137, new Check("f", 0));
    assertThat(decoded.count()).isEqualTo(4);
    assertThat(decoded.find(SectionKind.EXTENTS, 3)).isZero();
    assertThat(decoded.find(SectionKind.EXTENTS, 70_000)).isEqualTo(1);
    assertThat(decoded.find(SectionKind.EXTENTS, 4)).isEqualTo(-1);
    assertThat(decoded.find(SectionKind.BLOOM_FILTERS, 3)).isEqualTo(-1);
    assertThat(decoded.first(SectionKind.EXTENTS)).isZero();
    assertThat(decoded.end(SectionKind.EXTENTS)).isEqualTo(2);
    assertThat(decoded.first(SectionKind.BLOOM_FILTERS)).isEqualTo(4);
    assertThat(decoded.offset(2)).isEqualTo(131);
    assertThat(decoded.length(2)).isEqualTo(3);
    decoded.check("f", 2, bytes);
    assertThatThrownBy(() -> decoded.check("f", 2, new byte[3]))
        .hasMessageContaining("at offset 131: invalid checksum of a section");
    assertThatThrownBy(() -> decoded.check("f", 2, new byte[2]))
        .hasMessageContaining("invalid length of a section (expected 3, found 2)");
  }
}
