// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.layout.ColumnNode;
import io.albis.format.layout.FileLayout;
import io.albis.format.layout.Layout;
import io.albis.format.layout.RowLayout;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The decoded footer of an extent (SPEC.md, section 9), which describes the layout of its segments.
 * Immutable and thread-safe.
 */
public final class DataFile {

  private final String file;
  private final DataFileFooter footer;

  /** Null in {@link Layout#COLUMN}. */
  private final RowLayout rowLayout;

  /** Null in {@link Layout#ROW}. */
  private final ColumnNode root;

  /** The encoded leaves, for a fast comparison with those of other files. */
  private final List<MetadataProtos.StoredLeaf> storedLeaves;

  private DataFile(
      String file,
      DataFileFooter footer,
      RowLayout rowLayout,
      ColumnNode root,
      List<MetadataProtos.StoredLeaf> storedLeaves) {
    this.file = file;
    this.footer = footer;
    this.rowLayout = rowLayout;
    this.root = root;
    this.storedLeaves = storedLeaves;
  }

  /** Path of the file, for messages. */
  public String file() {
    return file;
  }

  /** The content of the footer. */
  public DataFileFooter footer() {
    return footer;
  }

  /** Layout of its segments. */
  public Layout layout() {
    return footer.layout();
  }

  /** Its leaves as they were stored, in group order; without ancestors. */
  public List<Leaf> leaves() {
    return footer.leaves();
  }

  /** Its segments, in the order of their rows. */
  public List<Segment> segments() {
    return footer.segments();
  }

  /** Positions of values in a row of {@link Layout#ROW}; otherwise null. */
  public RowLayout rowLayout() {
    return rowLayout;
  }

  /** Node of the leaf of {@link Layout#COLUMN}; otherwise null. */
  public ColumnNode root() {
    return root;
  }

