// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.plan.LeafPlan;
import java.math.BigInteger;
import java.util.Arrays;

/** Numbers the different values of one partition field: 0 is null. For one thread. */
abstract class FieldCodes {

  final FlatRows rows;
  final int leaf;
  final LeafPlan plan;
  final BoundTransform transform;

  private FieldCodes(FlatRows rows, int leaf, BoundTransform transform) {
    this.rows = rows;
    this.leaf = leaf;
    this.plan = rows.leaf(leaf);
    this.transform = transform;
  }

  /** Creates the numbers of a field, of which the source is a leaf of the rows. */
  static FieldCodes of(FlatRows rows, int leaf, PartitionField field) {
    Type type = rows.leaf(leaf).leaf().type();
    BoundTransform transform = new BoundTransform(field.transform(), type);
    TransformKind kind = field.transform().kind();
    boolean isNarrow = type.physicalType() != PhysicalType.DECIMAL128;
    if (kind == TransformKind.TRUNCATE && type.kind() == TypeKind.DECIMAL && isNarrow) {
      return new OfTruncatedDecimal(rows, leaf, transform, field.transform().parameter());
    }
    if (transform.isOfLong()) {
      return new OfLong(rows, leaf, transform);
    }
    boolean isFloating = type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
    if (isFloating) {
      return new OfBits(rows, leaf, transform);
    }
    if (kind == TransformKind.BUCKET) {
      return new OfBucket(rows, leaf, transform);
    }
    return new OfBytes(rows, leaf, transform);
  }

  /** Finds the numbers of the rows of the chunk. */
  final void find(int[] codes, int count) {
    long flags = rows.chunkFlag(leaf);
    long slots = rows.chunkSlot(leaf);
    long step = plan.step();
    for (int row = 0; row < count; row++) {
      boolean isNull = Memory.getByte(flags + row) == 0;
      codes[row] = isNull ? 0 : codeOf(slots + row * step) + 1;
    }
  }

  abstract int codeOf(long slot);

  /** The value of a number in plain encoding, null for null. */
  final byte[] value(int code) {
    return code == 0 ? null : plain(code - 1);
  }

  abstract byte[] plain(int code);

  abstract int size();

  abstract void clear();

  /** Fields whose results are numbers of at most 8 bytes. */
  private abstract static class OfNumber extends FieldCodes {

    final LongCodes codes = new LongCodes();

    OfNumber(FlatRows rows, int leaf, BoundTransform transform) {
      super(rows, leaf, transform);
    }

    final long number(long slot) {
      return switch (plan.width()) {
        case 1 -> Memory.getByte(slot);
        case 2 -> Memory.getShort(slot);
        case 4 -> Memory.getInt(slot);
        default -> Memory.getLong(slot);
      };
    }

    @Override
    byte[] plain(int code) {
      return PlainEncoding.ofLong(codes.value(code), transform.result().fixedWidth());
    }

    @Override
    final int size() {
      return codes.size();
    }

    @Override
    final void clear() {
      codes.clear();
    }
  }

  private static final class OfLong extends OfNumber {

    /** The last value and its number, because equal values often follow each other. */
    private long last;

    private int lastCode = -1;

    OfLong(FlatRows rows, int leaf, BoundTransform transform) {
      super(rows, leaf, transform);
    }

    @Override
    int codeOf(long slot) {
      long number = number(slot);
      if (number != last || lastCode < 0 || lastCode >= size()) {
        lastCode = codes.codeOf(transform.ofLong(number));
        last = number;
      }
      return lastCode;
    }
  }

  /** Floats and doubles: values are equal if their bits are. */
  private static final class OfBits extends OfNumber {

    OfBits(FlatRows rows, int leaf, BoundTransform transform) {
      super(rows, leaf, transform);
    }

    @Override
    int codeOf(long slot) {
      return codes.codeOf(number(slot));
    }
  }

  /** Decimals of at most 8 bytes, of which the truncated ones may need more. */
  private static final class OfTruncatedDecimal extends OfNumber {

    private final long modulus;

    OfTruncatedDecimal(FlatRows rows, int leaf, BoundTransform transform, int modulus) {
      super(rows, leaf, transform);
      this.modulus = modulus;
    }

    @Override
    int codeOf(long slot) {
      // Does not overflow: a decimal has at most 18 digits.
      long number = number(slot);
      return codes.codeOf(number - Math.floorMod(number, modulus));
    }

    @Override
    byte[] plain(int code) {
      return PlainEncoding.ofDecimal(transform.result(), BigInteger.valueOf(codes.value(code)));
    }
  }

  /** Buckets of values that are not numbers of at most 8 bytes. */
  private static final class OfBucket extends OfNumber {

    private final SlotBytes bytes;

    OfBucket(FlatRows rows, int leaf, BoundTransform transform) {
      super(rows, leaf, transform);
      this.bytes = new SlotBytes(rows, leaf);
    }

    @Override
    int codeOf(long slot) {
      int length = bytes.read(slot);
      if (transform.source().kind() != TypeKind.DECIMAL) {
        return codes.codeOf(transform.bucketOfBytes(bytes.array(), 0, length));
      }
      int from = bytes.reverse(length);
      return codes.codeOf(transform.bucketOfBytes(bytes.array(), from, length - from));
    }
  }

  /** Values that are not numbers of at most 8 bytes, and their prefixes. */
  private static final class OfBytes extends FieldCodes {

    private final BytesCodes codes = new BytesCodes();
    private final SlotBytes bytes;
    private final boolean isPrefix;

    OfBytes(FlatRows rows, int leaf, BoundTransform transform) {
      super(rows, leaf, transform);
      this.bytes = new SlotBytes(rows, leaf);
      this.isPrefix = transform.isPrefix();
    }

    @Override
    int codeOf(long slot) {
      int length = bytes.read(slot);
      if (isPrefix) {
        return codes.codeOf(bytes.array(), transform.prefixLength(bytes.array(), length));
      }
      byte[] result = transform.apply(Arrays.copyOf(bytes.array(), length));
      return codes.codeOf(result, result.length);
    }

    @Override
    byte[] plain(int code) {
      return codes.value(code);
    }

    @Override
    int size() {
      return codes.size();
    }

    @Override
    void clear() {
      codes.clear();
    }
  }
}
