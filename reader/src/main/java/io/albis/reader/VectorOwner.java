// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.Type;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;

/**
 * Creates a {@link ColumnVector} and sets the location of its values. The code that loads batches
 * holds the owner; readers see only the vector. Nothing is checked: with wrong addresses the vector
 * reads foreign memory.
 *
 * <p>Not thread-safe; must not be used while another thread reads the vector.
 */
public final class VectorOwner {

  private final ColumnVector vector;

  /** Creates a vector without rows. */
  public VectorOwner(Type type, String path) {
    this.vector = new ColumnVector(type, path);
  }

  /** Returns the vector that readers see; always the same object. */
  public ColumnVector vector() {
    return vector;
  }

  /** Sets the file and the offset of the segment in it, for errors. */
  public VectorOwner source(String file, long fileOffset) {
    vector.source(file, fileOffset);
    return this;
  }

  /** Sets the buffer that contains all addresses. */
  public VectorOwner memory(OffHeapBuffer buffer) {
    vector.memory(buffer);
    return this;
  }

  /**
   * Sets the location of the value slots.
   *
   * @param address of the first slot
   * @param stride bytes from one slot to the next
   */
  public VectorOwner values(long address, long stride, SlotKind kind) {
    vector.values(address, stride, kind);
    return this;
  }

  /**
   * Sets the location of booleans of one bit.
   *
   * @param bitAddress eight times the address of the byte with the first bit, plus the index of the
   *     bit
   * @param bitStep bits from one to the next
   */
  public VectorOwner bits(long bitAddress, long bitStep) {
    vector.bits(bitAddress, bitStep);
    return this;
  }

  /**
   * Sets the location of the null bits.
   *
   * @param bitAddress eight times the address of the byte with the first bit, plus the index of the
   *     bit; 0 if no row is null
   * @param bitStep bits from one to the next
   * @param whenNull the bit value that means null
   */
  public VectorOwner nulls(long bitAddress, long bitStep, int whenNull) {
    vector.nulls(bitAddress, bitStep, whenNull);
    return this;
  }

  /** Sets the location of the bytes of strings and binaries. */
  public VectorOwner data(long address, long length) {
    vector.data(address, length);
    return this;
  }

  /** Sets the children of a nested vector; they are closed with it. */
  public VectorOwner children(List<ColumnVector> vectors) {
    vector.children(vectors);
    return this;
  }

  /**
   * Declares that the values are in stored rows of a group of the row layout.
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

  /** Sets the number of rows and makes them readable. */
  public VectorOwner rows(int count) {
    vector.rows(count);
    return this;
  }

  /** Points the vector to some rows of another one of the same type. */
  public VectorOwner window(ColumnVector whole, int start, int count) {
    vector.window(whole, start, count);
    return this;
  }

  /**
   * Points the vector of a struct to the rows that its children have now.
   *
   * @param presence a vector that is null where the struct or one around it is null; null if there
   *     is none
   */
  public VectorOwner struct(ColumnVector presence, int count) {
    vector.struct(presence, count);
    return this;
  }

  /** Makes the vector and its children unreadable. */
  public void close() {
    vector.close();
  }

  /** Bytes of a row if the values are in stored rows of the row layout, otherwise 0. */
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
