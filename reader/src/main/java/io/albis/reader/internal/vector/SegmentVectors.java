// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.vector;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SegmentBuffers;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;

/** Creates vectors over the bytes of a loaded segment. */
public final class SegmentVectors {

  private final StoredLayout layout;
  private final Segment segment;
  private final String file;
  private final long base;
  private final long fileOffset;
  private final OffHeapBuffer memory;
  private final DerivedVectors converted;

  /**
   * Creates an instance for a segment.
   *
   * @param extent that the segment is in
   * @param k which segment
   * @param memory its bytes
   * @param converted owner of the values that must be converted
   */
  public SegmentVectors(
      ExtentSegments extent, int k, OffHeapBuffer memory, DerivedVectors converted) {
    this.layout = extent.layout();
    this.segment = extent.segment(k);
    this.file = extent.path();
    this.memory = memory;
    this.base = memory.address();
    this.fileOffset = extent.fileOffset(k);
    this.converted = converted;
  }

  /**
   * Returns the vector of a stored leaf, given by its index in the file's group, in the type of the
   * wanted leaf.
   *
   * @param group number of the group in the scan
   */
  public VectorOwner leaf(int index, Leaf wanted, int group) {
    if (layout.root() != null) {
      SegmentBuffers buffers = layout.buffers(segment);
      return node(layout.root(), buffers, wanted.type(), wanted.path());
    }
    Leaf stored = layout.leaves().get(index);
    RowLayout rows = layout.rowLayout();
    int stride = rows.stride();
    long area = (long) segment.rowCount() * stride;
    VectorOwner vector =
        new VectorOwner(stored.type(), wanted.path())
            .source(file, fileOffset)
            .memory(memory)
            .values(
                base + rows.offset(index),
                stride,
                stored.type().isVariableLength() ? SlotKind.OFFSET_AND_LENGTH : SlotKind.VALUES)
            .data(base + area, segment.length() - area)
            .inRows(group, stride, rows.offset(index), rows.nullBit(index))
            .rows(segment.rowCount());
    if (rows.nullBit(index) >= 0) {
      vector.nulls(base * 8 + rows.nullBit(index), stride * 8L, 1);
    }
    return converted.widen(vector, wanted.type());
  }

  private VectorOwner node(ColumnNode node, SegmentBuffers buffers, Type wanted, String path) {
    int first = node.firstBuffer();
    int count = buffers.nodeLength(node.index());
    // Fields may have been dropped from or added to nested types; other types are widened below.
    Type type = node.type().isNested() ? wanted : node.type();
    VectorOwner vector =
        new VectorOwner(type, path).source(file, fileOffset).memory(memory).rows(count);
    if (buffers.length(first) > 0) {
      vector.nulls((base + buffers.offset(first)) * 8, 1, 0);
    }
    long values = base + (node.kind().bufferCount() > 1 ? buffers.offset(first + 1) : 0);
    switch (node.kind()) {
      case PRESENCE -> {}
      case BOOLEAN -> vector.bits(values * 8, 1);
      case FIXED -> {
        vector.values(values, node.width(), SlotKind.VALUES);
        return converted.widen(vector, wanted);
      }
      case VARIABLE ->
          vector
              .values(values, Integer.BYTES, SlotKind.OFFSETS)
              .data(base + buffers.offset(first + 2), buffers.length(first + 2));
      case STRUCT -> vector.children(fields(node, buffers, wanted, path));
      case LIST -> {
        ColumnNode child = node.children().get(0);
        vector.values(values, Integer.BYTES, SlotKind.OFFSETS);
        vector.children(
            child.isMapEntries()
                ? fields(child, buffers, wanted, path)
                : List.of(child(child, buffers, wanted.children().get(0), path)));
      }
    }
    return vector;
  }

  private ColumnVector child(ColumnNode node, SegmentBuffers buffers, Field wanted, String path) {
    return node(node, buffers, wanted.type(), path + "." + wanted.name()).vector();
  }

  /** The wanted fields by id; those that are not stored have their default, or are null. */
  private List<ColumnVector> fields(
      ColumnNode node, SegmentBuffers buffers, Type wanted, String path) {
    List<ColumnVector> fields = new ArrayList<>();
    for (Field field : wanted.children()) {
      ColumnNode stored = null;
      for (ColumnNode child : node.children()) {
        stored = child.fieldId() == field.id() ? child : stored;
      }
      fields.add(
          stored == null
              ? converted
                  .missing(field, path + "." + field.name(), buffers.nodeLength(node.index()))
                  .vector()
              : child(stored, buffers, field, path));
    }
    return fields;
  }
}
