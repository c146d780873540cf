// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Moves the extents of a table, in which each data file has one row group, into one file. */
final class Repacked {

  @SuppressWarnings("ArrayRecordComponent")
  private record Stored(int group, int rowGroup, EditableMessage extent, byte[] bytes) {}

  private Repacked() {}

  /**
   * Replaces all data files by the first, and all manifests by the first. Extents lie by descending
   * column group, then by descending row group, with gaps of zeros between them. Other snapshots
   * than the latest must not exist.
   */
  static void pack(ForgedTable table) {
    List<EditableMessage> refs = table.snapshot().footer.messages("manifests");
    ForgedFile manifest = table.manifest(0);
    ForgedFile data = table.data();
    List<Stored> extents = new ArrayList<>();
    List<Long> rowCounts = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < refs.size(); rowGroup++) {
      ForgedFile other = table.manifest(rowGroup);
      String path = other.footer.message("files", 0).text("path");
      collect(table.file(path), rowGroup, extents);
      rowCounts.add(other.footer.message("row_groups").numbers("row_counts").get(0));
      if (rowGroup > 0) {
        table.delete(other.path);
        table.delete(path);
      }
    }
    place(data, extents);
    long dataBytes = extents.stream().mapToLong(one -> one.bytes.length).sum();
    long rows = rowCounts.stream().mapToLong(Long::longValue).sum();
    describe(data, manifest, extents);
    data.footer.message("row_groups").setNumbers("row_counts", rowCounts);
    data.footer.set("row_count", rows);
    manifest.footer.message("row_groups").setNumbers("row_counts", rowCounts).clear("indexes");
    EditableMessage ref = refs.get(0).copy();
    ref.set("row_group_count", rowCounts.size()).set("row_count", rows);
    ref.set("data_bytes", dataBytes).clear("bounds").clear("partition_bounds");
    table.snapshot().footer.clear("manifests").add("manifests", ref);
  }

  private static void collect(ForgedFile file, int rowGroup, List<Stored> extents) {
    for (ForgedFile.Section section : file.sections) {
      if (section.kind == ForgedFile.EXTENTS) {
        EditableMessage extent = section.message.message("extents", 0);
        int start = (int) extent.number("offset") - ForgedFile.START;
        byte[] bytes = Arrays.copyOfRange(file.body, start, start + (int) extent.number("length"));
        extents.add(new Stored(section.group, rowGroup, extent.copy(), bytes));
      }
    }
  }

  private static void place(ForgedFile data, List<Stored> extents) {
    extents.sort(
        Comparator.comparingInt(Stored::group).thenComparingInt(Stored::rowGroup).reversed());
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Stored one : extents) {
      int start = ForgedFile.align(body.size()) + 192;
      body.writeBytes(new byte[start - body.size()]);
      one.extent.set("offset", ForgedFile.START + start).set("row_group", one.rowGroup);
      body.writeBytes(one.bytes);
    }
    data.body = body.toByteArray();
  }

  private static void describe(ForgedFile data, ForgedFile manifest, List<Stored> extents) {
    data.sections.removeIf(section -> section.kind != ForgedFile.EXTENTS);
    for (ForgedFile.Section section : data.sections) {
      section.message.clear("extents");
      manifest.section(section.group).clear("extents");
    }
    extents.sort(Comparator.comparingInt(Stored::rowGroup));
    for (Stored one : extents) {
      data.section(one.group).add("extents", one.extent);
      manifest.section(one.group).add("extents", one.extent).set("file_row_group", one.rowGroup);
    }
  }
}
