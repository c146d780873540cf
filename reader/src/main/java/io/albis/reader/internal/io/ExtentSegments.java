// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.reader.source.SegmentKey;
import java.util.List;
import java.util.UUID;

/** The segments of an extent: their rows, and their keys. Reads nothing. Not thread-safe. */
public final class ExtentSegments {

  private final UUID tableId;
  private final DataFileRef file;
  private final int columnGroup;
  private final Extent extent;
  private final List<Segment> segments;

  /**
   * Row number, in the row group, of the first row of each segment and of the end of the last one.
   */
  private final long[] firstRows;

  /** Created lazily. */
  private final SegmentKey[] keys;

  /**
   * Creates an instance.
   *
   * @param tableId id of the table, or of a stand-alone file
   * @param file that the extent is in
   * @param columnGroup id of its column group
   * @param extent with its segments
   */
  public ExtentSegments(UUID tableId, DataFileRef file, int columnGroup, Extent extent) {
    this.tableId = tableId;
    this.file = file;
    this.columnGroup = columnGroup;
    this.extent = extent;
    this.segments = extent.segments();
    this.firstRows = new long[segments.size() + 1];
    this.keys = new SegmentKey[segments.size()];
    for (int k = 0; k < keys.length; k++) {
      firstRows[k + 1] = firstRows[k] + segments.get(k).rowCount();
    }
  }

  /** How the segments are laid out. */
  public StoredLayout layout() {
    return extent.layout();
  }

  /** Path of the data file. */
  public String path() {
    return file.path();
  }

  /** Number of segments. */
  public int segmentCount() {
    return keys.length;
  }

  /** A segment, as the metadata describes it. */
  public Segment segment(int k) {
    return segments.get(k);
  }

  /** Row number, in the row group, of the first row of a segment. */
  public long firstRow(int k) {
    return firstRows[k];
  }

  /** The segment that contains a row; the search starts at a segment at or before it. */
  public int segmentAt(long row, int from) {
    int k = from;
    while (firstRows[k + 1] <= row) {
      k++;
    }
    return k;
  }

  /** The file offset of a segment. */
  public long fileOffset(int k) {
    return extent.offset() + segment(k).offset();
  }

  /** The key of a segment. */
  public SegmentKey key(int k) {
    SegmentKey key = keys[k];
    if (key == null) {
      Segment segment = segment(k);
      key =
          new SegmentKey(
              tableId,
              file.path(),
              fileOffset(k),
              segment.length(),
              segment.crc32c(),
              file.length(),
              columnGroup,
              extent.offset());
      SegmentOffsets offsets = SegmentOffsets.of(layout(), segment);
      if (!offsets.isEmpty()) {
        key = key.withOffsets(offsets);
      }
      keys[k] = key;
    }
    return key;
  }
}
