// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/**
 * Writes values of a node of nested columns in Spark's binary form: structs as rows, lists as
 * arrays with their null bits, maps as two arrays. The bytes are those that Spark writes. Not
 * thread-safe.
 */
final class NestedValues {

  private final PhysicalType kind;
  private final int node;
  private final NestedValues[] children;

  /** Bytes of the value itself in an array. */
  private final int slotBytes;

  private final boolean isVariable;
  private long validity;
  private long values;
  private long data;

  private NestedValues(Type type, int node, NestedValues[] children) {
    this.kind = type.physicalType();
    this.node = node;
    this.children = children;
    this.slotBytes = slotBytes(kind);
    this.isVariable = isVariable(kind);
  }

  /** Returns a writer for a type; null if there is none, as for variants. */
  static NestedValues of(Type stored, DataType type, int node) {
    List<Field> fields = stored.children();
    DataType[] types = children(type);
    if (types == null || types.length != fields.size()) {
      return null;
    }
    NestedValues[] children = new NestedValues[types.length];
    int childNode = node + 1;
    for (int i = 0; i < children.length; i++) {
      Type child = fields.get(i).type();
      children[i] = of(child, types[i], childNode);
      if (children[i] == null) {
        return null;
      }
      childNode += CacheSchema.nodeCount(child);
    }
    return new NestedValues(stored, node, children);
  }

  /** The types of fields, elements, or keys and values. */
  static DataType[] children(DataType type) {
    if (type instanceof StructType struct) {
      DataType[] types = new DataType[struct.length()];
      for (int i = 0; i < types.length; i++) {
        types[i] = struct.fields()[i].dataType();
      }
      return types;
    }
    if (type instanceof ArrayType array) {
      return new DataType[] {array.elementType()};
    }
    if (type instanceof MapType map) {
      return new DataType[] {map.keyType(), map.valueType()};
    }
    return new DataType[0];
  }

  /** Sets the batch that is read. */
  void batch(NodePlaces places, long base) {
    validity = places.validity(node) == NodePlaces.NONE ? 0 : base + places.validity(node);
    values = base + places.values(node);
    data = base + places.data(node);
    for (NestedValues child : children) {
      child.batch(places, base);
    }
  }

  private boolean isNull(int element) {
    return validity != 0
        && (Platform.getByte(null, validity + (element >>> 3)) >>> (element & 7) & 1) == 0;
  }

  private int offset(int element) {
    return Platform.getInt(null, values + (long) element * Integer.BYTES);
  }

  private int count(int element) {
    return offset(element + 1) - offset(element);
  }

  private static int padded(int bytes) {
    return Math.addExact(bytes, 7) & -Long.BYTES;
  }

  private static int slotBytes(PhysicalType kind) {
    return switch (kind) {
      case BOOLEAN, INT8 -> Byte.BYTES;
      case INT16 -> Short.BYTES;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE, DECIMAL32, DECIMAL64 -> Long.BYTES;
      // A place and a length.
      case DECIMAL128, STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> Long.BYTES;
    };
  }

  private static boolean isVariable(PhysicalType kind) {
    return switch (kind) {
      case STRING, BINARY, FIXED_BINARY, UUID, DECIMAL128, STRUCT, LIST, MAP -> true;
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 -> false;
    };
  }

  /** Bytes outside of the slot of an element. */
  int bytes(int element, boolean isInRow) {
    if (isNull(element)) {
      return kind == PhysicalType.DECIMAL128 && isInRow ? WideDecimals.WIDTH : 0;
    }
    return switch (kind) {
      case STRING, BINARY -> padded(count(element));
      case DECIMAL128 ->
          isInRow ? WideDecimals.WIDTH : padded(WideDecimals.length(wideAddress(element)));
      case STRUCT -> rowBytes(element);
      case LIST -> children[0].arrayBytes(offset(element), count(element));
      case MAP -> {
        int keys = children[0].arrayBytes(offset(element), count(element));
        int mapped = children[1].arrayBytes(offset(element), count(element));
        yield Math.addExact(Long.BYTES + keys, mapped);
      }
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 -> 0;
      case FIXED_BINARY, UUID -> throw notInSpark();
    };
  }

  private IllegalStateException notInSpark() {
    return new IllegalStateException("No type of Spark is stored as " + kind);
  }

  private long wideAddress(int element) {
    return values + (long) element * WideDecimals.WIDTH;
  }

  private int rowBytes(int element) {
    int bytes = RowBlock.nullBytes(children.length) + children.length * Long.BYTES;
    for (NestedValues child : children) {
      if (child.isVariable) {
        bytes = Math.addExact(bytes, child.bytes(element, true));
      }
    }
    return bytes;
  }

  private int arrayBytes(int first, int count) {
    int slots = padded(Math.multiplyExact(count, slotBytes));
    int bytes = Math.addExact(Long.BYTES + RowBlock.nullBytes(count), slots);
    if (isVariable) {
      for (int i = 0; i < count; i++) {
        bytes = Math.addExact(bytes, bytes(first + i, false));
      }
    }
    return bytes;
  }

