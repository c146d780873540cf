// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.reader.source.KeptMetadata;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * What has been read and parsed of the metadata of one manifest or data file: its footer, and the
 * sections of column groups so far. Files never change, so several open tables can share it.
 * Thread-safe.
 */
public final class FileMetadata implements KeptMetadata {

  /** Java heap of the objects of a footer without row groups and files. */
  private static final int FOOTER_HEAP = 512;

  /** Parsed messages take a few times the bytes of their encoding. */
  private static final int HEAP_PER_FOOTER_BYTE = 4;

  /** Java heap of a section without extents, and of the fact that there is no section. */
  private static final int SECTION_HEAP = 256;

  private static final int HEAP_PER_EXTENT = 24;

  private final ManifestFile footer;
  private final FileEnd end;

  /** By column group id; empty if the file has no section of the group. */
  private final Map<Integer, Optional<ColumnGroupSection>> sections = new ConcurrentHashMap<>();

  /** Guarded by this, as is what is told about it. */
  private long heapBytes;

  private LongConsumer growth = bytes -> {};

  /**
   * Creates the metadata of a file without sections.
   *
   * @param end the end of the file, which has the footer and may have sections
   */
  public FileMetadata(ManifestFile footer, FileEnd end) {
    this.footer = footer;
    long start = footer.sections().start();
    this.end = start > end.offset() && start < end.fileLength() ? suffix(end, start) : end;
    long endBytes = this.end.fileLength() - this.end.offset();
    long footerBytes = end.fileLength() - footer.tail().footerOffset();
    this.heapBytes = FOOTER_HEAP + endBytes + HEAP_PER_FOOTER_BYTE * footerBytes;
  }

  /** Without the data that was read together with the metadata. */
  private static FileEnd suffix(FileEnd end, long start) {
    int length = Math.toIntExact(end.fileLength() - start);
    return FileEnd.of(end.file(), end.fileLength(), end.copy(start, length));
  }

  ManifestFile footer() {
    return footer;
  }

  FileEnd end() {
    return end;
  }

  /** The length of the file, in bytes. */
  public long fileLength() {
    return end.fileLength();
  }

  /** The section of a column group: null if it has not been read, empty if there is none. */
  Optional<ColumnGroupSection> find(int columnGroupId) {
    return sections.get(columnGroupId);
  }

  /** Adds a section, or that there is none. */
  void add(int columnGroupId, Optional<ColumnGroupSection> section) {
    if (sections.putIfAbsent(columnGroupId, section) == null) {
      long bytes =
          SECTION_HEAP
              + section
                  .map(
                      read -> lengthOf(columnGroupId) + (long) HEAP_PER_EXTENT * read.extentCount())
                  .orElse(0L);
      grow(bytes);
    }
  }

  private long lengthOf(int columnGroupId) {
    int index = footer.sections().find(SectionKind.EXTENTS, columnGroupId);
    return footer.sections().length(index);
  }

  private void grow(long bytes) {
    LongConsumer told;
    synchronized (this) {
      heapBytes += bytes;
      told = growth;
    }
    told.accept(bytes);
  }

  @Override
  public synchronized long onGrowth(LongConsumer consumer) {
    growth = consumer;
    return heapBytes;
  }
}
