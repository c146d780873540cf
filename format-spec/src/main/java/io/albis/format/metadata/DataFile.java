// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.layout.ColumnNode;
import io.albis.format.layout.FileLayout;
import io.albis.format.layout.Layout;
import io.albis.format.layout.RowLayout;
import io.albis.format.proto.DataFileFooter;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Segment;
import io.albis.format.proto.StoredLeaf;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A decoded footer of an extent (SPEC.md, section 9): how the bytes of its segments are laid out.
 *
 * @param file path, for messages
 * @param message what it says
 * @param layout of its segments
 * @param leaves its leaves as they were stored, in group order; without ancestors
 * @param rowLayout of {@link Layout#ROW}, otherwise null
 * @param root node of the leaf of {@link Layout#COLUMN}, otherwise null
 */
public record DataFile(
    String file,
    DataFileFooter message,
    Layout layout,
    List<Leaf> leaves,
    RowLayout rowLayout,
    ColumnNode root) {

  /**
   * An encoded end of a data file.
   *
   * @param bytes zero padding, footer and tail, that end the file at a multiple of 4096
   * @param footerLength bytes of the footer, for {@link Extent}
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Encoded(byte[] bytes, int footerLength) {

    /** The footer, for {@link Extent}; empty where it is so long that only the file has it. */
    public ByteString footerInManifest() {
      return footerLength > MAX_FOOTER_IN_MANIFEST
          ? ByteString.EMPTY
          : ByteString.copyFrom(
              bytes, bytes.length - FileLayout.TAIL_LENGTH - footerLength, footerLength);
    }
  }

  /** Longer footers do not go into manifests, so that these stay small. */
  private static final int MAX_FOOTER_IN_MANIFEST = 4096;

  /** How a footer names a leaf. */
  public static StoredLeaf storedLeaf(Leaf leaf) {
    return StoredLeaf.newBuilder()
        .setFieldId(leaf.id())
        .setPath(leaf.path())
        .setType(SchemaProtos.toProto(leaf.type()))
        .setNullable(leaf.nullable())
        .build();
  }

  /**
   * The end of a data file that holds one extent from offset 0.
   *
   * @param footer the message
   * @param position bytes that have been written so far
   */
  public static Encoded encodeEnd(DataFileFooter footer, long position) {
    byte[] message = footer.toByteArray();
    long end =
        FileLayout.align(
            position + message.length + FileLayout.TAIL_LENGTH, FileLayout.SEGMENT_ALIGNMENT);
    long footerOffset = end - FileLayout.TAIL_LENGTH - message.length;
    byte[] tail = Framing.tail(FileKind.DATA, footer.getTableId(), message, footerOffset);
    byte[] bytes = new byte[Math.toIntExact(end - position)];
    System.arraycopy(message, 0, bytes, (int) (footerOffset - position), message.length);
    System.arraycopy(tail, 0, bytes, bytes.length - tail.length, tail.length);
    return new Encoded(bytes, message.length);
  }

  /**
   * Decodes and checks the footer of an extent.
   *
   * @param end the last {@code extent.footer_length + 64} bytes of the extent
   * @param extent how the manifest names it
   * @param columnGroupId of the section that names it
   * @param rowCount of its row group
   * @param tableId id of the table
   * @throws CorruptFileException if the file is not what the format and the manifest demand
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a newer version
   */
  public static DataFile decode(
      byte[] end, Extent extent, int columnGroupId, long rowCount, ByteString tableId) {
    String file = extent.getPath();
    long base = extent.getOffset() + extent.getLength() - end.length;
    Framing.Footer footer =
        Framing.footer(end, file, base, extent.getOffset(), FileKind.DATA, tableId);
    Check check = new Check(file, base + footer.start());
    check.equal("footer length", extent.getFooterLength(), footer.length());
    DataFileFooter message =
        check.parse(DataFileFooter.parser(), end, footer.start(), footer.length(), "footer");
    return decode(message, check, extent, columnGroupId, rowCount, tableId, null);
  }

  /**
   * Decodes and checks the footer that a manifest has of an extent.
   *
   * @param manifest path of the manifest
   * @param extent how the manifest names it, with a footer
   * @param columnGroupId of the section that names it
   * @param rowCount of its row group
   * @param tableId id of the table
   * @param like another extent of the column group, perhaps of the same leaves; or null
   * @throws CorruptFileException if the footer is not what the format and the manifest demand
   */
  public static DataFile decodeInManifest(
      String manifest,
      Extent extent,
      int columnGroupId,
      long rowCount,
      ByteString tableId,
      DataFile like) {
    Check check = new Check(manifest, -1, " in the footer of " + extent.getPath());
    DataFileFooter message = check.parse(DataFileFooter.parser(), extent.getFooter(), "message");
    return decode(message, check, extent, columnGroupId, rowCount, tableId, like);
  }

  private static DataFile decode(
      DataFileFooter message,
      Check check,
      Extent extent,
      int columnGroupId,
      long rowCount,
      ByteString tableId,
      DataFile like) {
    String file = extent.getPath();
    check.that(message.getTableId().equals(tableId), "table id", "that of the table", "another");
    check.equal("column group", columnGroupId, message.getColumnGroupId());
    check.equal("row count", rowCount, message.getRowCount());
    boolean isAlike =
        like != null
            && like.message.getLayout() == message.getLayout()
            && like.message.getStride() == message.getStride()
            && like.message.getLeavesList().equals(message.getLeavesList());
    DataFile decoded =
        isAlike
            ? new DataFile(file, message, like.layout, like.leaves, like.rowLayout, like.root)
            : of(file, message, check);
    decoded.checkSegments(
        extent.getLength() - FileLayout.TAIL_LENGTH - extent.getFooterLength(), check);
    return decoded;
  }

  private static DataFile of(String file, DataFileFooter message, Check check) {
    Layout layout = check.schema("layout", () -> ColumnGroupProtos.layout(message.getLayout()));
    List<Leaf> leaves = leaves(message, check);
    RowLayout rowLayout = null;
    ColumnNode root = null;
    if (layout == Layout.ROW) {
      rowLayout = check.schema("row layout", () -> RowLayout.of(leaves));
      check.equal("stride", rowLayout.stride(), message.getStride());
    } else {
      check.equal("number of leaves in the column layout", 1, leaves.size());
      check.equal("stride in the column layout", 0, message.getStride());
      root = ColumnNode.of(leaves.get(0));
    }
    return new DataFile(file, message, layout, leaves, rowLayout, root);
  }

  private static List<Leaf> leaves(DataFileFooter message, Check check) {
    check.positive("number of leaves", message.getLeavesCount());
    Set<Integer> ids = new HashSet<>();
    List<Leaf> leaves = new ArrayList<>(message.getLeavesCount());
    for (StoredLeaf stored : message.getLeavesList()) {
      check.positive("field id of a leaf", stored.getFieldId());
      check.that(ids.add(stored.getFieldId()), "field id of a leaf", "once", stored.getFieldId());
      Type type = check.schema("type of " + stored.getPath(), () -> type(stored));
      addIds(type, ids, check);
      leaves.add(
          new Leaf(stored.getFieldId(), stored.getPath(), type, stored.getNullable(), List.of()));
    }
    return leaves;
  }

  /** Fields below lists and maps are found by their ids as well. */
  private static void addIds(Type type, Set<Integer> ids, Check check) {
    for (Field field : type.children()) {
      check.that(ids.add(field.id()), "field id in a stored type", "once", field.id());
      addIds(field.type(), ids, check);
    }
  }

  private static Type type(StoredLeaf stored) {
    boolean isPresence =
        stored.getType().getKind() == io.albis.format.proto.TypeKind.STRUCT
            && stored.getType().getChildrenCount() == 0;
    if (isPresence) {
      return Type.presence();
    }
    Type type = SchemaProtos.fromProto(stored.getType());
    if (type.kind() == TypeKind.STRUCT) {
      throw new io.albis.format.error.InvalidSchemaException(
          "Invalid leaf " + stored.getPath() + ": a struct with fields");
    }
    return type;
  }

  private void checkSegments(long limit, Check check) {
    check.positive("number of segments", message.getSegmentsCount());
    long rows = 0;
    long position = 0;
    for (Segment segment : message.getSegmentsList()) {
      check.positive("row count of a segment", segment.getRowCount());
      rows += segment.getRowCount();
      // What is expected is said only where it is not so: this is done for all files of a scan.
      if (segment.getLength() < 0 || segment.getLength() > FileLayout.MAX_SEGMENT_LENGTH) {
        throw check.corrupt(
            "length of a segment",
            "at most " + FileLayout.MAX_SEGMENT_LENGTH,
            Integer.toUnsignedString(segment.getLength()));
      }
      if (segment.getOffset() % FileLayout.SEGMENT_ALIGNMENT != 0
          || segment.getOffset() < position
          || segment.getOffset() > limit - segment.getLength()) {
        throw check.corrupt(
            "offset of a segment",
            "a multiple of 4096 from " + position + " to " + (limit - segment.getLength()),
            segment.getOffset());
      }
      position = segment.getOffset() + segment.getLength();
      StatisticsChecks.check(segment.getStatisticsList(), leaves, segment.getRowCount(), check);
      if (layout == Layout.ROW) {
        checkRows(segment, check);
      } else {
        SegmentBuffers.of(root, segment, check);
      }
    }
    check.equal("row count of all segments", message.getRowCount(), rows);
  }

  private void checkRows(Segment segment, Check check) {
    long fixed = (long) segment.getRowCount() * rowLayout.stride();
    boolean hasVariable = leaves.stream().anyMatch(leaf -> leaf.type().isVariableLength());
    check.that(
        hasVariable ? segment.getLength() >= fixed : segment.getLength() == fixed,
        "length of a segment",
        (hasVariable ? "at least " : "") + fixed,
        segment.getLength());
    check.equal("number of buffers in the row layout", 0, segment.getBufferLengthsCount());
    check.equal("number of nodes in the row layout", 0, segment.getNodeLengthsCount());
  }

  /** Where the buffers of a segment in the column layout lie. */
  public SegmentBuffers buffers(Segment segment) {
    return SegmentBuffers.of(root, segment, new Check(file, segment.getOffset()));
  }
}
