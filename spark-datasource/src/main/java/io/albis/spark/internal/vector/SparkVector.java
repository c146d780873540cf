// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column of a batch as Spark sees it: the vector of the reader, whose values are read where they
 * are. Strings point into the batch, as those of Spark's own off-heap vectors do.
 *
 * <p>There is only this class, for all types and for both layouts. Spark's generated code calls
 * vectors through their abstract base class, and so do {@code ColumnarRow}, {@code ColumnarArray}
 * and {@code ColumnarBatchRow}, which all queries share. With one class all these calls have one
 * target, which the compiler inlines, also where a column changes its layout from row group to row
 * group. What a getter has to decide, such as whether rows are selected, is the same for all rows
 * of a batch: a branch that is always predicted.
 *
 * <p>The vector owns no memory and closing it does nothing. When the cursor advances or is closed,
 * the reader's vectors refuse to be read with {@link io.albis.format.error.ClosedException};
 * strings that were read before must have been copied by then.
 */
final class SparkVector extends org.apache.spark.sql.vectorized.ColumnVector {

  /** The fields of a struct; the element of a list; key and value of a map. */
  final SparkVector[] children;

  private final ValueConversion conversion;

  /** The factor of the conversion: 1, for most types, if longs are not converted. */
  private final long factor;

  private ColumnVector source;

  /** The row of the source for each row of the batch; null if they are the same. */
  private int[] positions;

  private int positionCount;

  SparkVector(DataType type, ValueConversion conversion, SparkVector[] children) {
    super(type);
    this.conversion = conversion;
    this.factor = conversion.factor();
    this.children = children;
  }

  /** Returns the children in the order of the reader's vector. */
  SparkVector[] childrenAsStored() {
    return conversion == ValueConversion.VARIANT_METADATA_FIRST
        ? new SparkVector[] {children[1], children[0]}
        : children;
  }

  /** Points this vector and all below to the rows of a vector of the reader. */
  void source(ColumnVector newSource) {
    source = newSource;
    refreshChildren();
  }

  /** Returns the vector of the reader that this one reads. */
  ColumnVector source() {
    return source;
  }

  /** Points the vectors below this one to the rows that its source has now. */
  void refreshChildren() {
    for (int i = 0; i < children.length; i++) {
      children[i].source(source.child(conversion.child(i)));
    }
  }

  /**
   * Sets which rows there are.
   *
   * @param newPositions row of the source for each row, null if all are read
   * @param count number of rows that have a position
   */
  void select(int[] newPositions, int count) {
    positions = newPositions;
    positionCount = count;
  }

  private int position(int row) {
    int[] rows = positions;
    return rows == null ? row : rows[row];
  }

  @Override
  public void close() {
    // The cursor owns the memory.
  }

  @Override
  public void closeIfFreeable() {
    // Called after each batch: the next one uses this vector again.
  }

  @Override
  public boolean hasNull() {
    return source.hasNulls();
  }

  @Override
  public int numNulls() {
    if (positions == null) {
      return source.nullCount();
    }
    int nulls = 0;
    for (int i = 0; i < positionCount; i++) {
      nulls += source.isNullAt(positions[i]) ? 1 : 0;
    }
    return nulls;
  }

  @Override
  public boolean isNullAt(int row) {
    return source.isNullAt(position(row));
  }

  @Override
  public boolean getBoolean(int row) {
    return source.getBoolean(position(row));
  }

  @Override
  public byte getByte(int row) {
    return source.getByte(position(row));
  }

  @Override
  public short getShort(int row) {
    return source.getShort(position(row));
  }

  @Override
  public int getInt(int row) {
    return source.getInt(position(row));
  }

  @Override
  public long getLong(int row) {
    long value = source.getLong(position(row));
    return factor == 1 ? value : conversion.convert(value);
  }

  @Override
  public float getFloat(int row) {
    return source.getFloat(position(row));
  }

  @Override
  public double getDouble(int row) {
    return source.getDouble(position(row));
  }

  @Override
  public byte[] getBytes(int row, int count) {
    if (!isCopyable(row, count)) {
      return super.getBytes(row, count);
    }
    byte[] target = new byte[count];
    copy(row, count, target, Platform.BYTE_ARRAY_OFFSET);
    return target;
  }

