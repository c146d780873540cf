// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.BrokenTable.Part.ANY;
import static io.albis.tests.BrokenTable.Part.FOOTER;
import static io.albis.tests.BrokenTable.Part.HEAD;
import static io.albis.tests.BrokenTable.Part.SECTION;
import static io.albis.tests.BrokenTable.Part.TAIL;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Files whose head, tail, footer or list of sections is broken (SPEC.md, section 4). */
final class BrokenFrames {

  private final List<BrokenTable> tables = new ArrayList<>();

  private BrokenFrames() {}

  static List<BrokenTable> all() {
    BrokenFrames all = new BrokenFrames();
    all.tails();
    all.ids();
    all.references();
    all.sections();
    all.heads();
    all.files();
    return all.tables;
  }

  private BrokenTable table(String name, String rule) {
    BrokenTable table = new BrokenTable(BrokenBase.TABLE, name, rule);
    tables.add(table);
    return table;
  }

  private void tail(String name, String rule, Consumer<java.nio.ByteBuffer> edit) {
    table(name, rule).inSnapshot(TAIL).forge(t -> t.snapshot().editTail(edit));
  }

  private void tails() {
    table("tail-truncated", "A file has at least 64 bytes.")
        .inSnapshot(ANY)
        .forge(t -> t.patch(t.snapshot(), bytes -> Arrays.copyOf(bytes, 40)));
    table("tail-magic", "A file ends with the magic.")
        .inSnapshot(TAIL)
        .forge(t -> t.flip(t.snapshot(), -1));
    table("tail-checksum", "The tail has the CRC32C that it states.")
        .inSnapshot(TAIL)
        .forge(t -> t.flip(t.snapshot(), -20));
    tail(
        "tail-major-version",
        "Readers reject a major version that they do not know.",
        tail -> tail.put(33, (byte) 2));
    last().error("newer");
    tail(
        "tail-incompatible-flag",
        "Readers reject incompatible feature flags.",
        tail -> tail.putInt(36, 0x100));
    last().error("newer");
    tail(
        "tail-row-deletes",
        "Readers reject bit 0 of the incompatible flags, row deletes.",
        tail -> tail.putInt(36, 1));
    last().error("newer");
    tail(
        "tail-version-before-kind",
        "The major version is checked before kind and reserved bytes.",
        tail -> tail.put(32, (byte) 9).put(33, (byte) 2).put(35, (byte) 1));
    last().error("newer");
    tail("tail-kind", "A snapshot is a file of kind 1.", tail -> tail.put(32, (byte) 2));
    tail("tail-reserved-byte", "Byte 35 of the tail is 0.", tail -> tail.put(35, (byte) 1));
    tail(
        "tail-reserved-number",
        "Bytes 44 to 51 of the tail are 0.",
        tail -> tail.putLong(44, 1L << 63));
    tail(
        "tail-footer-offset",
        "Footer and tail are the end of the file.",
        tail -> tail.putLong(0, tail.getLong(0) + 1));
    tail(
        "tail-footer-offset-in-head",
        "The offset of the footer is at least 64.",
        tail -> tail.putInt(8, (int) (tail.getLong(0) + tail.getInt(8)) - 16).putLong(0, 16));
    tail(
        "tail-footer-length",
        "The footer lies in the file.",
        tail -> tail.putInt(8, Integer.MAX_VALUE));
    table("footer-checksum", "The footer has the CRC32C that the tail states.")
        .inSnapshot(FOOTER)
        .forge(t -> t.flip(t.snapshot(), -80));
    table("footer-not-a-message", "The footer is a Protocol Buffers message.")
        .inSnapshot(FOOTER)
        .forge(t -> t.snapshot().editMessage(bytes -> Arrays.copyOf(bytes, bytes.length - 3)));
    table("data-file-tail-checksum", "Tails of data files are checked, too.")
        .inData(TAIL)
        .forge(
            t -> {
              t.manifest().section(1).message("extents", 0).clear("segments");
              t.flip(t.data(), -20);
            });
  }

  private BrokenTable last() {
    return tables.get(tables.size() - 1);
  }

  private void ids() {
    table("table-id-in-tail", "The table id in the footer is that in the tail.")
        .inSnapshot(ANY)
        .forge(t -> t.snapshot().id[0] ^= 1);
    table("table-id-length", "A table id has 16 bytes.")
        .inSnapshot(FOOTER)
        .forge(t -> t.snapshot().footer.set("table_id", new byte[15]));
    table("snapshot-id", "A snapshot has the id in its name.")
        .inSnapshot(FOOTER)
        .forge(t -> t.snapshot().footer.set("snapshot_id", 2));
    table("manifest-of-another-table", "A manifest has the table id of the snapshot.")
        .inManifest(ANY)
        .forge(
            t -> {
              t.manifest().id[15] ^= 1;
              t.manifest().footer.set("table_id", t.manifest().id);
            });
    table("file-id", "A data file has the file id in the manifest.")
        .inData(ANY)
        .forge(
            t -> {
              t.manifest().section(1).message("extents", 0).clear("segments");
              t.data().id[15] ^= 1;
              t.data().footer.set("file_id", t.data().id);
            });
    table("file-id-not-read", "A verifier compares file ids although the manifest has segments.")
        .verifier()
        .inData(ANY)
        .forge(
            t -> {
              t.data().id[15] ^= 1;
              t.data().footer.set("file_id", t.data().id);
            });
  }