  /**
   * The encoded end of a data file.
   *
   * @param bytes zero padding, footer and tail; they extend the file to a multiple of 4096
   * @param footerLength bytes of the footer, for {@link Extent}
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Encoded(byte[] bytes, int footerLength) {

    /** The footer, for {@link Extent}; empty if it is so long that only the file contains it. */
    ByteString footerInManifest() {
      return footerLength > MAX_FOOTER_IN_MANIFEST
          ? ByteString.EMPTY
          : ByteString.copyFrom(
              bytes, bytes.length - FileLayout.TAIL_LENGTH - footerLength, footerLength);
    }
  }

  /** Longer footers are not copied into manifests, to keep these small. */
  private static final int MAX_FOOTER_IN_MANIFEST = 4096;

  /**
   * Encodes the end of a data file with one extent at offset 0.
   *
   * @param footer the footer
   * @param position number of bytes written so far
   */
  public static Encoded encodeEnd(DataFileFooter footer, long position) {
    return encodeEnd(footer.toProto().toByteArray(), footer.tableId(), position);
  }

  static Encoded encodeEnd(byte[] message, UUID tableId, long position) {
    long end =
        FileLayout.align(
            position + message.length + FileLayout.TAIL_LENGTH, FileLayout.SEGMENT_ALIGNMENT);
    long footerOffset = end - FileLayout.TAIL_LENGTH - message.length;
    byte[] tail = Framing.tail(FileKind.DATA, tableId, message, footerOffset);
    byte[] bytes = new byte[Math.toIntExact(end - position)];
    System.arraycopy(message, 0, bytes, (int) (footerOffset - position), message.length);
    System.arraycopy(tail, 0, bytes, bytes.length - tail.length, tail.length);
    return new Encoded(bytes, message.length);
  }

  /**
   * Checks the end of a data file.
   *
   * @param tail the last {@link FileLayout#TAIL_LENGTH} bytes of the file
   * @param length of the file, in bytes
   * @throws CorruptFileException if these bytes are not a tail, or the length is not a multiple of
   *     {@link FileLayout#SEGMENT_ALIGNMENT}
   */
  public static void checkEnd(byte[] tail, String file, long length, UUID tableId) {
    if (length % FileLayout.SEGMENT_ALIGNMENT != 0) {
      throw new CorruptFileException(
          file, length, "length", "a multiple of " + FileLayout.SEGMENT_ALIGNMENT, length);
    }
    Framing.checkTail(tail, file, length - tail.length, FileKind.DATA, tableId);
  }

  /**
   * Decodes and checks the footer of an extent.
   *
   * @param end the last {@code extent.footer_length + 64} bytes of the extent
   * @param extent the extent in the manifest
   * @param columnGroupId of the section with the extent
   * @param rowCount of its row group
   * @param tableId id of the table
   * @throws CorruptFileException if the file violates the format or contradicts the manifest
   * @throws io.albis.format.error.UnsupportedVersionException if the file has a newer version
   */
  public static DataFile decode(
      byte[] end, Extent extent, int columnGroupId, long rowCount, UUID tableId) {
    String file = extent.path();
    long base = extent.offset() + extent.length() - end.length;
    Framing.Footer footer =
        Framing.footer(end, file, base, extent.offset(), FileKind.DATA, tableId);
    Check check = new Check(file, base + footer.start());
    check.equal("footer length", extent.footerLength(), footer.length());
    MetadataProtos.DataFileFooter message =
        check.parse(
            MetadataProtos.DataFileFooter.parser(), end, footer.start(), footer.length(), "footer");
    return decode(message, check, extent, columnGroupId, rowCount, tableId, null);
  }

  /**
   * Decodes and checks the copy of an extent's footer in a manifest.
   *
   * @param manifest path of the manifest
   * @param extent the extent in the manifest, with a footer
   * @param columnGroupId of the section with the extent
   * @param rowCount of its row group
   * @param tableId id of the table
   * @param like another extent of the column group, possibly with the same leaves; or null
   * @throws CorruptFileException if the footer violates the format or contradicts the manifest
   */
  public static DataFile decodeInManifest(
      String manifest,
      Extent extent,
      int columnGroupId,
      long rowCount,
      UUID tableId,
      DataFile like) {
    Check check = new Check(manifest, -1, " in the footer of " + extent.path());
    MetadataProtos.DataFileFooter message =
        check.parse(MetadataProtos.DataFileFooter.parser(), extent.footer(), "message");
    return decode(message, check, extent, columnGroupId, rowCount, tableId, like);
  }

  private static DataFile decode(
      MetadataProtos.DataFileFooter message,
      Check check,
      Extent extent,
      int columnGroupId,
      long rowCount,
      UUID tableId,
      DataFile like) {
    String file = extent.path();
    check.that(
        TableIds.isSame(message.getTableId(), tableId), "table id", "that of the table", "another");
    check.equal("column group", columnGroupId, message.getColumnGroupId());
    check.equal("row count", rowCount, message.getRowCount());
    DataFile decoded =
        like != null && like.isLike(message)
            ? new DataFile(
                file,
                footer(message, tableId, like.layout(), like.leaves()),
                like.rowLayout,
                like.root,
                like.storedLeaves)
            : of(file, message, tableId, check);
    decoded.checkSegments(extent.length() - FileLayout.TAIL_LENGTH - extent.footerLength(), check);
    return decoded;
  }

  private boolean isLike(MetadataProtos.DataFileFooter message) {
    return ColumnGroupProtos.toProto(layout()) == message.getLayout()
        && footer.stride() == message.getStride()
        && storedLeaves.equals(message.getLeavesList());
  }

  private static DataFileFooter footer(
      MetadataProtos.DataFileFooter message, UUID tableId, Layout layout, List<Leaf> leaves) {
    return new DataFileFooter(
        tableId,
        message.getColumnGroupId(),
        layout,
        message.getRowCount(),
        leaves,
        message.getStride(),
        Segment.of(message.getSegmentsList()),
        message.getCreatedBy());
  }

  private static DataFile of(
      String file, MetadataProtos.DataFileFooter message, UUID tableId, Check check) {
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
    return new DataFile(
        file, footer(message, tableId, layout, leaves), rowLayout, root, message.getLeavesList());
  }

  private static List<Leaf> leaves(MetadataProtos.DataFileFooter message, Check check) {
    check.positive("number of leaves", message.getLeavesCount());
    Set<Integer> ids = new HashSet<>();
    List<Leaf> leaves = new ArrayList<>(message.getLeavesCount());
    for (MetadataProtos.StoredLeaf stored : message.getLeavesList()) {
      check.positive("field id of a leaf", stored.getFieldId());
      check.that(ids.add(stored.getFieldId()), "field id of a leaf", "once", stored.getFieldId());
      Type type = check.schema("type of " + stored.getPath(), () -> type(stored));
      addIds(type, ids, check);
      leaves.add(
          new Leaf(stored.getFieldId(), stored.getPath(), type, stored.getNullable(), List.of()));
    }
    return leaves;
  }

  /** Fields below lists and maps are identified by their ids too. */
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
      throw new io.albis.format.error.InvalidSchemaException(
          "Invalid leaf " + stored.getPath() + ": a struct with fields");
    }
    return type;
  }

  private void checkSegments(long limit, Check check) {
    check.positive("number of segments", segments().size());
    long rows = 0;
    long position = 0;
    for (Segment segment : segments()) {
      check.positive("row count of a segment", segment.rowCount());
      rows += segment.rowCount();
      // The expectation is formatted only on failure, since this runs for all files of a scan.
      if (segment.length() < 0 || segment.length() > FileLayout.MAX_SEGMENT_LENGTH) {
        throw check.corrupt(
            "length of a segment",
            "at most " + FileLayout.MAX_SEGMENT_LENGTH,
            Integer.toUnsignedString(segment.length()));
      }
      if (segment.offset() % FileLayout.SEGMENT_ALIGNMENT != 0
          || segment.offset() < position
          || segment.offset() > limit - segment.length()) {
        throw check.corrupt(
            "offset of a segment",
            "a multiple of 4096 from " + position + " to " + (limit - segment.length()),
            segment.offset());
      }
      position = segment.offset() + segment.length();
      StatisticsChecks.check(
          segment.toProto().getStatisticsList(), leaves(), segment.rowCount(), check);
      if (layout() == Layout.ROW) {
        checkRows(segment, check);
      } else {
        SegmentBuffers.of(root, segment, check);
      }
    }
    check.equal("row count of all segments", footer.rowCount(), rows);
  }

  private void checkRows(Segment segment, Check check) {
    long fixed = (long) segment.rowCount() * rowLayout.stride();
    boolean hasVariable = leaves().stream().anyMatch(leaf -> leaf.type().isVariableLength());
    check.that(
        hasVariable ? segment.length() >= fixed : segment.length() == fixed,
        "length of a segment",
        (hasVariable ? "at least " : "") + fixed,
        segment.length());
    check.equal("number of buffers in the row layout", 0, segment.bufferCount());
    check.equal("number of nodes in the row layout", 0, segment.nodeCount());
  }

  /** Positions of the buffers of a segment in the column layout. */
  public SegmentBuffers buffers(Segment segment) {
    return SegmentBuffers.of(root, segment, new Check(file, segment.offset()));
  }
}
