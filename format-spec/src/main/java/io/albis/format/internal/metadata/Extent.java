// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The segments of a column group in a row group: a range of a data file (SPEC.md, section 8).
 * Statistics and segments are parsed when they are asked for. Immutable and thread-safe.
 */
public final class Extent {

  private static final int ROW_GROUP = Wire.tag(1, Wire.VARINT);
  private static final int FILE = Wire.tag(2, Wire.VARINT);
  private static final int LAYOUT = Wire.tag(3, Wire.VARINT);
  private static final int OFFSET = Wire.tag(4, Wire.VARINT);
  private static final int LENGTH = Wire.tag(5, Wire.VARINT);
  private static final int VALUE_BYTES = Wire.tag(6, Wire.VARINT);
  private static final int SEGMENT = Wire.tag(8, Wire.LENGTH_DELIMITED);
  private static final int FILE_ROW_GROUP = Wire.tag(9, Wire.VARINT);
  private static final int FILE_COLUMN_GROUP_ID = Wire.tag(10, Wire.VARINT);

  private final byte[] source;
  private final int from;
  private final int to;

  /** Of the section that this was parsed from. */
  private final String metadataFile;

  private final long sectionOffset;

  private int rowGroup;
  private int file;
  private int layoutIndex;
  private long offset;
  private long length;
  private long valueBytes;
  private int fileRowGroup;
  private int fileColumnGroupId;
  private int segmentCount;
  private final LazyStatistics statistics;

  /** Set once, before another thread sees this object. */
  private StoredLayout layout;

  private long rowCount;

  /** Null until it is needed. Written without a lock: any thread's list is as good. */
  private volatile List<Segment> segments;

