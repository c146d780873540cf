// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.internal.layout.RowLayout;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.type.Access;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * A batch whose bytes are written as SPEC.md specifies, sections 10 to 12, without the writer.
 * Columns start at a row inside their segment, as they do if the segments of groups end at
 * different rows.
 */
public final class HandWrittenBatch implements AutoCloseable {

  private static final int ROWS_BEFORE = 5;

  final RowShape shape;
  final RowAddresses addresses;
  final int rows;
  private final BufferAllocator allocator = BufferAllocator.create("test", 1 << 26);
  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private final List<BiConsumer<RowShapeBuilder, RowAddresses>> places = new ArrayList<>();

  /**
   * Writes rows.
   *
   * @param fields without structs
   * @param groups for each column the number of its group of the row layout, or -1 for column
   *     layout
   * @param rows for each row the value of each column
   */
  public HandWrittenBatch(RowFields fields, int[] groups, List<List<Object>> rows) {
    this.rows = rows.size();
    Map<Integer, List<Integer>> members = new TreeMap<>();
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] < 0) {
        column(i, fields.type(i), rows);
      } else {
        members.computeIfAbsent(groups[i], key -> new ArrayList<>()).add(i);
      }
    }
    members.forEach((group, ordinals) -> rowGroup(fields, ordinals, rows));
    RowShapeBuilder builder = fields.shapeBuilder();
    addresses = new RowAddresses(fields.size());
    locate(builder, addresses);
    shape = builder.build(null);
  }

  private long allocate(long bytes) {
    OffHeapBuffer buffer = allocator.allocate(bytes);
    buffers.add(buffer);
    Memory.setZero(buffer.address(), bytes);
    return buffer.address();
  }

  private void rowGroup(RowFields fields, List<Integer> ordinals, List<List<Object>> rows) {
    RowLayout layout = RowLayout.of(ordinals.stream().map(i -> leaf(fields.field(i))).toList());
    int stride = layout.stride();
    long start = allocate(Math.max(1, (long) rows.size() * stride));
    places.add((builder, target) -> target.start(start));
    long heap = allocate(1 << 16);
    long used = 0;
    for (int k = 0; k < ordinals.size(); k++) {
      int ordinal = ordinals.get(k);
      int nullBit = layout.nullBit(k);
      int offset = layout.offset(k);
      places.add(
          (builder, target) -> {
            builder.row(ordinal, start, stride, offset, nullBit);
            target.column(
                ordinal,
                start + offset,
                nullBit < 0 ? 0 : RowAddresses.bitAddress(start, nullBit),
                new Nested(rows, ordinal));
          });
      Type type = fields.type(ordinal);
      for (int row = 0; row < rows.size(); row++) {
        Object value = rows.get(row).get(ordinal);
        long at = start + (long) row * stride;
        if (value == null) {
          setBit(at, nullBit);
        } else if (type.isVariableLength()) {
          byte[] bytes = bytesOf(value);
          Memory.putInt(at + layout.offset(k), (int) used);
          Memory.putInt(at + layout.offset(k) + 4, bytes.length);
          Memory.copyFromArray(bytes, 0, heap + used, bytes.length);
          used += bytes.length;
        } else if (value instanceof Boolean bool && layout.width(k) > 0) {
          Memory.putByte(at + layout.offset(k), (byte) (bool ? 1 : 0));
        } else if (layout.width(k) > 0) {
          putFixed(at + layout.offset(k), type, value);
        }
      }
    }
    long dataLength = used;
    for (int ordinal : ordinals) {
      places.add((builder, target) -> target.data(ordinal, heap, dataLength));
    }
  }

  private static Leaf leaf(Field field) {
    return Leaf.stored(field.id(), field.type(), field.nullable());
  }

  private void column(int ordinal, Type type, List<List<Object>> rows) {
    int count = ROWS_BEFORE + rows.size();
    long validity = allocate((count + 7) / 8);
    boolean hasNulls = rows.stream().anyMatch(row -> row.get(ordinal) == null);
    boolean isBit = Access.of(type) == Access.BOOLEAN;
    int width = type.isVariableLength() || type.isNested() ? 4 : type.fixedWidth();
    long values = allocate((long) (count + 1) * width);
    long heap = allocate(1 << 12);
    int used = 0;
    for (int row = 0; row < rows.size(); row++) {
      Object value = rows.get(row).get(ordinal);
      int index = ROWS_BEFORE + row;
      if (value != null) {
        setBit(validity, index);
        if (type.isVariableLength()) {
          byte[] bytes = bytesOf(value);
          Memory.copyFromArray(bytes, 0, heap + used, bytes.length);
          used += bytes.length;
        } else if (isBit) {
          if ((Boolean) value) {
            setBit(values, index);
          }
        } else if (!type.isNested()) {
          putFixed(values + (long) index * width, type, value);
        }
      }
      if (type.isVariableLength()) {
        Memory.putInt(values + 4L * (index + 1), used);
      }
    }
    long first =
        isBit ? RowAddresses.bitAddress(values, ROWS_BEFORE) : values + (long) ROWS_BEFORE * width;
    int dataLength = used;
    places.add(
        (builder, target) -> {
          builder.column(ordinal, isBit ? 1 : width, isBit, 1);
          target.column(
              ordinal,
              first,
              hasNulls ? RowAddresses.bitAddress(validity, ROWS_BEFORE) : 0,
              new Nested(rows, ordinal));
          target.data(ordinal, heap, dataLength);
        });
  }

  /** Describes the shape and the addresses of the leaves, as a {@link RowSource} does. */
  public void locate(RowShapeBuilder builder, RowAddresses target) {
    places.forEach(place -> place.accept(builder, target));
  }

  private static void setBit(long address, int bit) {
    long at = address + bit / 8;
    Memory.putByte(at, (byte) (Memory.getByte(at) | 1 << bit % 8));
  }

  private static byte[] bytesOf(Object value) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  private static void putFixed(long at, Type type, Object value) {
    switch (type.kind()) {
      case INT8 -> Memory.putByte(at, (Byte) value);
      case INT16 -> Memory.putShort(at, (Short) value);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> Memory.putInt(at, (Integer) value);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> Memory.putLong(at, (Long) value);
      case FLOAT -> Memory.putFloat(at, (Float) value);
      case DOUBLE -> Memory.putDouble(at, (Double) value);
      case FIXED_BINARY -> Memory.copyFromArray((byte[]) value, 0, at, type.length());
      case UUID -> {
        Memory.putLong(at, Long.reverseBytes(((UUID) value).getMostSignificantBits()));
        Memory.putLong(at + 8, Long.reverseBytes(((UUID) value).getLeastSignificantBits()));
      }
      case DECIMAL -> {
        BigInteger unscaled = ((BigDecimal) value).unscaledValue();
        for (int i = 0; i < type.fixedWidth(); i++) {
          Memory.putByte(at + i, unscaled.shiftRight(8 * i).byteValue());
        }
      }
      default -> throw new IllegalArgumentException("no fixed width: " + type);
    }
  }

  /** Reads nested values, and fails for bytes outside of their buffer. */
  private record Nested(List<List<Object>> rows, int ordinal) implements IndirectValues {

    @Override
    public ColumnVector vector() {
      throw new UnsupportedOperationException("Hand-written rows have no vectors");
    }

    @Override
    public Object objectAt(int row) {
      return rows.get(row).get(ordinal);
    }

    @Override
    public RowLocator fields() {
      throw new UnsupportedOperationException("Hand-written rows have no structs");
    }

    @Override
    public BytesView bytesAt(int row, BytesView view) {
      throw new IllegalStateException("row " + row + " of leaf " + ordinal + " is outside");
    }
  }

  @Override
  public void close() {
    buffers.forEach(OffHeapBuffer::release);
    allocator.close();
  }
}
