// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * A section of a data file or manifest: the extents of a column group (SPEC.md, section 8). Extents
 * are parsed when they are asked for, so that one of tens of thousands of row groups costs little.
 * Immutable and thread-safe.
 */
public final class ColumnGroupSection {

  private static final int COLUMN_GROUP_ID = Wire.tag(1, Wire.VARINT);
  private static final int LAYOUT = Wire.tag(2, Wire.LENGTH_DELIMITED);
  private static final int EXTENT = Wire.tag(3, Wire.LENGTH_DELIMITED);

  private final byte[] bytes;
  private final String file;
  private final long offset;
  private int columnGroupId;
  private final List<StoredLayout> layouts = new ArrayList<>();
  private int extentCount;

  /** For each extent, its row group, and where its message starts and ends in the bytes. */
  private int[] places = new int[3 * 8];

  private RowGroups rowGroups;
  private int fileCount;
  private boolean areSegmentsRequired;
  private IntToLongFunction extentLimit;

  private ColumnGroupSection(byte[] bytes, String file, long offset) {
    this.bytes = bytes;
    this.file = file;
    this.offset = offset;
  }

  /**
   * Decodes a section, whose length and checksum have been checked.
   *
   * @param offset of the section in the file
   * @param columnGroupId that the section is of
   * @param rowGroups of the file
   * @param fileCount number of data files that extents can be in
   * @param areSegmentsRequired whether this is a section of a data file
   * @param extentLimit offset that extents of a data file must not pass
   */
  static ColumnGroupSection decode(
      byte[] bytes,
      String file,
      long offset,
      int columnGroupId,
      RowGroups rowGroups,
      int fileCount,
      boolean areSegmentsRequired,
      IntToLongFunction extentLimit) {
    ColumnGroupSection section = new ColumnGroupSection(bytes, file, offset);
    section.rowGroups = rowGroups;
    section.fileCount = fileCount;
    section.areSegmentsRequired = areSegmentsRequired;
    section.extentLimit = extentLimit;
    Check check = new Check(file, offset);
    try {
      section.parse(check);
    } catch (IOException e) {
      throw check.invalidMessage("section", e);
    }
    check.equal("column group", columnGroupId, section.columnGroupId);
    return section;
  }

  private void parse(Check check) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == COLUMN_GROUP_ID) {
        columnGroupId = in.readUInt32();
      } else if (tag == LAYOUT) {
        int length = Wire.skipMessage(in);
        int start = in.getTotalBytesRead() - length;
        layouts.add(
            StoredLayout.decode(
                check.parse(
                    MetadataProtos.StoredLayout.parser(),
                    UnsafeByteOperations.unsafeWrap(bytes, start, length),
                    "layout"),
                check));
      } else if (tag == EXTENT) {
        int limit = in.pushLimit(in.readRawVarint32());
        int start = in.getTotalBytesRead();
        int rowGroup = Extent.parseRowGroup(in);
        add(rowGroup, start, in.getTotalBytesRead(), check);
        in.popLimit(limit);
      } else {
        Wire.skip(in, tag);
      }
    }
  }

  private void add(int rowGroup, int start, int end, Check check) {
    int last = extentCount == 0 ? -1 : rowGroup(extentCount - 1);
    if (rowGroup <= last || rowGroup >= rowGroups.count()) {
      throw check.corrupt(
          "row group of an extent",
          "above " + last + " and below " + rowGroups.count(),
          Integer.toUnsignedString(rowGroup));
    }
    int position = 3 * extentCount;
    if (position == places.length) {
      places = Arrays.copyOf(places, 2 * position);
    }
    places[position] = rowGroup;
    places[position + 1] = start;
    places[position + 2] = end;
    extentCount++;
  }

  /** Id of the column group. */
  public int columnGroupId() {
    return columnGroupId;
  }

  /** Number of extents, at most one for each row group. */
  public int extentCount() {
    return extentCount;
  }

  /** Row group of an extent; ascending. */
  public int rowGroup(int index) {
    return places[3 * index];
  }

  /** Index of the extent of a row group, or -1 if it has none. */
  public int find(int rowGroup) {
    int low = 0;
    int high = extentCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (rowGroup(middle) < rowGroup) {
        low = middle + 1;
      } else if (rowGroup(middle) > rowGroup) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -1;
  }

  /**
   * An extent, parsed and checked at each call.
   *
   * @throws CorruptFileException if it is not what the format requires
   */
  public Extent extent(int index) {
    Extent extent = Extent.parse(bytes, places[3 * index + 1], places[3 * index + 2], file, offset);
    extent.bind(layouts, rowGroups.rowCount(rowGroup(index)), fileCount);
    extent.checkEnd(extentLimit.applyAsLong(extent.file()));
    if (areSegmentsRequired && !extent.hasSegments()) {
      throw new CorruptFileException(
          file, offset, "number of segments of " + extent, "at least 1", 0);
    }
    return extent;
  }

  /** The layouts that its extents have. */
  public List<StoredLayout> layouts() {
    return List.copyOf(layouts);
  }

  /** The bytes of the section. The caller must not change them. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public String toString() {
    return "section of column group " + columnGroupId + " with " + extentCount + " extents";
  }

  /** Starts a section. */
  public static Builder builder(int columnGroupId) {
    return new Builder(columnGroupId);
  }

  /** Collects extents of a data file. For one thread. */
  public static final class Builder {

    private final MetadataProtos.ColumnGroupSection.Builder message;
    private final Map<StoredLayout, Integer> layouts = new LinkedHashMap<>();

    private Builder(int columnGroupId) {
      this.message = MetadataProtos.ColumnGroupSection.newBuilder().setColumnGroupId(columnGroupId);
    }

    /** Adds an extent of a row group behind those so far. */
    public Builder add(Extent extent) {
      return add(extent.layout(), extent.toProto().toBuilder());
    }

    Builder add(StoredLayout layout, MetadataProtos.Extent.Builder extent) {
      Integer index = layouts.get(layout);
      if (index == null) {
        index = layouts.size();
        layouts.put(layout, index);
        message.addLayouts(layout.toProto());
      }
      message.addExtents(extent.setLayout(index));
      return this;
    }

    byte[] toBytes() {
      return message.build().toByteArray();
    }

    /**
     * The section.
     *
     * @param rowGroups of the data file
     * @throws CorruptFileException if the row groups of the extents are not ascending
     */
    public ColumnGroupSection build(RowGroups rowGroups) {
      return decode(
          toBytes(),
          "new section",
          -1,
          message.getColumnGroupId(),
          rowGroups,
          Integer.MAX_VALUE,
          false,
          anyFile -> Long.MAX_VALUE);
    }
  }
}