  @Override
  public short[] getShorts(int row, int count) {
    if (!isCopyable(row, count)) {
      return super.getShorts(row, count);
    }
    short[] target = new short[count];
    copy(row, count, target, Platform.SHORT_ARRAY_OFFSET);
    return target;
  }

  @Override
  public int[] getInts(int row, int count) {
    if (!isCopyable(row, count)) {
      return super.getInts(row, count);
    }
    int[] target = new int[count];
    copy(row, count, target, Platform.INT_ARRAY_OFFSET);
    return target;
  }

  @Override
  public long[] getLongs(int row, int count) {
    if (!isCopyable(row, count) || factor != 1) {
      return super.getLongs(row, count);
    }
    long[] target = new long[count];
    copy(row, count, target, Platform.LONG_ARRAY_OFFSET);
    return target;
  }

  @Override
  public float[] getFloats(int row, int count) {
    if (!isCopyable(row, count)) {
      return super.getFloats(row, count);
    }
    float[] target = new float[count];
    copy(row, count, target, Platform.FLOAT_ARRAY_OFFSET);
    return target;
  }

  @Override
  public double[] getDoubles(int row, int count) {
    if (!isCopyable(row, count)) {
      return super.getDoubles(row, count);
    }
    double[] target = new double[count];
    copy(row, count, target, Platform.DOUBLE_ARRAY_OFFSET);
    return target;
  }

  /** Whether rows exist and their values are neighbours; otherwise they are read one by one. */
  private boolean isCopyable(int row, int count) {
    return positions == null
        && source.isContiguous()
        && (row | count) >= 0
        && row <= source.rowCount() - count;
  }

  private void copy(int row, int count, Object target, long offset) {
    long stride = source.stride();
    long address = source.valuesAddress() + row * stride;
    Platform.copyMemory(null, address, target, offset, count * stride);
  }

  /** Whether each of a range of rows is null. */
  boolean[] nulls(int row, int count) {
    boolean[] nulls = new boolean[count];
    for (int i = 0; i < count; i++) {
      nulls[i] = source.isNullAt(position(row + i));
    }
    return nulls;
  }

  /** The unscaled values of a range of decimals of up to 9 digits; any where a row is null. */
  int[] unscaledInts(int row, int count) {
    if (isCopyable(row, count)) {
      return getInts(row, count);
    }
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = (int) source.getUnscaledLong(position(row + i));
    }
    return values;
  }

  /** The unscaled values of a range of decimals of 10 to 18 digits; any where a row is null. */
  long[] unscaledLongs(int row, int count) {
    if (isCopyable(row, count)) {
      return getLongs(row, count);
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = source.getUnscaledLong(position(row + i));
    }
    return values;
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    int position = position(row);
    if (source.isNullAt(position)) {
      return null;
    }
    return precision <= Decimal.MAX_LONG_DIGITS()
        ? Decimal.createUnsafe(source.getUnscaledLong(position), precision, scale)
        : SparkDecimals.read(source.getBytes(position, new BytesView()), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int row) {
    int position = position(row);
    if (conversion == ValueConversion.UUID_TO_TEXT) {
      return source.isNullAt(position) ? null : UuidText.of(source.getUuid(position));
    }
    BytesView bytes = source.getBytes(position, new BytesView());
    // Callers have tested for null, and getBytes has: not a third time for most values.
    return bytes.length() == 0 && source.isNullAt(position)
        ? null
        : OffHeapStrings.at(bytes.address(), bytes.length());
  }

  @Override
  public byte[] getBinary(int row) {
    int position = position(row);
    BytesView bytes = source.getBytes(position, new BytesView());
    return bytes.length() == 0 && source.isNullAt(position) ? null : bytes.toByteArray();
  }

  int elementStart(int row) {
    return source.elementStart(position(row));
  }

  int elementCount(int row) {
    return source.elementCount(position(row));
  }

  @Override
  public ColumnarArray getArray(int row) {
    int position = position(row);
    return source.isNullAt(position)
        ? null
        : new ColumnarArray(
            children[0], source.elementStart(position), source.elementCount(position));
  }

  @Override
  public ColumnarMap getMap(int row) {
    int position = position(row);
    return source.isNullAt(position)
        ? null
        : new ColumnarMap(
            children[0], children[1], source.elementStart(position), source.elementCount(position));
  }

  @Override
  public org.apache.spark.sql.vectorized.ColumnVector getChild(int ordinal) {
    return children[ordinal];
  }
}
