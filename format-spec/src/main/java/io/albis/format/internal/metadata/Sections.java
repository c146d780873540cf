// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.Arrays;
import java.util.List;

/**
 * Where the sections of a file lie (SPEC.md, section 4), without an object for each. They are
 * ascending by kind and, within a kind, by column group id. Immutable and thread-safe.
 */
public final class Sections {

  /** Kind in the upper half, column group id in the lower. Ascending. */
  private final long[] keys;

  /** Where each section starts, and behind the last, where it ends. */
  private final long[] offsets;

  private final int[] crcs;

  private Sections(long[] keys, long[] offsets, int[] crcs) {
    this.keys = keys;
    this.offsets = offsets;
    this.crcs = crcs;
  }

  static Sections of(long offset, List<Framing.Section> sections) {
    long[] keys = new long[sections.size()];
    long[] offsets = new long[keys.length + 1];
    int[] crcs = new int[keys.length];
    offsets[0] = offset;
    for (int i = 0; i < keys.length; i++) {
      Framing.Section section = sections.get(i);
      keys[i] = key(section.kind().code(), section.columnGroupId());
      if (i > 0 && keys[i] <= keys[i - 1]) {
        throw new IllegalArgumentException("Sections are not ascending");
      }
      crcs[i] = Framing.crc(section.bytes(), 0, section.bytes().length);
      offsets[i + 1] = offsets[i] + section.bytes().length;
    }
    return new Sections(keys, offsets, crcs);
  }

  /**
   * Decodes and checks.
   *
   * @param footerOffset where the footer of the file starts
   */
  static Sections decode(MetadataProtos.Sections message, long footerOffset, Check check) {
    int count = message.getKindsCount();
    check.equal("number of column groups of sections", count, message.getColumnGroupIdsCount());
    check.equal("number of lengths of sections", count, message.getLengthsCount());
    check.equal("number of checksums of sections", count, message.getCrc32CsCount());
    long[] keys = new long[count];
    long[] offsets = new long[count + 1];
    int[] crcs = new int[count];
    offsets[0] = message.getOffset();
    if (offsets[0] < FileLayout.BODY_START || offsets[0] % FileLayout.ALIGNMENT != 0) {
      throw check.corrupt(
          "offset of the sections",
          "a multiple of 64, at least 64",
          Long.toUnsignedString(offsets[0]));
    }
    for (int i = 0; i < count; i++) {
      int kind = message.getKinds(i);
      int group = message.getColumnGroupIds(i);
      keys[i] = key(kind, group);
      if (kind < 1 || group < 0 || (i > 0 && keys[i] <= keys[i - 1])) {
        throw check.corrupt(
            "kind and column group of section " + i, "ascending", kind + ", " + group);
      }
      boolean isOfGroup = kind == SectionKind.EXTENTS.code();
      if (isOfGroup ? group == 0 : kind == SectionKind.STATISTICS.code() && group != 0) {
        throw check.corrupt("column group of section " + i, isOfGroup ? "at least 1" : "0", group);
      }
      int length = message.getLengths(i);
      if (length < 0 || length > footerOffset - offsets[i]) {
        throw check.corrupt(
            "length of section " + i,
            "at most " + (footerOffset - offsets[i]),
            Integer.toUnsignedString(length));
      }
      offsets[i + 1] = offsets[i] + length;
      crcs[i] = message.getCrc32Cs(i);
    }
    check.equal("end of the sections", footerOffset, offsets[count]);
    return new Sections(keys, offsets, crcs);
  }

  MetadataProtos.Sections toProto() {
    MetadataProtos.Sections.Builder message =
        MetadataProtos.Sections.newBuilder().setOffset(offsets[0]);
    for (int i = 0; i < keys.length; i++) {
      message
          .addKinds(kind(i))
          .addColumnGroupIds(columnGroupId(i))
          .addLengths(length(i))
          .addCrc32Cs(crcs[i]);
    }
    return message.build();
  }

  private static long key(int kind, int columnGroupId) {
    return (long) kind << 32 | Integer.toUnsignedLong(columnGroupId);
  }

  /** Number of sections, those of unknown kinds included. */
  public int count() {
    return keys.length;
  }

  /** Index of the section of a kind and column group (0 for none), or -1. */
  public int find(SectionKind kind, int columnGroupId) {
    int found = Arrays.binarySearch(keys, key(kind.code(), columnGroupId));
    return found < 0 ? -1 : found;
  }

  /** Index of the first section of a kind, or of the one that would follow. */
  public int first(SectionKind kind) {
    return lowerBound(key(kind.code(), 0));
  }

  /** Index behind the last section of a kind. */
  public int end(SectionKind kind) {
    return lowerBound(key(kind.code() + 1, 0));
  }

  private int lowerBound(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found < 0 ? -found - 1 : found;
  }

  /** Number of the kind of a section, see {@link SectionKind#code}; there may be others. */
  public int kind(int index) {
    return (int) (keys[index] >>> 32);
  }

  /** Id of the column group of a section; 0 if it belongs to none. */
  public int columnGroupId(int index) {
    return (int) keys[index];
  }

  /** Where a section starts in the file, in bytes. */
  public long offset(int index) {
    return offsets[index];
  }

  /** Length of a section, in bytes. */
  public int length(int index) {
    return (int) (offsets[index + 1] - offsets[index]);
  }

  /** Checksum of a section. */
  public int crc32c(int index) {
    return crcs[index];
  }

  /** Where the first section starts in the file; if there is none, where the footer starts. */
  public long start() {
    return offsets[0];
  }

  /** Where the last section ends in the file, and the footer starts. */
  public long end() {
    return offsets[keys.length];
  }

  /**
   * Checks the bytes of a section against its length and checksum.
   *
   * @param file path, for messages
   * @throws CorruptFileException if they differ
   */
  public void check(String file, int index, byte[] bytes) {
    Check check = new Check(file, offset(index));
    check.equal("length of a section", length(index), bytes.length);
    int crc = Framing.crc(bytes, 0, bytes.length);
    check.that(
        crc == crcs[index],
        "checksum of a section",
        Integer.toHexString(crcs[index]),
        Integer.toHexString(crc));
  }
}
