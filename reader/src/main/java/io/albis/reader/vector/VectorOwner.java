// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.vector;

import io.albis.format.schema.Type;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;

/**
 * Makes a {@link ColumnVector} and says where its values lie: who loads batches holds the owner,
 * who reads them sees the vector alone. Nothing is checked: addresses that are wrong let the vector
 * read memory that is not its own.
 *
 * <p>For one thread, and not while another one reads the vector.
 */
public final class VectorOwner {

  private final ColumnVector vector;

  /** Owns a new vector without rows. */
  public VectorOwner(Type type, String path) {
    this.vector = new ColumnVector(type, path);
  }

  /** What readers see; the same object always. */
  public ColumnVector vector() {
    return vector;
  }

  /** Sets the file and the offset of the segment in it, for errors. */
  public VectorOwner source(String file, long fileOffset) {
    vector.source(file, fileOffset);
    return this;
  }

  /** Sets the buffer that all addresses lead into. */
  public VectorOwner memory(OffHeapBuffer buffer) {
    vector.memory(buffer);
    return this;
  }

  /**
   * Sets where the slots of the values lie.
   *
   * @param address of the first one
   * @param stride bytes from one to the next
   */
  public VectorOwner values(long address, long stride, SlotKind kind) {
    vector.values(address, stride, kind);
    return this;
  }

  /**
   * Sets where booleans of one bit lie.
   *
   * @param bitAddress eight times the address of the first one's byte, plus the number of the bit
   * @param bitStep bits from one to the next
   */
  public VectorOwner bits(long bitAddress, long bitStep) {
    vector.bits(bitAddress, bitStep);
    return this;
  }

  /**
   * Sets where the bits lie that tell nulls.
   *
   * @param bitAddress eight times the address of the first one's byte, plus the number of the bit;
   *     0 if no row is null
   * @param bitStep bits from one to the next
   * @param whenNull what the bit of a null is
   */
  public VectorOwner nulls(long bitAddress, long bitStep, int whenNull) {
    vector.nulls(bitAddress, bitStep, whenNull);
    return this;
  }

  /** Sets where the bytes of strings and binaries lie. */
  public VectorOwner data(long address, long length) {
    vector.data(address, length);
    return this;
  }

  /** Sets what lies below a nested vector; closed with it. */
  public VectorOwner children(List<ColumnVector> vectors) {
    vector.children(vectors);
    return this;
  }

  /**
   * Says that the vector lies in the rows of a group of the row layout as they are stored.
   *
   * @param group number of the group
   * @param stride bytes of a row
   * @param offset of the value in the row, in bytes
   * @param nullBit of the value in the row, negative if it is never null
   */
  public VectorOwner inRows(int group, int stride, int offset, int nullBit) {
    vector.inRows(group, stride, offset, nullBit);
    return this;
  }

  /** Sets the number of rows, and lets them be read. */
  public VectorOwner rows(int count) {
    vector.rows(count);
    return this;
  }

  /** Sets the vector to some rows of another one of the same type. */
  public VectorOwner window(ColumnVector whole, int start, int count) {
    vector.window(whole, start, count);
    return this;
  }

  /** Lets the vector and those below it not be read any more. */
  public void close() {
    vector.close();
  }

  /** Bytes of a row if the vector lies in the row layout as it is stored, otherwise 0. */
  public int rowStride() {
    return vector.rowStride;
  }

  /** Number of the group of the row layout. */
  public int rowGroup() {
    return vector.rowGroup;
  }

  /** Offset of the value in the row, in bytes. */
  public int rowOffset() {
    return vector.rowOffset;
  }

  /** Null bit of the value in the row, negative if it is never null. */
  public int rowNullBit() {
    return vector.rowNullBit;
  }
}
