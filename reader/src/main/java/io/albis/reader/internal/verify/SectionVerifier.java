// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.Sections;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.ReadContext;
import java.io.IOException;
import java.util.Arrays;

/** Verifies the checksums of the sections of a file, which lie back to back. */
final class SectionVerifier {

  /** Bytes that are read at the same time, unless a section is longer. */
  private static final int MAX_READ = 1 << 20;

  private final ReadContext context;
  private final String path;
  private final Sections sections;
  private final Problems problems;

  SectionVerifier(ReadContext context, String path, Sections sections, Problems problems) {
    this.context = context;
    this.path = path;
    this.sections = sections;
    this.problems = problems;
  }

  void run() {
    for (int from = 0; from < sections.count(); ) {
      int to = from + 1;
      while (to < sections.count() && end(to) - sections.offset(from) <= MAX_READ) {
        to++;
      }
      if (!areValid(from, to)) {
        for (int i = from; i < to; i++) {
          verifyAlone(i);
        }
      }
      from = to;
    }
  }

  private long end(int index) {
    return sections.offset(index) + sections.length(index);
  }

  /** Reads several sections at once. Records nothing. */
  private boolean areValid(int from, int to) {
    long start = sections.offset(from);
    try (OpenFiles.Use use = context.files().use(path)) {
      if (use.file().length() < end(to - 1)) {
        return false;
      }
      byte[] bytes = use.file().readBytes(start, (int) (end(to - 1) - start));
      for (int i = from; i < to; i++) {
        int first = (int) (sections.offset(i) - start);
        sections.check(path, i, Arrays.copyOfRange(bytes, first, first + sections.length(i)));
      }
      return true;
    } catch (CorruptFileException e) {
      // Each is then read alone, from another copy if the storage has one.
      return false;
    } catch (IOException e) {
      throw context.files().failed(path, e);
    }
  }

  private void verifyAlone(int index) {
    problems.check(
        path, () -> sections.check(path, index, context.files().bytes(path, sections, index)));
  }
}