  /**
   * Writes the bytes outside of the slot of an element that is not null.
   *
   * @param at where they start in the array
   * @return where they end, without padding
   */
  int write(int element, byte[] target, int at, boolean isInRow) {
    return switch (kind) {
      case STRING, BINARY -> {
        int length = count(element);
        BytesRowColumn.copy(
            data + offset(element), length, target, Platform.BYTE_ARRAY_OFFSET + (long) at);
        yield at + length;
      }
      case DECIMAL128 -> {
        int length = WideDecimals.length(wideAddress(element));
        WideDecimals.write(
            wideAddress(element), length, target, at, isInRow || length > Long.BYTES);
        yield at + length;
      }
      case STRUCT -> writeRow(element, target, at);
      case LIST -> children[0].writeArray(offset(element), count(element), target, at);
      case MAP -> {
        int keys = at + Long.BYTES;
        int end = children[0].writeArray(offset(element), count(element), target, keys);
        Platform.putLong(target, Platform.BYTE_ARRAY_OFFSET + (long) at, end - keys);
        yield children[1].writeArray(offset(element), count(element), target, end);
      }
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 ->
          throw new IllegalStateException("All bytes of " + kind + " are in the slot");
      case FIXED_BINARY, UUID -> throw notInSpark();
    };
  }

  private int writeRow(int element, byte[] target, int at) {
    long start = Platform.BYTE_ARRAY_OFFSET + (long) at;
    int nullBytes = RowBlock.nullBytes(children.length);
    for (int i = 0; i < nullBytes; i += Long.BYTES) {
      Platform.putLong(target, start + i, 0);
    }
    int end = at + nullBytes + children.length * Long.BYTES;
    for (int i = 0; i < children.length; i++) {
      long slot = start + nullBytes + (long) i * Long.BYTES;
      Platform.putLong(target, slot, 0);
      if (children[i].isNull(element)) {
        setBit(target, start, i);
      }
      end = children[i].writeElement(element, target, slot, at, end, true);
    }
    return end;
  }

  private static void setBit(byte[] target, long bits, int bit) {
    long word = bits + (long) (bit / Long.SIZE) * Long.BYTES;
    Platform.putLong(target, word, Platform.getLong(target, word) | 1L << bit);
  }

  private int writeArray(int first, int count, byte[] target, int at) {
    long start = Platform.BYTE_ARRAY_OFFSET + (long) at;
    int header = Long.BYTES + RowBlock.nullBytes(count);
    int width = slotBytes;
    int slots = padded(count * width);
    Platform.putLong(target, start, count);
    for (int i = Long.BYTES; i < header + slots; i += Long.BYTES) {
      Platform.putLong(target, start + i, 0);
    }
    int end = at + header + slots;
    if (validity == 0 && copySlots(first, count, target, start + header)) {
      return end;
    }
    for (int i = 0; i < count; i++) {
      if (isNull(first + i)) {
        setBit(target, start + Long.BYTES, i);
      }
      end = writeElement(first + i, target, start + header + (long) i * width, at, end, false);
    }
    return end;
  }

  /** Writes the elements of an array without nulls, if they are the same in memory. */
  private boolean copySlots(int first, int count, byte[] target, long slots) {
    if (kind == PhysicalType.INT32 || kind == PhysicalType.FLOAT) {
      for (int i = 0; i < count; i++) {
        Platform.putInt(target, slots + 4L * i, Platform.getInt(null, values + 4L * (first + i)));
      }
      return true;
    }
    if (kind == PhysicalType.INT64 || kind == PhysicalType.DOUBLE) {
      for (int i = 0; i < count; i++) {
        Platform.putLong(target, slots + 8L * i, Platform.getLong(null, values + 8L * (first + i)));
      }
      return true;
    }
    return false;
  }

  /**
   * Writes an element into its slot, which is 0, and what is outside of it.
   *
   * @param container where the row or array starts
   * @param end where the next bytes outside of the slots belong
   * @return where those after them belong
   */
  private int writeElement(
      int element, byte[] target, long slot, int container, int end, boolean isInRow) {
    if (isNull(element)) {
      if (kind != PhysicalType.DECIMAL128 || !isInRow) {
        return end;
      }
      // Spark keeps the place, for updates.
      long place = Platform.BYTE_ARRAY_OFFSET + (long) end;
      Platform.putLong(target, place, 0);
      Platform.putLong(target, place + Long.BYTES, 0);
      Platform.putLong(target, slot, (long) (end - container) << 32);
      return end + WideDecimals.WIDTH;
    }
    if (isVariable) {
      int length = write(element, target, end, isInRow) - end;
      Platform.putLong(target, slot, (long) (end - container) << 32 | length);
      return end + (kind == PhysicalType.DECIMAL128 && isInRow ? 16 : padded(length));
    }
    writeSlot(element, target, slot);
    return end;
  }

  private void writeSlot(int element, byte[] target, long slot) {
    switch (kind) {
      case BOOLEAN -> {
        int bit = Platform.getByte(null, values + (element >>> 3)) >>> (element & 7) & 1;
        Platform.putByte(target, slot, (byte) bit);
      }
      case INT8 -> Platform.putByte(target, slot, Platform.getByte(null, values + element));
      case INT16 -> Platform.putShort(target, slot, Platform.getShort(null, values + 2L * element));
      case INT32, FLOAT ->
          Platform.putInt(target, slot, Platform.getInt(null, values + 4L * element));
      case DECIMAL32 ->
          Platform.putLong(target, slot, Platform.getInt(null, values + 4L * element));
      case INT64, DOUBLE, DECIMAL64 ->
          Platform.putLong(target, slot, Platform.getLong(null, values + 8L * element));
      case DECIMAL128, STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Bytes of " + kind + " are outside of the slot");
      case FIXED_BINARY, UUID -> throw notInSpark();
    }
  }
}