  private Extent(byte[] source, int from, int to, String metadataFile, long sectionOffset) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.metadataFile = metadataFile;
    this.sectionOffset = sectionOffset;
    this.statistics = new LazyStatistics(source, from, to);
  }

  /** Parses a message from {@code from} up to {@code to}, except for statistics and segments. */
  static Extent parse(byte[] source, int from, int to, String metadataFile, long sectionOffset) {
    Extent extent = new Extent(source, from, to, metadataFile, sectionOffset);
    try {
      extent.parse(CodedInputStream.newInstance(source, from, to - from));
    } catch (IOException e) {
      throw extent.check().invalidMessage("message", e);
    }
    return extent;
  }

  private void parse(CodedInputStream in) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ROW_GROUP) {
        rowGroup = in.readUInt32();
      } else if (tag == FILE) {
        file = in.readUInt32();
      } else if (tag == LAYOUT) {
        layoutIndex = in.readUInt32();
      } else if (tag == OFFSET) {
        offset = in.readUInt64();
      } else if (tag == LENGTH) {
        length = in.readUInt64();
      } else if (tag == VALUE_BYTES) {
        valueBytes = in.readUInt64();
      } else if (tag == FILE_ROW_GROUP) {
        fileRowGroup = in.readUInt32();
      } else if (tag == FILE_COLUMN_GROUP_ID) {
        fileColumnGroupId = in.readUInt32();
      } else {
        segmentCount += tag == SEGMENT ? 1 : 0;
        Wire.skip(in, tag);
      }
    }
  }

  /** The row group in a message, without parsing the rest. */
  static int parseRowGroup(CodedInputStream in) throws IOException {
    int rowGroup = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ROW_GROUP) {
        rowGroup = in.readUInt32();
      } else {
        Wire.skip(in, tag);
      }
    }
    return rowGroup;
  }

  /**
   * Binds to what is around, and checks.
   *
   * @param layouts of the section
   * @param rows number of rows of the row group
   * @param files number of data files
   */
  Extent bind(List<StoredLayout> layouts, long rows, int files) {
    Check check = check();
    check.that(
        layoutIndex >= 0 && layoutIndex < layouts.size(),
        "layout",
        "below " + layouts.size(),
        layoutIndex);
    check.that(file >= 0 && file < files, "data file", "below " + files, file);
    if (offset < FileLayout.BODY_START || offset % FileLayout.ALIGNMENT != 0) {
      throw check.corrupt("offset", "a multiple of 64, at least 64", Long.toUnsignedString(offset));
    }
    check.notNegative("length", length);
    check.notNegative("value bytes", valueBytes);
    check.notNegative("row group in the data file", fileRowGroup);
    check.notNegative("column group in the data file", fileColumnGroupId);
    check.sum("end", offset, length);
    layout = layouts.get(layoutIndex);
    rowCount = rows;
    return this;
  }

  void checkEnd(long limit) {
    check().that(end() <= limit, "end", "at most " + limit, end());
  }

  private Check check() {
    return new Check(metadataFile, sectionOffset, this);
  }

  /** Starts an extent of a layout. */
  public static Builder builder(StoredLayout layout) {
    return new Builder(layout, MetadataProtos.Extent.newBuilder());
  }

  /** Starts an extent that is like this one. */
  public Builder toBuilder() {
    return new Builder(layout, toProto().toBuilder());
  }

  /** Position of its row group in the row groups of the manifest or data file. */
  public int rowGroup() {
    return rowGroup;
  }

  /** Position of its data file in the files of the manifest; in a data file, 0. */
  public int file() {
    return file;
  }

  /** In a manifest, the position of its row group in the row groups of the data file. */
  public int fileRowGroup() {
    return fileRowGroup;
  }

  /**
   * In a manifest, the id of its column group in the data file.
   *
   * @param columnGroupId of the section of this extent
   */
  public int fileColumnGroupId(int columnGroupId) {
    return fileColumnGroupId == 0 ? columnGroupId : fileColumnGroupId;
  }

  /** How the bytes of its segments are laid out. */
  public StoredLayout layout() {
    return layout;
  }

  /** Where it starts in the data file, in bytes: a multiple of 64. */
  public long offset() {
    return offset;
  }

  /** Its length up to the end of the last segment, in bytes. */
  public long length() {
    return length;
  }

  /** Where it ends in the data file, in bytes. */
  public long end() {
    return offset + length;
  }

  /** Natural width of all non-null values, in bytes. */
  public long valueBytes() {
    return valueBytes;
  }

  /**
   * Statistics of the row group, one for each leaf, parsed and checked at the first call.
   *
   * @throws CorruptFileException if they are invalid
   */
  public List<ColumnStatistics> statistics() {
    return statistics.get(layout, rowCount, check());
  }

  /** Whether the statistics have been requested. */
  boolean hasParsedStatistics() {
    return statistics.isParsed();
  }

  /**
   * Whether the segments are here. An extent of a manifest may be without; {@link #withSegmentsOf}
   * takes them from the data file.
   */
  public boolean hasSegments() {
    return segmentCount > 0;
  }

  /**
   * The segments in the order of their rows, parsed and checked at the first call.
   *
   * @throws IllegalStateException if they are only in the data file, see {@link #hasSegments}
   * @throws CorruptFileException if they are invalid
   */
  public List<Segment> segments() {
    List<Segment> known = segments;
    if (known == null) {
      if (!hasSegments()) {
        throw new IllegalStateException("The segments of " + this + " are only in its data file");
      }
      known = Collections.unmodifiableList(parseSegments());
      checkSegments(known);
      segments = known;
    }
    return known;
  }

  private List<Segment> parseSegments() {
    List<Segment> parsed = new ArrayList<>(segmentCount);
    CodedInputStream in = CodedInputStream.newInstance(source, from, to - from);
    Check check = check();
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag != SEGMENT) {
          Wire.skip(in, tag);
          continue;
        }
        int messageLength = Wire.skipMessage(in);
        int end = from + in.getTotalBytesRead();
        parsed.add(Segment.parse(source, end - messageLength, end, check));
      }
    } catch (IOException e) {
      throw check.invalidMessage("segments", e);
    }
    return parsed;
  }

  private void checkSegments(List<Segment> parsed) {
    Check check = check();
    long rows = 0;
    long end = 0;
    for (Segment segment : parsed) {
      segment.checkPlace(end, check);
      layout.check(segment, check);
      rows += segment.rowCount();
      end = segment.end();
    }
    check.equal("row count of all segments", rowCount, rows);
    check.equal("length", end, length);
  }

  /**
   * This extent of a manifest with the segments of the same extent in its data file.
   *
   * @param stored the extent in the data file, see {@link #fileRowGroup} and {@link
   *     #fileColumnGroupId}
   * @throws CorruptFileException if it is not the same extent
   */
  public Extent withSegmentsOf(Extent stored) {
    Check check = stored.check();
    check.equal("offset", offset, stored.offset);
    check.equal("length", length, stored.length);
    check.equal("row count", rowCount, stored.rowCount);
    check.that(layout.equals(stored.layout), "layout", layout, stored.layout);
    Extent same = parse(source, from, to, metadataFile, sectionOffset);
    same.layout = layout;
    same.rowCount = rowCount;
    same.segmentCount = stored.segmentCount;
    same.segments = stored.segments();
    return same;
  }

  /**
   * Whether an extent of a data file is the same as this one: all but the row group and file agree,
   * and the segments where both have them.
   */
  public boolean isSame(Extent stored) {
    return offset == stored.offset
        && length == stored.length
        && valueBytes == stored.valueBytes
        && rowCount == stored.rowCount
        && layout.equals(stored.layout)
        && statistics().equals(stored.statistics())
        && (!hasSegments() || !stored.hasSegments() || segments().equals(stored.segments()));
  }

  MetadataProtos.Extent toProto() {
    return check()
        .parse(
            MetadataProtos.Extent.parser(),
            UnsafeByteOperations.unsafeWrap(source, from, to - from),
            "message");
  }

  /** The place, for messages. */
  @Override
  public String toString() {
    return "extent of row group " + rowGroup + " at " + Long.toUnsignedString(offset);
  }

  /** Collects the description of an extent. For one thread. */
  public static final class Builder {

    private final StoredLayout layout;
    private final MetadataProtos.Extent.Builder message;

    private Builder(StoredLayout layout, MetadataProtos.Extent.Builder message) {
      this.layout = layout;
      this.message = message;
    }

    /** Sets the position of its row group. */
    public Builder rowGroup(int rowGroup) {
      message.setRowGroup(rowGroup);
      return this;
    }

    /** Sets where it starts in the data file, in bytes. */
    public Builder offset(long offset) {
      message.setOffset(offset);
      return this;
    }

    /** Sets the natural width of all non-null values, in bytes. */
    public Builder valueBytes(long bytes) {
      message.setValueBytes(bytes);
      return this;
    }

    /** Adds the statistics of the next leaf. */
    public Builder addStatistics(ColumnStatistics statistics) {
      message.addStatistics(statistics.toProto());
      return this;
    }

    /** Adds the next segment. */
    public Builder addSegment(Segment segment) {
      message.addSegments(segment.toProto());
      return this;
    }

    /**
     * The extent. Its length is the end of its last segment.
     *
     * @throws CorruptFileException if the description is not what the format requires
     */
    public Extent build() {
      long rows = 0;
      for (MetadataProtos.Segment segment : message.getSegmentsList()) {
        rows += segment.getRowCount();
      }
      if (message.getSegmentsCount() > 0) {
        MetadataProtos.Segment last = message.getSegments(message.getSegmentsCount() - 1);
        message.setLength(last.getOffset() + last.getLength());
      }
      byte[] bytes = message.setLayout(0).build().toByteArray();
      return parse(bytes, 0, bytes.length, "new extent", -1).bind(List.of(layout), rows, 1);
    }
  }
}
