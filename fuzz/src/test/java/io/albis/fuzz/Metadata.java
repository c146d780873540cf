// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SerializedSchema;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Reads everything that is decoded from metadata only when it is asked for. */
final class Metadata {

  private Metadata() {}

  /** Takes values that only had to be computed. */
  static void touch(Object... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("nothing was read");
    }
  }

  static void use(Snapshot snapshot) {
    use(snapshot.schema());
    touch(
        snapshot.columnGroups(),
        snapshot.properties(),
        snapshot.createdBy(),
        snapshot.operation(),
        snapshot.partitionSpecs(),
        snapshot.partitionSpec(),
        snapshot.sortOrders(),
        snapshot.sortOrder(),
        snapshot.tags(),
        snapshot.toString());
    for (ManifestRef ref : snapshot.manifests()) {
      touch(ref.bounds(), ref.partitionBounds(), ref.toString());
    }
    snapshot.hasExpired(snapshot.id() - 1);
  }

  static void use(SerializedSchema serialized) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < serialized.fieldCount(); i++) {
      Field field = serialized.field(i);
      names.add(field.name());
      serialized.ordinal(field.name());
      serialized.find(field.name());
    }
    if (!names.isEmpty()) {
      serialized.select(List.of(names.get(0)));
    }
    Schema schema = serialized.schema();
    schema.leaves();
    touch(schema.toString());
  }

  /** The sections of column groups in a manifest, or in a data file as a manifest. */
  static List<ColumnGroupSection> sections(ManifestFile manifest, FileEnd file) {
    List<ColumnGroupSection> found = new ArrayList<>();
    Sections sections = manifest.sections();
    for (int i = sections.first(SectionKind.EXTENTS); i < sections.end(SectionKind.EXTENTS); i++) {
      ColumnGroupSection section =
          manifest.section(i, file.copy(sections.offset(i), sections.length(i)));
      found.add(section);
      use(section);
    }
    manifest.rowGroups().partitions();
    return found;
  }

  private static void use(ColumnGroupSection section) {
    section.layouts().forEach(layout -> touch(layout, layout.toString()));
    for (int i = 0; i < section.extentCount(); i++) {
      Extent extent = section.extent(i);
      section.find(section.rowGroup(i));
      touch(extent.statistics(), extent.toString());
      for (Segment segment : extent.segments()) {
        segment.statistics(extent.layout());
        if (extent.layout().layout() == Layout.COLUMN) {
          extent.layout().buffers(segment);
        }
      }
    }
  }

  static byte[] statistics(SnapshotFile snapshot, FileEnd file) {
    int index = snapshot.sections().find(SectionKind.STATISTICS, 0);
    return file.copy(snapshot.sections().offset(index), snapshot.sections().length(index));
  }
}
