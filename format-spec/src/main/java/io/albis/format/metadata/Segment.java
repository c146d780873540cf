// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.ArrayList;
import java.util.List;

/**
 * A segment, as the footer of its extent describes it (SPEC.md, section 9). Immutable and
 * thread-safe.
 */
public final class Segment {

  private final MetadataProtos.Segment message;
  private final LazyStatistics statistics;

  Segment(MetadataProtos.Segment message) {
    this.message = message;
    this.statistics = new LazyStatistics(message.getStatisticsList());
  }

  static List<Segment> of(List<MetadataProtos.Segment> messages) {
    List<Segment> segments = new ArrayList<>(messages.size());
    messages.forEach(message -> segments.add(new Segment(message)));
    return segments;
  }

  /** Creates a builder. */
  public static Builder builder() {
    return new Builder(MetadataProtos.Segment.newBuilder());
  }

  /** Creates a builder with the values of this segment. */
  public Builder toBuilder() {
    return new Builder(message.toBuilder());
  }

  /** Its offset from the start of the extent, in bytes: a multiple of 4096. */
  public long offset() {
    return message.getOffset();
  }

  /** Its length without padding, in bytes. */
  public int length() {
    return message.getLength();
  }

  /** Number of its rows. */
  public int rowCount() {
    return message.getRowCount();
  }

  /** Checksum of its bytes. */
  public int crc32c() {
    return message.getCrc32C();
  }

  /** Number of its Arrow buffers; 0 in the row layout. */
  public int bufferCount() {
    return message.getBufferLengthsCount();
  }

  /** Length of an Arrow buffer without padding, in bytes. */
  public int bufferLength(int buffer) {
    return message.getBufferLengths(buffer);
  }

  /** Number of its Arrow field nodes; 0 in the row layout. */
  public int nodeCount() {
    return message.getNodeLengthsCount();
  }

  /** Number of elements of an Arrow field node. */
  public int nodeLength(int node) {
    return message.getNodeLengths(node);
  }

  /** Statistics of its rows, one for each leaf. */
  public List<ColumnStatistics> statistics() {
    return statistics.get();
  }

  MetadataProtos.Segment toProto() {
    return message;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Segment other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return "segment at " + offset() + ", " + length() + " bytes, " + rowCount() + " rows";
  }

  /** Builds segments. Not thread-safe. */
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
      return new Segment(message.build());
    }
  }
}
