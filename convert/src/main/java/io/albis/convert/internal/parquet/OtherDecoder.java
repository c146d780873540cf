// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.nio.ByteBuffer;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;

/** Decodes values of the less common encodings by parquet-java, one by one. */
final class OtherDecoder implements ValueDecoder {

  private final ValuesReader values;

  OtherDecoder(ValuesReader values) {
    this.values = values;
  }

  @Override
  public void read(RawValues target, int count) {
    int first = target.count;
    target.reserve(first + count);
    switch (target.type) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          target.booleans[first + i] = values.readBoolean();
        }
      }
      case INT32 -> {
        for (int i = 0; i < count; i++) {
          target.ints[first + i] = values.readInteger();
        }
      }
      case INT64 -> {
        for (int i = 0; i < count; i++) {
          target.longs[first + i] = values.readLong();
        }
      }
      case FLOAT -> {
        for (int i = 0; i < count; i++) {
          target.floats[first + i] = values.readFloat();
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          target.doubles[first + i] = values.readDouble();
        }
      }
      case INT96, FIXED_LEN_BYTE_ARRAY -> {
        for (int i = 0; i < count; i++) {
          readFixed(target, first + i);
        }
      }
      case BINARY -> {
        for (int i = 0; i < count; i++) {
          ByteBuffer value = values.readBytes().toByteBuffer();
          int end = target.offsets[first + i];
          int length = value.remaining();
          target.reserveBytes((long) end + length);
          value.get(target.bytes, end, length);
          target.offsets[first + i + 1] = end + length;
        }
      }
    }
    target.count = first + count;
  }

  private void readFixed(RawValues target, int index) {
    Binary value = values.readBytes();
    if (value.length() != target.length) {
      throw new ParquetDecodingException(
          "a value of " + value.length() + " bytes (expected " + target.length + ")");
    }
    value.toByteBuffer().get(target.bytes, index * target.length, target.length);
  }
}
