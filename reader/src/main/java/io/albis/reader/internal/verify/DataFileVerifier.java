// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Segment;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.SectionReader;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Verifies where the extents and segments of a data file lie, and the padding between them. */
final class DataFileVerifier {

  /** Bytes that are read at the same time. */
  private static final int MAX_READ = 1 << 20;

  private final ReadContext context;
  private final DataFileRef ref;
  private final SectionReader file;
  private final Problems problems;
  private long firstOffset;

  /**
   * Creates a verifier.
   *
   * @param file the footer and sections of the file
   */
  DataFileVerifier(ReadContext context, DataFileRef ref, SectionReader file, Problems problems) {
    this.context = context;
    this.ref = ref;
    this.file = file;
    this.problems = problems;
    this.firstOffset = file.footer().sections().start();
  }

  /** Where the first extent starts, or, without extents, the sections. */
  long firstOffset() {
    return firstOffset;
  }

  void run() {
    Sections sections = file.footer().sections();
    List<Extent> extents = new ArrayList<>();
    file.load(SectionLoads.allGroups(sections));
    for (int i = sections.first(SectionKind.EXTENTS); i < sections.end(SectionKind.EXTENTS); i++) {
      ColumnGroupSection section = file.section(sections.columnGroupId(i));
      for (int e = 0; e < section.extentCount(); e++) {
        extents.add(section.extent(e));
      }
    }
    // An empty extent lies before the one that starts where it ends.
    extents.sort(Comparator.comparingLong(Extent::offset).thenComparingLong(Extent::length));
    long end = FileLayout.BODY_START;
    boolean isDisjoint = true;
    for (Extent extent : extents) {
      firstOffset = Math.min(firstOffset, extent.offset());
      if (extent.offset() < end) {
        isDisjoint = false;
        problems.add(
            ref.path(),
            extent.offset(),
            "",
            "start of " + extent,
            "at least " + end,
            extent.offset());
      }
      end = Math.max(end, extent.end());
      verifyAlignment(extent);
    }
    if (isDisjoint) {
      try (OpenFiles.Use use = context.files().use(ref.path())) {
        verifyPadding(use.file(), extents, sections.start());
      } catch (IOException e) {
        throw context.files().failed(ref.path(), e);
      }
    }
  }

  private void verifyAlignment(Extent extent) {
    for (Segment segment : extent.segments()) {
      long offset = extent.offset() + segment.offset();
      if (offset % FileLayout.segmentAlignment(segment.length()) != 0) {
        problems.add(
            ref.path(),
            offset,
            "",
            "offset of a segment of " + segment.length() + " bytes",
            "a multiple of " + FileLayout.segmentAlignment(segment.length()),
            offset);
      }
    }
  }

  private void verifyPadding(ReadableFile open, List<Extent> extents, long sectionsStart)
      throws IOException {
    ByteRanges padding =
        new ByteRanges(
            open,
            context.files().storage().readCost().maxGap(),
            MAX_READ,
            (offset, bytes) -> problems.requireZero(ref.path(), offset, bytes));
    long end = firstOffset;
    for (Extent extent : extents) {
      for (Segment segment : extent.segments()) {
        padding.add(end, extent.offset() + segment.offset());
        end = extent.offset() + segment.end();
      }
    }
    padding.add(end, sectionsStart);
    padding.read();
  }
}
