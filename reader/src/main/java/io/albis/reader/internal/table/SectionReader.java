// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The footer of a manifest or data file, and the sections of column groups that have been read.
 * Thread-safe.
 */
public final class SectionReader {

  /** Sections are read together up to this number of bytes. */
  private static final long MAX_READ = 8 << 20;

  private final TableFiles files;
  private final FileMetadata metadata;
  private final ManifestFile footer;

  /**
   * Creates a reader.
   *
   * @param metadata of a manifest or data file, which other readers may share
   */
  public SectionReader(TableFiles files, FileMetadata metadata) {
    this.files = files;
    this.metadata = metadata;
    this.footer = metadata.footer();
  }

  /** The footer. */
  public ManifestFile footer() {
    return footer;
  }

  /** Whether it is known which extents of a column group the file has. */
  public boolean isLoaded(int columnGroupId) {
    return metadata.find(columnGroupId) != null;
  }

  /** Where the section of a column group starts in the file; -1 if there is none. */
  public long offset(int columnGroupId) {
    int index = footer.sections().find(SectionKind.EXTENTS, columnGroupId);
    return index < 0 ? -1 : footer.sections().offset(index);
  }

  /** The section of a column group, read at the first call; null if there is none. */
  public ColumnGroupSection section(int columnGroupId) {
    Optional<ColumnGroupSection> known = metadata.find(columnGroupId);
    if (known == null) {
      load(IntStream.of(columnGroupId));
      known = metadata.find(columnGroupId);
    }
    return known.orElse(null);
  }

  /** Reads the sections of column groups that have not been read yet, neighbours together. */
  public void load(IntStream columnGroupIds) {
    Sections directory = footer.sections();
    int[] missing =
        columnGroupIds
            .filter(id -> !isLoaded(id))
            .map(id -> indexOrAbsent(directory, id))
            .filter(index -> index >= 0)
            .sorted()
            .distinct()
            .toArray();
    List<Integer> toRead = new ArrayList<>();
    FileEnd end = metadata.end();
    for (int index : missing) {
      if (end.contains(directory.offset(index), directory.length(index))) {
        put(index, end.copy(directory.offset(index), directory.length(index)), null);
      } else {
        toRead.add(index);
      }
    }
    if (toRead.isEmpty()) {
      return;
    }
    try (OpenFiles.Use use = files.use(footer.file())) {
      for (int from = 0; from < toRead.size(); ) {
        int to = endOfRead(toRead, from);
        read(use.file(), toRead.subList(from, to));
        from = to;
      }
    } catch (IOException e) {
      throw files.failed(footer.file(), e);
    }
  }

  private int indexOrAbsent(Sections directory, int columnGroupId) {
    int index = directory.find(SectionKind.EXTENTS, columnGroupId);
    if (index < 0) {
      metadata.add(columnGroupId, Optional.empty());
    }
    return index;
  }

  private int endOfRead(List<Integer> indexes, int from) {
    Sections directory = footer.sections();
    long start = directory.offset(indexes.get(from));
    long maxGap = files.storage().readCost().maxGap();
    long last = start + directory.length(indexes.get(from));
    int to = from + 1;
    while (to < indexes.size()) {
      int index = indexes.get(to);
      long next = directory.offset(index) + directory.length(index);
      if (directory.offset(index) - last > maxGap || next - start > MAX_READ) {
        break;
      }
      last = next;
      to++;
    }
    return to;
  }

  private void read(ReadableFile file, List<Integer> indexes) throws IOException {
    Sections directory = footer.sections();
    long start = directory.offset(indexes.get(0));
    int last = indexes.get(indexes.size() - 1);
    int length = (int) (directory.offset(last) + directory.length(last) - start);
    if (start + length > file.length()) {
      throw new CorruptFileException(
          footer.file(), file.length(), "length", "at least " + (start + length), file.length());
    }
    byte[] bytes = file.readBytes(start, length);
    for (int index : indexes) {
      int from = (int) (directory.offset(index) - start);
      byte[] section = Arrays.copyOfRange(bytes, from, from + directory.length(index));
      put(index, section, file);
    }
  }

  /** Decodes a section. If it is corrupt, reads it from another copy, if the storage has one. */
  private void put(int index, byte[] bytes, ReadableFile file) {
    Sections directory = footer.sections();
    ColumnGroupSection section;
    try {
      section = footer.section(index, bytes);
    } catch (CorruptFileException e) {
      section = footer.section(index, files.elsewhere(footer.file(), file, directory, index, e));
    }
    metadata.add(directory.columnGroupId(index), Optional.of(section));
  }
}
