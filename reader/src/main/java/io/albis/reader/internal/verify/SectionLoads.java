// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.reader.internal.table.SectionReader;
import java.util.stream.IntStream;

/** Reads sections ahead of their use. */
final class SectionLoads {

  private SectionLoads() {}

  /** The ids of all column groups that have extents. */
  static IntStream allGroups(Sections sections) {
    return IntStream.range(sections.first(SectionKind.EXTENTS), sections.end(SectionKind.EXTENTS))
        .map(sections::columnGroupId);
  }

  /**
   * Reads sections that are needed soon, neighbours together. A corrupt one is not reported here,
   * but when it is needed: then it is read alone, as are those behind it.
   */
  static void tryLoad(SectionReader file, IntStream columnGroupIds) {
    try {
      file.load(columnGroupIds);
    } catch (CorruptFileException e) {
      // Later uses of the section fail with the same error.
      return;
    }
  }
}
