// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A segment of an extent (SPEC.md, section 8). Immutable and thread-safe. */
public final class Segment {

  private static final int OFFSET = Wire.tag(1, Wire.VARINT);
  private static final int LENGTH = Wire.tag(2, Wire.VARINT);
  private static final int ROW_COUNT = Wire.tag(3, Wire.VARINT);
  private static final int CRC32C = Wire.tag(4, Wire.FIXED32);
  private static final int BUFFER_LENGTH = Wire.tag(5, Wire.VARINT);
  private static final int BUFFER_LENGTHS = Wire.tag(5, Wire.LENGTH_DELIMITED);
  private static final int NODE_LENGTH = Wire.tag(6, Wire.VARINT);
  private static final int NODE_LENGTHS = Wire.tag(6, Wire.LENGTH_DELIMITED);

  private final byte[] source;
  private final int from;
  private final int to;
  private final Check check;

  private long offset;
  private int length;
  private int rowCount;
  private int crc32c;
  private int[] bufferLengths = Wire.none();
  private int[] nodeLengths = Wire.none();
  private final LazyStatistics statistics;

  private Segment(byte[] source, int from, int to, Check check) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.check = check;
    this.statistics = new LazyStatistics(source, from, to);
  }

  /** Parses a message from {@code from} up to {@code to}, except for the statistics. */
  static Segment parse(byte[] source, int from, int to, Check check) throws IOException {
    Segment segment = new Segment(source, from, to, check);
    segment.parse(CodedInputStream.newInstance(source, from, to - from));
    return segment;
  }

  private void parse(CodedInputStream in) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == OFFSET) {
        offset = in.readUInt64();
      } else if (tag == LENGTH) {
        length = in.readUInt32();
      } else if (tag == ROW_COUNT) {
        rowCount = in.readUInt32();
      } else if (tag == CRC32C) {
        crc32c = in.readFixed32();
      } else if (tag == BUFFER_LENGTHS) {
        bufferLengths = Wire.appendPacked(bufferLengths, in);
      } else if (tag == BUFFER_LENGTH) {
        bufferLengths = Wire.append(bufferLengths, in.readUInt32());
      } else if (tag == NODE_LENGTHS) {
        nodeLengths = Wire.appendPacked(nodeLengths, in);
      } else if (tag == NODE_LENGTH) {
        nodeLengths = Wire.append(nodeLengths, in.readUInt32());
      } else {
        Wire.skip(in, tag);
      }
    }
  }

  /** Creates a builder. */
  public static Builder builder() {
    return new Builder(MetadataProtos.Segment.newBuilder());
  }

  /** Creates a builder with the values of this segment. */
  public Builder toBuilder() {
    return new Builder(toProto().toBuilder());
  }

  /** Where it starts, from the start of the extent, in bytes: a multiple of 64. */
  public long offset() {
    return offset;
  }

  /** Its length without padding, in bytes. */
  public int length() {
    return length;
  }

  /** Where it ends, from the start of the extent, in bytes. */
  public long end() {
    return offset + length;
  }

  /** Number of its rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Checksum of its bytes. */
  public int crc32c() {
    return crc32c;
  }

  /** Number of its Arrow buffers; 0 in the row layout. */
  public int bufferCount() {
    return bufferLengths.length;
  }

  /** Length of an Arrow buffer without padding, in bytes. */
  public int bufferLength(int buffer) {
    return bufferLengths[buffer];
  }

  /** Number of its Arrow field nodes; 0 in the row layout. */
  public int nodeCount() {
    return nodeLengths.length;
  }

  /** Number of elements of an Arrow field node. */
  public int nodeLength(int node) {
    return nodeLengths[node];
  }

  /**
   * Statistics of its rows, one for each leaf, parsed and checked at the first call.
   *
   * @param layout of its extent
   * @throws io.albis.format.error.CorruptFileException if they are invalid
   */
  public List<ColumnStatistics> statistics(StoredLayout layout) {
    return statistics.get(layout, rowCount, check);
  }

  /** Whether the statistics have been requested. */
  boolean hasParsedStatistics() {
    return statistics.isParsed();
  }

  Check check() {
    return check;
  }

  /** Checks what does not depend on the layout. */
  void checkPlace(long earliest, Check extent) {
    extent.positive("row count of a segment", rowCount);
    if (length < 0 || length > FileLayout.MAX_SEGMENT_LENGTH) {
      throw extent.corrupt(
          "length of a segment",
          "at most " + FileLayout.MAX_SEGMENT_LENGTH,
          Integer.toUnsignedString(length));
    }
    if (offset % FileLayout.ALIGNMENT != 0
        || offset < earliest
        || offset > Long.MAX_VALUE - length) {
      throw extent.corrupt(
          "offset of a segment",
          "a multiple of 64 from " + earliest,
          Long.toUnsignedString(offset));
    }
  }

  MetadataProtos.Segment toProto() {
    return check.parse(
        MetadataProtos.Segment.parser(),
        UnsafeByteOperations.unsafeWrap(source, from, to - from),
        "segment");
  }

  /** Whether another segment is the same in everything but its statistics. */
  boolean isSameWithoutStatistics(Segment other) {
    return offset == other.offset
        && length == other.length
        && rowCount == other.rowCount
        && crc32c == other.crc32c
        && Arrays.equals(bufferLengths, other.bufferLengths)
        && Arrays.equals(nodeLengths, other.nodeLengths);
  }

  /** Equal in all that this version of the format knows. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Segment other
        && isSameWithoutStatistics(other)
        && toProto().getStatisticsList().equals(other.toProto().getStatisticsList());
  }

  @Override
  public int hashCode() {
    return crc32c;
  }

  @Override
  public String toString() {
    return "segment at " + offset + ", " + length + " bytes, " + rowCount + " rows";
  }

  /** Collects the description of a segment. For one thread. */
  public static final class Builder {

    private final MetadataProtos.Segment.Builder message;

    private Builder(MetadataProtos.Segment.Builder message) {
      this.message = message;
    }

    /** Sets the offset in its extent, in bytes. */
    public Builder offset(long offset) {
      message.setOffset(offset);
      return this;
    }

    /** Sets the length without padding, in bytes. */
    public Builder length(int length) {
      message.setLength(length);
      return this;
    }

    /** Sets the number of rows. */
    public Builder rowCount(int rowCount) {
      message.setRowCount(rowCount);
      return this;
    }

    /** Sets the checksum of the bytes. */
    public Builder crc32c(int crc32c) {
      message.setCrc32C(crc32c);
      return this;
    }

    /** Adds the length of the next Arrow buffer, in bytes without padding. */
    public Builder addBufferLength(int length) {
      message.addBufferLengths(length);
      return this;
    }

    /** Adds the number of elements of the next Arrow field node. */
    public Builder addNodeLength(int length) {
      message.addNodeLengths(length);
      return this;
    }

    /** Adds the statistics of the next leaf. */
    public Builder addStatistics(ColumnStatistics statistics) {
      message.addStatistics(statistics.toProto());
      return this;
    }

    /** Builds the segment. */
    public Segment build() {
      byte[] bytes = message.build().toByteArray();
      Check check = new Check("new segment", -1);
      try {
        return parse(bytes, 0, bytes.length, check);
      } catch (IOException e) {
        throw check.invalidMessage("segment", e);
      }
    }
  }
}
