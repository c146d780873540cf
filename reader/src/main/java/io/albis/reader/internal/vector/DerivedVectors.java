// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.vector;

import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.reader.VectorOwner;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Vectors that do not read the bytes of a file: values widened since they were written (SPEC.md,
 * section 16), defaults, and nulls for columns that were added later. Owns their memory. Not
 * thread-safe.
 */
public final class DerivedVectors implements AutoCloseable {

  /** Enough for the widest value, two offsets, or a bitmap of one bit. */
  private static final int CONSTANT_BYTES = 64;

  private final BufferAllocator allocator;
  private final List<OffHeapBuffer> buffers = new ArrayList<>();

  public DerivedVectors(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  private long allocate(long bytes) {
    OffHeapBuffer buffer = allocator.allocate(bytes);
    buffers.add(buffer);
    return buffer.address();
  }

  private long allocateZeros(long bytes) {
    long address = allocate(bytes);
    Memory.setZero(address, bytes);
    return address;
  }

  /** Returns the vector as a wider type, or the vector itself if it has that type. */
  public VectorOwner widen(VectorOwner owner, Type wanted) {
    ColumnVector vector = owner.vector();
    Type stored = vector.type();
    if (stored.equals(wanted)) {
      return owner;
    }
    int from = stored.fixedWidth();
    int to = wanted.fixedWidth();
    VectorOwner wide = new VectorOwner(wanted, vector.path());
    wide.window(vector, 0, vector.rowCount());
    if (from == to) {
      return wide;
    }
    wide.inRows(0, 0, 0, -1);
    if (vector.nullBitValue() == 1) {
      copyValidity(vector, vector.rowCount(), wide);
    }
    long target = allocate(Math.max(1, (long) vector.rowCount() * to));
    long source = vector.valuesAddress();
    for (int i = 0; i < vector.rowCount(); i++) {
      long value = source + i * vector.stride();
      long place = target + (long) i * to;
      if (stored.kind() == TypeKind.FLOAT) {
        Memory.putDouble(place, Memory.getFloat(value));
      } else if (from == 16) {
        throw new IllegalStateException("Nothing is wider than " + stored);
      } else {
        putLong(place, to, getLong(value, from));
      }
    }
    return wide.values(target, to, SlotKind.VALUES);
  }

  private static long getLong(long address, int width) {
    return switch (width) {
      case 1 -> Memory.getByte(address);
      case 2 -> Memory.getShort(address);
      case 4 -> Memory.getInt(address);
      default -> Memory.getLong(address);
    };
  }

  private static void putLong(long address, int width, long value) {
    switch (width) {
      case 2 -> Memory.putShort(address, (short) value);
      case 4 -> Memory.putInt(address, (int) value);
      case 8 -> Memory.putLong(address, value);
      default -> {
        Memory.putLong(address, value);
        Memory.putLong(address + 8, value >> 63);
      }
    }
  }

  /** Returns a vector of nulls. */
  public VectorOwner nulls(Type type, String path, int rows) {
    long zeros = allocateZeros(Math.max(CONSTANT_BYTES, type.length()));
    VectorOwner vector = new VectorOwner(type, path).rows(rows);
    place(type, vector, zeros);
    List<ColumnVector> children = new ArrayList<>();
    for (Field child : type.children()) {
      // The fields of a struct have as many rows as the struct; a null list has no elements.
      int below = type.kind() == TypeKind.STRUCT ? rows : 0;
      children.add(nulls(child.type(), path + "." + child.name(), below).vector());
    }
    return vector.nulls(zeros * 8, 0, 0).children(children);
  }

  /**
   * Returns a vector of a field inside a list or map that is not stored: of its initial default, of
   * nulls, or, for a required struct, with such vectors as children.
   *
   * @param field that can be read where it is not stored
   */
  public VectorOwner missing(Field field, String path, int rows) {
    Optional<byte[]> value = PlainDefaults.initialOf(field);
    if (value.isPresent()) {
      return defaults(field.type(), path, value.get(), rows);
    }
    if (field.nullable()) {
      return nulls(field.type(), path, rows);
    }
    VectorOwner vector = new VectorOwner(field.type(), path).rows(rows);
    place(field.type(), vector, allocateZeros(CONSTANT_BYTES));
    List<ColumnVector> children = new ArrayList<>();
    for (Field child : field.type().children()) {
      children.add(missing(child, path + "." + child.name(), rows).vector());
    }
    return vector.children(children);
  }

  private static void place(Type type, VectorOwner vector, long address) {
    if (type.kind() == TypeKind.BOOLEAN) {
      vector.bits(address * 8, 0);
    } else if (type.isVariableLength() || (type.isNested() && type.kind() != TypeKind.STRUCT)) {
      vector.values(address, 0, SlotKind.OFFSETS).data(address, 0);
    } else {
      vector.values(address, 0, SlotKind.VALUES);
    }
  }

  /** Sets the validity of a vector to that of another one. */
  private void copyValidity(ColumnVector from, int rows, VectorOwner to) {
    if (!from.hasNulls()) {
      to.nulls(0, 0, 0);
      return;
    }
    long bitmap = allocateZeros(Math.max(1, (rows + 7L) / 8));
    for (int i = 0; i < rows; i++) {
      if (!from.isNullAt(i)) {
        long place = bitmap + i / 8;
        Memory.putByte(place, (byte) (Memory.getByte(place) | (1 << (i % 8))));
      }
    }
    to.nulls(bitmap * 8, 1, 0);
  }

  /** Returns a vector of a field's default. */
  public VectorOwner defaults(Type type, String path, byte[] value, int rows) {
    long address = allocateZeros(CONSTANT_BYTES + value.length);
    VectorOwner vector = new VectorOwner(type, path).rows(rows);
    place(type, vector, address);
    if (type.isVariableLength()) {
      Memory.putInt(address + 4, value.length);
      Memory.copyFromArray(value, 0, address + 8, value.length);
      vector.data(address + 8, value.length);
    } else {
      Memory.copyFromArray(value, 0, address, value.length);
    }
    return vector;
  }

  /**
   * Like {@link #defaults}, but null where an enclosing struct is null.
   *
   * @param presence vector of the innermost nullable enclosing struct, with the same rows
   */
  public VectorOwner defaults(
      Type type, String path, byte[] value, int rows, ColumnVector presence) {
    VectorOwner vector = new VectorOwner(type, path).rows(rows);
    if (type.isVariableLength()) {
      long offsets = allocate(4L * (rows + 1));
      long bytes = allocate(Math.max(1, (long) rows * value.length));
      for (int i = 0; i <= rows; i++) {
        Memory.putInt(offsets + 4L * i, Math.multiplyExact(i, value.length));
      }
      for (int i = 0; i < rows; i++) {
        Memory.copyFromArray(value, 0, bytes + (long) i * value.length, value.length);
      }
      vector
          .values(offsets, Integer.BYTES, SlotKind.OFFSETS)
          .data(bytes, (long) rows * value.length);
    } else {
      int width = value.length;
      long values = allocate(Math.max(1, (long) rows * width));
      for (int i = 0; i < rows; i++) {
        Memory.copyFromArray(value, 0, values + (long) i * width, width);
      }
      vector.values(values, width, SlotKind.VALUES);
      if (type.kind() == TypeKind.BOOLEAN) {
        long bits = allocateZeros(Math.max(1, (rows + 7L) / 8));
        for (int i = 0; value[0] != 0 && i < (rows + 7) / 8; i++) {
          Memory.putByte(bits + i, (byte) -1);
        }
        vector.bits(bits * 8, 1);
      }
    }
    copyValidity(presence, rows, vector);
    return vector;
  }

  @Override
  public void close() {
    buffers.forEach(OffHeapBuffer::release);
    buffers.clear();
  }
}
