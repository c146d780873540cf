// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.storage.memory.OffHeapBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/** Creates Netty views of the memory of vectors. */
final class VectorByteBufs {

  private VectorByteBufs() {}

  static Optional<ByteBuf> values(ColumnVector vector) {
    Type type = vector.type();
    if (type.physicalType() == PhysicalType.STRUCT) {
      return Optional.empty();
    }
    long address = vector.valuesAddress();
    long last = (vector.rowCount() - 1) * vector.stride();
    if (vector.isBitPacked()) {
      return view(vector, address >>> 3, ((address & 7) + last) / 8 + 1);
    }
    return switch (vector.slotKind()) {
      case VALUES -> view(vector, address, last + type.fixedWidth());
      case OFFSETS, OFFSET_AND_LENGTH -> view(vector, address, last + 2 * Integer.BYTES);
    };
  }

  static Optional<ByteBuf> nulls(ColumnVector vector) {
    if (!vector.hasNulls()) {
      return Optional.empty();
    }
    long bits = vector.nullBitAddress();
    long last = (vector.rowCount() - 1) * vector.nullBitStep();
    return view(vector, bits >>> 3, ((bits & 7) + last) / 8 + 1);
  }

  static Optional<ByteBuf> data(ColumnVector vector) {
    return vector.type().isVariableLength()
        ? view(vector, vector.dataAddress(), vector.dataLength())
        : Optional.empty();
  }

  private static Optional<ByteBuf> view(ColumnVector vector, long address, long length) {
    return vector
        .memory()
        .map(
            memory ->
                vector.rowCount() == 0 || length == 0
                    ? Unpooled.EMPTY_BUFFER
                    : view(memory, address - memory.address(), length));
  }

  private static ByteBuf view(OffHeapBuffer memory, long offset, long length) {
    OffHeapBuffer slice = memory.slice(offset, length);
    try {
      return slice.asByteBuf().asReadOnly();
    } finally {
      // The view holds its own reference.
      slice.release();
    }
  }
}
