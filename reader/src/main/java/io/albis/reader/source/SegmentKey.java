// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.Objects;
import java.util.UUID;
import java.util.function.ObjLongConsumer;

/**
 * Identifies one segment of a table, and has what is needed to verify its bytes. Two keys are equal
 * if table, path, offset, length, checksum and minimum length of the file are equal, and if the
 * segment has its offsets at the same places: the name of a file that was deleted may be given to
 * another one, so it alone identifies nothing. Immutable.
 */
public final class SegmentKey {

  private final UUID tableId;
  private final String path;
  private final long offset;
  private final int length;
  private final int crc32c;
  private final long minFileLength;
  private final int columnGroup;
  private final long chunkOffset;

  /** Checks the offsets in the bytes at an address, or null if the segment has none. */
  private final ObjLongConsumer<SegmentKey> offsets;

  private final int hash;

  /**
   * Creates a key of a segment without offsets; {@link #withOffsets} adds their check.
   *
   * @param tableId the table that the segment belongs to
   * @param path of the data file, relative to the table
   * @param offset of the first byte in the file
   * @param length in bytes
   * @param crc32c the CRC32C of the bytes
   * @param minFileLength the minimum length of the file, in bytes
   * @param columnGroup id of the column group that the segment belongs to
   * @param chunkOffset of the extent that the segment is in, in the file
   */
  public SegmentKey(
      UUID tableId,
      String path,
      long offset,
      int length,
      int crc32c,
      long minFileLength,
      int columnGroup,
      long chunkOffset) {
    this(tableId, path, offset, length, crc32c, minFileLength, columnGroup, chunkOffset, null);
  }

  private SegmentKey(
      UUID tableId,
      String path,
      long offset,
      int length,
      int crc32c,
      long minFileLength,
      int columnGroup,
      long chunkOffset,
      ObjLongConsumer<SegmentKey> offsets) {
    this.tableId = Objects.requireNonNull(tableId, "tableId");
    this.path = Objects.requireNonNull(path, "path");
    this.offset = offset;
    this.length = length;
    this.crc32c = crc32c;
    this.minFileLength = minFileLength;
    this.columnGroup = columnGroup;
    this.chunkOffset = chunkOffset;
    this.offsets = offsets;
    this.hash = (tableId.hashCode() * 31 + path.hashCode()) * 31 + Long.hashCode(offset);
  }

  /**
   * Returns the key of a segment with offsets of strings, binaries, lists or maps.
   *
   * @param check gets a key and the address of its bytes, and throws {@link
   *     io.albis.format.error.CorruptFileException} if an offset is wrong; checks of the same
   *     places are equal
   */
  public SegmentKey withOffsets(ObjLongConsumer<SegmentKey> check) {
    return new SegmentKey(
        tableId,
        path,
        offset,
        length,
        crc32c,
        minFileLength,
        columnGroup,
        chunkOffset,
        Objects.requireNonNull(check, "check"));
  }

  /**
   * Checks that the offsets in the bytes of the segment lead to nothing outside of them. {@link
   * SegmentReader} does so for all that it reads, whether or not it verifies checksums; a source
   * that gets bytes from elsewhere must do so, too.
   *
   * @param address of the first byte
   * @throws io.albis.format.error.CorruptFileException if an offset is wrong
   */
  public void checkOffsets(long address) {
    if (offsets != null) {
      offsets.accept(this, address);
    }
  }

  /** The table that the segment belongs to. */
  public UUID tableId() {
    return tableId;
  }

  /** The path of the data file, relative to the table. */
  public String path() {
    return path;
  }

  /** The offset of the first byte in the file. */
  public long offset() {
    return offset;
  }

  /** The length in bytes. */
  public int length() {
    return length;
  }

  /** The CRC32C that the bytes must have. */
  public int crc32c() {
    return crc32c;
  }

  /** Returns the minimum length of the file, in bytes: it contains more than this segment. */
  public long minFileLength() {
    return minFileLength;
  }

  /** Returns the id of the column group that the segment belongs to. */
  public int columnGroup() {
    return columnGroup;
  }

  /** Returns the offset in the file of the extent that the segment is in: its column chunk. */
  public long chunkOffset() {
    return chunkOffset;
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof SegmentKey key
            && hash == key.hash
            && offset == key.offset
            && length == key.length
            && crc32c == key.crc32c
            && minFileLength == key.minFileLength
            && path.equals(key.path)
            && tableId.equals(key.tableId)
            && Objects.equals(offsets, key.offsets));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Path, offset and length, such as {@code data/f-1.albis@4096+1048576}. */
  @Override
  public String toString() {
    return path + "@" + offset + "+" + length;
  }
}