  private void references() {
    table("manifest-length", "A manifest has the length in the snapshot.")
        .inManifest(ANY)
        .forge(
            t ->
                t.snapshot()
                    .finallyEdit(
                        s -> {
                          EditableMessage ref = s.message("manifests", 0);
                          ref.set("length", ref.number("length") + 64);
                        }));
    table("manifest-footer-length", "A manifest's footer has the length in the snapshot.")
        .inManifest(TAIL)
        .forge(
            t ->
                t.snapshot()
                    .finallyEdit(
                        s -> {
                          EditableMessage ref = s.message("manifests", 0);
                          ref.set("footer_length", ref.number("footer_length") - 1);
                        }));
    table("data-file-length", "A data file has the length in the manifest.")
        .verifier()
        .inData(ANY)
        .forge(
            t ->
                t.manifest()
                    .finallyEdit(
                        m -> {
                          EditableMessage ref = m.message("files", 0);
                          ref.set("length", ref.number("length") - 64);
                        }));
    table("data-file-footer-length", "A data file's footer has the length in the manifest.")
        .verifier()
        .inData(TAIL)
        .forge(
            t ->
                t.manifest()
                    .finallyEdit(
                        m -> {
                          EditableMessage ref = m.message("files", 0);
                          ref.set("footer_length", ref.number("footer_length") - 1);
                        }));
  }

  private BrokenTable directory(String name, String rule, Consumer<EditableMessage> edit) {
    return table("sections-" + name, rule)
        .inManifest(FOOTER)
        .forge(t -> t.manifest().finallyEdit(m -> edit.accept(m.message("sections"))));
  }

  private void sections() {
    directory("missing", "The offset of the sections is at least 64.", s -> s.clear("offset"));
    directory(
        "offset-unaligned",
        "The offset of the sections is a multiple of 64.",
        s -> s.set("offset", s.number("offset") + 8));
    directory(
        "gap",
        "The last section ends where the footer starts.",
        s -> s.setNumber("lengths", 1, s.numbers("lengths").get(1) - 1));
    directory(
        "too-long",
        "The last section ends where the footer starts.",
        s -> s.setNumber("lengths", 1, s.numbers("lengths").get(1) + 1));
    directory(
        "lists-of-different-lengths",
        "The lists of sections are parallel.",
        s -> s.setNumbers("crc32cs", s.numbers("crc32cs").subList(0, 1)));
    directory(
        "not-ascending",
        "Sections are ascending by kind and column group.",
        s -> s.setNumbers("column_group_ids", 2, 1));
    directory("twice", "No section occurs twice.", s -> s.setNumbers("column_group_ids", 1, 1));
    directory("kind-0", "The kind of a section is at least 1.", s -> s.setNumbers("kinds", 0, 1));
    directory(
        "group-0",
        "Sections of extents have a column group.",
        s -> s.setNumbers("column_group_ids", 0, 1));
    table("section-checksum", "A section has the CRC32C that the footer states.")
        .inManifest(SECTION, 2)
        .forge(t -> t.flip(t.manifest(), t.manifest().sectionStart(2) + 10));
    table("section-of-another-group", "A section names the column group that the footer states.")
        .inManifest(SECTION, 2)
        .forge(t -> t.manifest().section(2).set("column_group_id", 3));
    table("section-not-a-message", "A section is a Protocol Buffers message.")
        .inManifest(SECTION, 2)
        .forge(t -> t.manifest().editSection(2, bytes -> Arrays.copyOf(bytes, bytes.length - 2)));
    table("section-not-read-checksum", "A verifier checks the CRC32C of sections of any kind.")
        .verifier()
        .inManifest(ANY)
        .forge(
            t -> {
              t.manifest().addSection(3, 0, new byte[] {1, 2, 3});
              t.manifest()
                  .finallyEdit(
                      m -> {
                        EditableMessage sections = m.message("sections");
                        sections.setNumber("crc32cs", 2, 0);
                      });
            });
  }

  private void heads() {
    table("snapshot-head-version", "Head and tail have the same version.")
        .verifier()
        .inSnapshot(HEAD)
        .forge(t -> t.flip(t.snapshot(), 10));
    table("manifest-head-reserved", "Bytes 11 to 15 of the head are 0.")
        .verifier()
        .inManifest(HEAD)
        .forge(t -> t.flip(t.manifest(), 13));
    table("data-file-head-kind", "Head and tail have the same kind.")
        .verifier()
        .inData(HEAD)
        .forge(t -> t.flip(t.data(), 8));
    table("padding-behind-head", "Bytes 16 to 63 are 0.")
        .verifier()
        .inData(HEAD)
        .forge(t -> t.flip(t.data(), 40));
  }

  private void files() {
    table("not-a-table", "A table has a snapshot.")
        .error("not-a-table")
        .forge(t -> t.delete(t.snapshot().path));
    table("manifest-missing", "The files that a snapshot refers to exist.")
        .inManifest(ANY)
        .forge(t -> t.delete(t.manifest().path));
    table("data-file-missing", "The files that a manifest refers to exist.")
        .inData(ANY)
        .forge(t -> t.delete(t.data().path));
    table("data-file-truncated", "A data file has the length in the manifest.")
        .inData(ANY)
        .forge(t -> t.patch(t.data(), bytes -> Arrays.copyOf(bytes, 100)));
    tables.add(
        new BrokenTable(
                BrokenBase.TWO_SNAPSHOTS,
                "snapshot-expired",
                "A snapshot below the latest that does not exist has expired.")
            .error("expired")
            .snapshot(1)
            .forge(t -> t.delete(t.snapshot(1).path)));
  }
}
