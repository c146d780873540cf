// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The files of a table, or a data file on its own, that tests change. */
final class ForgedTable {

  private final Map<String, ForgedFile> files = new TreeMap<>();
  private final Map<String, UnaryOperator<byte[]>> patches = new HashMap<>();

  static ForgedTable read(StoredFiles stored) throws IOException {
    ForgedTable table = new ForgedTable();
    for (String path : stored.list()) {
      table.files.put(path, new ForgedFile(path, stored.read(path)));
    }
    return table;
  }

  /** A table of the same files. */
  ForgedTable copy() {
    ForgedTable copy = new ForgedTable();
    encode().forEach((path, bytes) -> copy.files.put(path, new ForgedFile(path, bytes)));
    return copy;
  }

  ForgedFile file(String path) {
    return files.get(path);
  }

  ForgedFile snapshot(long id) {
    return files.get(TablePaths.snapshot(id));
  }

  /** The latest snapshot. */
  ForgedFile snapshot() {
    return files.values().stream()
        .filter(file -> file.kind == ForgedFile.SNAPSHOT)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** A manifest of the latest snapshot. */
  ForgedFile manifest(int position) {
    return files.get(snapshot().footer.message("manifests", position).text("path"));
  }

  ForgedFile manifest() {
    return manifest(0);
  }

  /** How the latest snapshot refers to its first manifest. */
  EditableMessage manifestRef() {
    return snapshot().footer.message("manifests", 0);
  }

  /** The first data file of the first manifest, or the only file. */
  ForgedFile data() {
    return data(0);
  }

  ForgedFile data(int position) {
    if (files.size() == 1) {
      return files.values().iterator().next();
    }
    return files.get(manifest().footer.message("files", position).text("path"));
  }

  void add(ForgedFile file) {
    files.put(file.path, file);
  }

  void delete(String path) {
    files.remove(path);
  }

  /** Gives a file another path; references to it do not change. */
  void move(String path, String newPath) {
    ForgedFile old = files.remove(path);
    files.put(newPath, new ForgedFile(newPath, old.encode()));
  }

  /** Changes a section in the first data file and in the first manifest. */
  void inSections(int group, Consumer<EditableMessage> change) {
    change.accept(data().section(group));
    if (files.size() > 1) {
      change.accept(manifest().section(group));
    }
  }

  /** Changes the first extent of a column group, in data file and manifest. */
  void inExtents(int group, Consumer<EditableMessage> change) {
    inSections(group, section -> change.accept(section.message("extents", 0)));
  }

  /** Changes the first segment of a column group, in data file and manifest. */
  void inSegments(int group, Consumer<EditableMessage> change) {
    inExtents(group, extent -> change.accept(extent.message("segments", 0)));
  }

  /** Changes the bytes of the first segment of a column group, and its checksum. */
  void segmentBytes(int group, Consumer<byte[]> change) {
    ForgedFile file = data();
    EditableMessage extent = file.section(group).message("extents", 0);
    EditableMessage segment = extent.message("segments", 0);
    int start = (int) (extent.number("offset") + segment.number("offset")) - ForgedFile.START;
    byte[] bytes = Arrays.copyOfRange(file.body, start, start + (int) segment.number("length"));
    change.accept(bytes);
    System.arraycopy(bytes, 0, file.body, start, bytes.length);
    inSegments(group, each -> each.set("crc32c", ForgedFile.crc(bytes)));
  }

  /** Changes the bytes of a file after everything else. */
  void patch(ForgedFile file, UnaryOperator<byte[]> change) {
    patches.put(file.path, change);
  }

  /** Flips bits of one byte; a negative offset counts from the end. */
  void flip(ForgedFile file, int offset) {
    patch(
        file,
        bytes -> {
          bytes[offset < 0 ? bytes.length + offset : offset] ^= 1;
          return bytes;
        });
  }

  /** All files, with references that have the right lengths. */
  Map<String, byte[]> encode() {
    Map<String, byte[]> encoded = new LinkedHashMap<>();
    for (int kind : List.of(ForgedFile.DATA, ForgedFile.MANIFEST, ForgedFile.SNAPSHOT)) {
      for (ForgedFile file : files.values()) {
        if (file.kind == kind) {
          references(file).forEach(ref -> refer(ref, encoded.get(ref.text("path"))));
          encoded.put(file.path, file.encode());
        }
      }
    }
    patches.forEach((path, patch) -> encoded.computeIfPresent(path, (p, b) -> patch.apply(b)));
    return encoded;
  }

  private static List<EditableMessage> references(ForgedFile file) {
    return switch (file.kind) {
      case ForgedFile.MANIFEST -> file.footer.messages("files");
      case ForgedFile.SNAPSHOT -> file.footer.messages("manifests");
      default -> List.of();
    };
  }

  private static void refer(EditableMessage ref, byte[] file) {
    if (file != null) {
      ref.set("length", file.length);
      int footer =
          java.nio.ByteBuffer.wrap(file)
              .order(java.nio.ByteOrder.LITTLE_ENDIAN)
              .getInt(file.length - ForgedFile.TAIL + 8);
      ref.set("footer_length", footer);
    }
  }

  /** Replaces the files of a directory. */
  void write(StoredFiles target) throws IOException {
    Map<String, byte[]> encoded = encode();
    for (String path : new ArrayList<>(target.list())) {
      if (!encoded.containsKey(path)) {
        target.delete(path);
      }
    }
    for (Map.Entry<String, byte[]> file : encoded.entrySet()) {
      target.write(file.getKey(), file.getValue());
    }
  }
}
