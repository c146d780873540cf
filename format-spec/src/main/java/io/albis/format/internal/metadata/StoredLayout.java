// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How the bytes of the segments of an extent are laid out (SPEC.md, section 8): layout and leaves
 * as they were when the extent was written. Extents share it. Immutable and thread-safe.
 */
public final class StoredLayout {

  private final MetadataProtos.StoredLayout message;
  private final Layout layout;
  private final List<Leaf> leaves;

  /** Null in {@link Layout#COLUMN}. */
  private final RowLayout rowLayout;

  /** Null in {@link Layout#ROW}. */
  private final ColumnNode root;

  private StoredLayout(MetadataProtos.StoredLayout message, Layout layout, List<Leaf> leaves) {
    this.message = message;
    this.layout = layout;
    this.leaves = List.copyOf(leaves);
    this.rowLayout = layout == Layout.ROW ? RowLayout.of(this.leaves) : null;
    this.root = layout == Layout.COLUMN ? ColumnNode.of(this.leaves.get(0)) : null;
  }

  /**
   * The layout of new extents.
   *
   * @param leaves with ids, in group order; exactly one for {@link Layout#COLUMN}
   * @throws InvalidArgumentException if they have no such layout
   */
  public static StoredLayout of(Layout layout, List<Leaf> leaves) {
    if (leaves.isEmpty() || (layout == Layout.COLUMN && leaves.size() > 1)) {
      throw new InvalidArgumentException(
          "Invalid layout " + layout + " of " + leaves.size() + " leaves");
    }
    MetadataProtos.StoredLayout.Builder message =
        MetadataProtos.StoredLayout.newBuilder().setLayout(ColumnGroupProtos.toProto(layout));
    for (Leaf leaf : leaves) {
      message.addLeaves(
          MetadataProtos.StoredLeaf.newBuilder()
              .setFieldId(leaf.id())
              .setType(SchemaProtos.toStoredProto(leaf.type()))
              .setNullable(leaf.nullable()));
    }
    if (layout == Layout.ROW) {
      message.setStride(RowLayout.of(leaves).stride());
    }
    List<Leaf> stored =
        leaves.stream().map(leaf -> Leaf.stored(leaf.id(), leaf.type(), leaf.nullable())).toList();
    return new StoredLayout(message.build(), layout, stored);
  }

  static StoredLayout decode(MetadataProtos.StoredLayout message, Check check) {
    Layout layout = check.schema("layout", () -> ColumnGroupProtos.layout(message.getLayout()));
    check.positive("number of leaves", message.getLeavesCount());
    check.that(
        layout == Layout.ROW || message.getLeavesCount() == 1,
        "number of leaves in the column layout",
        1,
        message.getLeavesCount());
    Set<Integer> ids = new HashSet<>();
    List<Leaf> leaves = new ArrayList<>(message.getLeavesCount());
    for (MetadataProtos.StoredLeaf stored : message.getLeavesList()) {
      int id = stored.getFieldId();
      check.positive("field id of a leaf", id);
      check.that(ids.add(id), "field id of a leaf", "once", id);
      Type type = check.schema("type of field " + id, () -> type(stored));
      addIds(type, ids, check);
      leaves.add(Leaf.stored(id, type, stored.getNullable()));
    }
    StoredLayout decoded =
        check.schema("row layout", () -> new StoredLayout(message, layout, leaves));
    check.equal("stride", decoded.stride(), message.getStride());
    return decoded;
  }

  /** Fields below lists and maps are found by their ids as well. */
  private static void addIds(Type type, Set<Integer> ids, Check check) {
    for (Field field : type.children()) {
      check.that(ids.add(field.id()), "field id in a stored type", "once", field.id());
      addIds(field.type(), ids, check);
    }
  }

  private static Type type(MetadataProtos.StoredLeaf stored) {
    boolean isPresence =
        stored.getType().getKind() == MetadataProtos.TypeKind.STRUCT
            && stored.getType().getChildrenCount() == 0;
    if (isPresence) {
      return Type.presence();
    }
    Type type = SchemaProtos.fromProto(stored.getType());
    if (type.nesting() == Nesting.STRUCT) {
      throw new InvalidArgumentException(
          "Invalid leaf " + stored.getFieldId() + ": a struct with fields");
    }
    return type;
  }

  /** Layout of the segments. */
  public Layout layout() {
    return layout;
  }

  /** The leaves as they were stored, in group order; without path and ancestors. */
  public List<Leaf> leaves() {
    return leaves;
  }

  /** Position of the leaf of a field id, or -1 if it is not stored. */
  public int indexOf(int fieldId) {
    for (int i = 0; i < leaves.size(); i++) {
      if (leaves.get(i).id() == fieldId) {
        return i;
      }
    }
    return -1;
  }

  /** Bytes from one row to the next in {@link Layout#ROW}; otherwise 0. */
  public int stride() {
    return rowLayout == null ? 0 : rowLayout.stride();
  }

  /** Where values lie in a row of {@link Layout#ROW}; otherwise null. */
  public RowLayout rowLayout() {
    return rowLayout;
  }

  /** Node of the leaf of {@link Layout#COLUMN}; otherwise null. */
  public ColumnNode root() {
    return root;
  }

  /**
   * Where the buffers of a segment in {@link Layout#COLUMN} lie.
   *
   * @param segment of an extent of this layout
   */
  public SegmentBuffers buffers(Segment segment) {
    return SegmentBuffers.of(root, segment, segment.check());
  }

  /** Checks the length and the buffers of a segment. */
  void check(Segment segment, Check check) {
    if (layout == Layout.COLUMN) {
      SegmentBuffers.of(root, segment, check);
      return;
    }
    long fixed = (long) segment.rowCount() * stride();
    boolean hasVariable = leaves.stream().anyMatch(leaf -> leaf.type().isVariableLength());
    if (hasVariable ? segment.length() < fixed : segment.length() != fixed) {
      throw check.corrupt(
          "length of a segment", (hasVariable ? "at least " : "") + fixed, segment.length());
    }
    check.equal("number of buffers in the row layout", 0, segment.bufferCount());
    check.equal("number of nodes in the row layout", 0, segment.nodeCount());
  }

  MetadataProtos.StoredLayout toProto() {
    return message;
  }

  /** Equal in layout and leaves. */
  @Override
  public boolean equals(Object object) {
    return object instanceof StoredLayout other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return layout + " " + leaves.stream().map(leaf -> leaf.id() + ": " + leaf.type()).toList();
  }
}
