// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.zip.CRC32C;

/**
 * Encodes segments from values as SPEC.md says, as simply as possible: numbers, strings, booleans,
 * lists as lists, structs and map entries as arrays of objects, maps as lists of entries, null for
 * null. A presence leaf has true where the struct is not null.
 */
final class SegmentEncoder {

  /** A segment without its place, and its bytes. */
  @SuppressWarnings("ArrayRecordComponent")
  record Encoded(Segment.Builder segment, byte[] bytes, List<ColumnStatistics> statistics) {}

  private final List<byte[]> buffers = new ArrayList<>();
  private final List<Integer> nodeLengths = new ArrayList<>();

  private SegmentEncoder() {}

  /**
   * Encodes a segment.
   *
   * @param columns for each leaf of the layout its values
   */
  static Encoded encode(StoredLayout layout, List<List<Object>> columns) {
    SegmentEncoder encoder = new SegmentEncoder();
    int rows = columns.get(0).size();
    Segment.Builder segment = Segment.builder().rowCount(rows);
    byte[] bytes;
    if (layout.layout() == Layout.COLUMN) {
      encoder.node(layout.root(), columns.get(0));
      bytes = encoder.joined();
      encoder.buffers.forEach(buffer -> segment.addBufferLength(buffer.length));
      encoder.nodeLengths.forEach(segment::addNodeLength);
    } else {
      bytes = rows(layout, columns, rows);
    }
    List<ColumnStatistics> statistics = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      statistics.add(statistics(layout.leaves().get(i), columns.get(i)));
    }
    statistics.forEach(segment::addStatistics);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    segment.length(bytes.length).crc32c((int) crc.getValue());
    return new Encoded(segment, bytes, statistics);
  }

  private byte[] joined() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] buffer : buffers) {
      if (buffer.length > 0) {
        long start = FileLayout.align(out.size(), FileLayout.BUFFER_ALIGNMENT);
        out.writeBytes(new byte[(int) start - out.size()]);
        out.writeBytes(buffer);
      }
    }
    return out.toByteArray();
  }

  private static byte[] bits(int count, IntPredicate isSet) {
    byte[] bits = new byte[(count + 7) / 8];
    for (int i = 0; i < count; i++) {
      if (isSet.test(i)) {
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return bits;
  }

  private static byte[] offsets(List<Integer> lengths) {
    ByteBuffer offsets =
        ByteBuffer.allocate(4 * (lengths.size() + 1)).order(ByteOrder.LITTLE_ENDIAN).putInt(0);
    int end = 0;
    for (int length : lengths) {
      end += length;
      offsets.putInt(end);
    }
    return offsets.array();
  }

  private void node(ColumnNode node, List<?> values) {
    int count = values.size();
    nodeLengths.add(count);
    boolean hasNulls = node.nullable() && values.contains(null);
    buffers.add(hasNulls ? bits(count, i -> values.get(i) != null) : new byte[0]);
    switch (node.kind()) {
      case PRESENCE -> {}
      case BOOLEAN -> buffers.add(bits(count, i -> Boolean.TRUE.equals(values.get(i))));
      case FIXED -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        values.forEach(
            v -> out.writeBytes(v == null ? new byte[node.width()] : plain(node.type(), v)));
        buffers.add(out.toByteArray());
      }
      case VARIABLE -> {
        List<byte[]> parts =
            values.stream().map(v -> v == null ? new byte[0] : plain(node.type(), v)).toList();
        buffers.add(offsets(parts.stream().map(part -> part.length).toList()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(out::writeBytes);
        buffers.add(out.toByteArray());
      }
      case STRUCT -> {
        for (int c = 0; c < node.children().size(); c++) {
          List<Object> child = new ArrayList<>();
          for (Object value : values) {
            child.add(value == null ? null : ((Object[]) value)[c]);
          }
          node(node.children().get(c), child);
        }
      }
      case LIST -> {
        buffers.add(
            offsets(values.stream().map(v -> v == null ? 0 : ((List<?>) v).size()).toList()));
        List<Object> elements = new ArrayList<>();
        values.forEach(v -> elements.addAll(v == null ? List.of() : (List<?>) v));
        node(node.children().get(0), elements);
      }
    }
  }

  private static byte[] rows(StoredLayout layout, List<List<Object>> columns, int rows) {
    RowLayout places = layout.rowLayout();
    ByteBuffer fixed = ByteBuffer.allocate(rows * places.stride()).order(ByteOrder.LITTLE_ENDIAN);
    ByteArrayOutputStream variable = new ByteArrayOutputStream();
    for (int row = 0; row < rows; row++) {
      int start = row * places.stride();
      for (int i = 0; i < columns.size(); i++) {
        Leaf leaf = layout.leaves().get(i);
        Object value = columns.get(i).get(row);
        if (value == null) {
          int bit = places.nullBit(i);
          int at = start + bit / 8;
          fixed.put(at, (byte) (fixed.get(at) | 1 << bit % 8));
        } else if (!leaf.isPresence()) {
          byte[] plain = plain(leaf.type(), value);
          int at = start + places.offset(i);
          if (leaf.type().isVariableLength()) {
            fixed.putInt(at, variable.size()).putInt(at + 4, plain.length);
            variable.writeBytes(plain);
          } else {
            fixed.put(at, plain);
          }
        }
      }
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(fixed.array());
    all.writeBytes(variable.toByteArray());
    return all.toByteArray();
  }

  /** A value in plain encoding. */
  static byte[] plain(Type type, Object value) {
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof Boolean flag) {
      return new byte[] {(byte) (flag ? 1 : 0)};
    }
    if (type.kind() == TypeKind.FLOAT) {
      return PlainEncoding.ofLong(Float.floatToRawIntBits(((Number) value).floatValue()), 4);
    }
    if (type.kind() == TypeKind.DOUBLE) {
      return PlainEncoding.ofLong(Double.doubleToRawLongBits(((Number) value).doubleValue()), 8);
    }
    return PlainEncoding.ofLong(((Number) value).longValue(), type.fixedWidth());
  }

  /** Statistics of some values. */
  static ColumnStatistics statistics(Leaf leaf, List<Object> values) {
    Type type = leaf.type();
    long nulls = values.stream().filter(Objects::isNull).count();
    boolean isOrdered = ValueOrder.of(type) != ValueOrder.NONE;
    Comparator<byte[]> order = isOrdered ? PlainEncoding.comparator(type) : null;
    byte[] min = null;
    byte[] max = null;
    for (Object value : values) {
      if (value != null && isOrdered) {
        byte[] plain = plain(type, value);
        min = min == null || order.compare(plain, min) < 0 ? plain : min;
        max = max == null || order.compare(plain, max) > 0 ? plain : max;
      }
    }
    long bytes =
        leaf.isPresence() ? 0 : values.stream().mapToLong(value -> valueBytes(type, value)).sum();
    return new ColumnStatistics(
        leaf.id(), nulls, 0, bytes, min == null ? null : Bounds.exact(min, max));
  }

  private static long valueBytes(Type type, Object value) {
    if (value == null) {
      return 0;
    }
    return switch (type.nesting()) {
      case NONE -> plain(type, value).length;
      case LIST ->
          ((List<?>) value)
              .stream().mapToLong(v -> valueBytes(type.children().get(0).type(), v)).sum();
      case MAP -> ((List<?>) value).stream().mapToLong(v -> fieldBytes(type, v)).sum();
      case STRUCT -> fieldBytes(type, value);
    };
  }

  private static long fieldBytes(Type type, Object value) {
    long bytes = 0;
    for (int i = 0; i < type.children().size(); i++) {
      bytes += valueBytes(type.children().get(i).type(), ((Object[]) value)[i]);
    }
    return bytes;
  }
}
