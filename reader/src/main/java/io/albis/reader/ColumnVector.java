// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.type.Access;
import io.albis.reader.internal.type.WideDecimal;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The values of a column in a {@link io.albis.reader.ColumnBatch}, read in place from off-heap
 * memory: nothing is copied, and no object is created per value. The vector of a struct says which
 * rows are null; {@link #child} is the vector of a field, in which the same rows are null. One
 * final class covers the column layout (contiguous values) and the row layout (values at a stride),
 * so getters are not virtual calls.
 *
 * <p><b>Nulls.</b> Getters of primitives do not test for null: for a null they return 0 or {@code
 * false}. Methods that return objects return {@code null}, {@link #getBytes} an empty view.
 *
 * <p><b>Lifetime and threads.</b> A vector belongs to its batch and is valid until the cursor
 * advances or is closed; after that every method that takes a row throws {@link ClosedException}.
 * Several threads may read a vector as long as the cursor does not advance.
 *
 * <p><b>Errors.</b> {@link IndexOutOfBoundsException} for a row that does not exist, {@link
 * InvalidArgumentException} for a getter of another type, {@link CorruptFileException} for offsets
 * that point outside of the segment.
 */
public final class ColumnVector {

  private final Type type;
  private final String path;
  private final Access access;

  /** Source of the values, for errors. */
  private String file = "";

  private long fileOffset = -1;

  /** The buffer that holds the values; null if they were computed for this vector. */
  private OffHeapBuffer memory;

  private int rowCount;
  private boolean closed;

  /** The number of rows, 0 once closed. */
  private int allRows;

  /**
   * The number of rows for the getter that matches the type; 0 for other getters and once closed.
   */
  private int booleanRows;

  private int byteRows;
  private int shortRows;
  private int intRows;
  private int longRows;
  private int floatRows;
  private int doubleRows;
  private int unscaledRows;

  /** The number of rows if their bytes are between int32 offsets that follow each other. */
  private int offsetRows;

  private long values;
  private long stride;
  private boolean isBits;
  private SlotKind slots = SlotKind.VALUES;

  /** Bit address of the null or validity bit of the first row, 0 if no row is null. */
  private long nullBits;

  private long nullStep;

  /** The value of the bit if the row is null. */
  private int nullBit;

  private long data;
  private long dataLength;
  private List<ColumnVector> children = List.of();

  /** Bytes from row to row if this vector reads stored rows of the row layout, otherwise 0. */
  int rowStride;

  int rowGroup;
  int rowOffset;
  int rowNullBit;

  ColumnVector(Type type, String path) {
    this.type = type;
    this.path = path;
    this.access = Access.of(type);
  }

  // ------------------------------------------------------------------ setup by the loader

  ColumnVector source(String newFile, long newFileOffset) {
    file = newFile;
    fileOffset = newFileOffset;
    return this;
  }

  ColumnVector memory(OffHeapBuffer buffer) {
    memory = buffer;
    return this;
  }

  ColumnVector values(long address, long newStride, SlotKind newSlots) {
    values = address;
    stride = newStride;
    slots = newSlots;
    isBits = false;
    offsetRows = hasOffsets() ? rowCount : 0;
    return this;
  }

  private boolean hasOffsets() {
    return type.isVariableLength() && slots == SlotKind.OFFSETS && stride == Integer.BYTES;
  }

  /** Sets the location of booleans of one bit. */
  ColumnVector bits(long bitAddress, long bitStep) {
    values = bitAddress;
    stride = bitStep;
    isBits = true;
    return this;
  }

  ColumnVector nulls(long bitAddress, long step, int whenNull) {
    nullBits = bitAddress;
    nullStep = step;
    nullBit = whenNull;
    return this;
  }

  ColumnVector data(long address, long length) {
    data = address;
    dataLength = length;
    return this;
  }

  ColumnVector children(List<ColumnVector> vectors) {
    children = vectors;
    return this;
  }

  /** Declares that the values are in stored rows of a group of the row layout. */
  ColumnVector inRows(int group, int strideOfRows, int offset, int nullBitOfRows) {
    rowGroup = group;
    rowStride = strideOfRows;
    rowOffset = offset;
    rowNullBit = nullBitOfRows;
    return this;
  }

  ColumnVector rows(int count) {
    rowCount = count;
    allRows = count;
    booleanRows = access == Access.BOOLEAN ? count : 0;
    byteRows = access == Access.BYTE ? count : 0;
    shortRows = access == Access.SHORT ? count : 0;
    intRows = access == Access.INT ? count : 0;
    longRows = access == Access.LONG ? count : 0;
    floatRows = access == Access.FLOAT ? count : 0;
    doubleRows = access == Access.DOUBLE ? count : 0;
    unscaledRows = access == Access.UNSCALED ? count : 0;
    offsetRows = hasOffsets() ? count : 0;
    return this;
  }

  /** Points this vector to some rows of another vector of the same type. */
  void window(ColumnVector whole, int start, int count) {
    file = whole.file;
    fileOffset = whole.fileOffset;
    memory = whole.memory;
    values = whole.values + start * whole.stride;
    stride = whole.stride;
    isBits = whole.isBits;
    slots = whole.slots;
    nullBits = whole.nullBits == 0 ? 0 : whole.nullBits + start * whole.nullStep;
    nullStep = whole.nullStep;
    nullBit = whole.nullBit;
    data = whole.data;
    dataLength = whole.dataLength;
    children = whole.children;
    rowStride = whole.rowStride;
    rowGroup = whole.rowGroup;
    rowOffset = whole.rowOffset;
    rowNullBit = whole.rowNullBit;
    rows(count);
  }

  /**
   * Points the vector of a struct to the rows of its children.
   *
   * @param presence a vector that is null where the struct is; null if it never is
   */
  void struct(ColumnVector presence, int count) {
    file = presence == null ? "" : presence.file;
    fileOffset = presence == null ? -1 : presence.fileOffset;
    memory = presence == null ? null : presence.memory;
    nullBits = presence == null ? 0 : presence.nullBits;
    nullStep = presence == null ? 0 : presence.nullStep;
    nullBit = presence == null ? 0 : presence.nullBit;
    ColumnVector first = children.get(0);
    boolean isInRows = presence == null || presence.isInRowsOf(first);
    for (ColumnVector child : children) {
      isInRows &= child.isInRowsOf(first);
    }
    values = isInRows ? first.values - first.rowOffset : 0;
    rowStride = isInRows ? first.rowStride : 0;
    rowGroup = isInRows ? first.rowGroup : 0;
    rowNullBit = presence == null ? -1 : presence.rowNullBit;
    rows(count);
  }

  private boolean isInRowsOf(ColumnVector other) {
    return rowStride > 0 && rowStride == other.rowStride && rowGroup == other.rowGroup;
  }

  void close() {
    rows(0);
    closed = true;
    children.forEach(ColumnVector::close);
  }

  // ------------------------------------------------------------------ properties

  /** The type of the values. */
  public Type type() {
    return type;
  }

  /** Path of the column. */
  public String path() {
    return path;
  }

  /**
   * Returns the buffer that contains all addresses of this vector. To keep it longer than the
   * vector, retain it, and release it before the table is closed. Segments of less than 64 KiB are
   * read together with their neighbours: retaining one keeps the memory of the request, which is at
   * most that of the read size. Empty if the values were computed for this vector, as for columns
   * that were widened or added.
   */
  public Optional<OffHeapBuffer> memory() {
    return Optional.ofNullable(memory);
  }

  /** Returns the number of rows, or of elements for a nested vector. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns whether some rows may be null; false means that none is. */
  public boolean hasNulls() {
    return nullBits != 0;
  }

  /**
   * Returns the address of the value of row 0, or of its slot (see {@link #stride}); for booleans
   * in the column layout, eight times the address of the byte that contains the bit, plus the index
   * of the bit. For code that reads memory directly: nothing is checked, and the address is valid
   * as long as the vector.
   */
  public long valuesAddress() {
    return values;
  }

  /**
   * Returns the distance from row to row in bytes; in bits for booleans in the column layout; 0 if
   * all rows have the same value. For strings, binaries, lists and maps in the column layout, it is
   * the distance between int32 offsets, one more than there are rows; in the row layout, between
   * slots of a u32 offset and a u32 length.
   */
  public long stride() {
    return stride;
  }

  /** Returns whether values are contiguous, as in an array of the type's width. */
  public boolean isContiguous() {
    return !isBits && slots == SlotKind.VALUES && stride == type.fixedWidth();
  }

  /** Whether booleans are bits and not bytes. */
  public boolean isBitPacked() {
    return isBits;
  }

  /**
   * Returns eight times the address of the byte that contains the null bit of row 0, plus the index
   * of the bit in it; 0 if no row is null.
   */
  public long nullBitAddress() {
    return nullBits;
  }

  /** Returns the distance from the null bit of one row to that of the next, in bits. */
  public long nullBitStep() {
    return nullStep;
  }

  /** Returns the bit value that means null: 0 in the column layout, 1 in the row layout. */
  public int nullBitValue() {
    return nullBit;
  }

  /** Returns the address that the offsets of strings and binaries are relative to. */
  public long dataAddress() {
    return data;
  }

  /** Returns the number of bytes from {@link #dataAddress} on. */
  public long dataLength() {
    return dataLength;
  }

  /**
   * Returns a read-only Netty view of the bytes from the first value slot to the last: values,
   * offsets or slots, {@link #stride} apart. For bit-packed booleans it starts with the byte that
   * contains the bit of row 0, which is bit {@code valuesAddress() & 7} of it.
   *
   * <p>The caller owns the view and must release it before the table is closed. It keeps the memory
   * alive when the cursor advances or is closed. Values are little endian.
   *
   * @return empty if the values were computed for this vector (see {@link #memory}), or the type is
   *     a struct
   * @throws ClosedException if the cursor has moved on or is closed
   */
  public Optional<ByteBuf> valuesByteBuf() {
    requireOpen("valuesByteBuf");
    return VectorByteBufs.values(this);
  }

  /**
   * Returns a read-only Netty view of the bytes from the first null bit to the last, {@link
   * #nullBitStep} bits apart. The null bit of row 0 is bit {@code nullBitAddress() & 7} of the
   * first byte. The caller owns the view, as for {@link #valuesByteBuf}.
   *
   * @return empty if no row is null, or the values were computed for this vector
   * @throws ClosedException if the cursor has moved on or is closed
   */
  public Optional<ByteBuf> nullsByteBuf() {
    requireOpen("nullsByteBuf");
    return VectorByteBufs.nulls(this);
  }

  /**
   * Returns a read-only Netty view of the {@link #dataLength} bytes from {@link #dataAddress} on.
   * The caller owns the view, as for {@link #valuesByteBuf}.
   *
   * @return empty if the type is neither string nor binary, or the values were computed for this
   *     vector
   * @throws ClosedException if the cursor has moved on or is closed
   */
  public Optional<ByteBuf> dataByteBuf() {
    requireOpen("dataByteBuf");
    return VectorByteBufs.data(this);
  }

  private void requireOpen(String method) {
    if (closed) {
      throw refuse(method, 0, true);
    }
  }

  /**
   * Returns what the slots of the values contain; {@link #stride} is the distance between slots.
   */
  public SlotKind slotKind() {
    return slots;
  }

  /**
   * Returns the child vectors: the fields of a struct, the element of a list, key and value of a
   * map.
   */
  public List<ColumnVector> children() {
    return children;
  }

  /**
   * Returns the vector of a field of a struct, by its position among the fields; of the element of
   * a list (0); of the key (0) or the value (1) of a map.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public ColumnVector child(int ordinal) {
    return children.get(ordinal);
  }

  // ------------------------------------------------------------------ values

  /** Whether a row is null. */
  public boolean isNullAt(int row) {
    try {
      Objects.checkIndex(row, allRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("isNullAt", row, true, e);
    }
    long bits = nullBits;
    if (bits == 0) {
      return false;
    }
    if (nullStep == 1) {
      long bit = bits + row;
      return Memory.getBit(bit) == 0;
    }
    long bit = bits + row * nullStep;
    return Memory.getBit(bit) == nullBit;
  }

  /** How many rows are null. Counts the bits, 64 at a time where they are contiguous. */
  public int nullCount() {
    requireOpen("nullCount");
    if (nullBits == 0) {
      return 0;
    }
    return nullStep == 1 ? rowCount - validCount() : countNullsInRows();
  }

  private int validCount() {
    long bit = nullBits;
    long end = bit + rowCount;
    int valid = 0;
    for (; bit < end && (bit & 63) != 0; bit++) {
      valid += Memory.getBit(bit);
    }
    for (; bit + 64 <= end; bit += 64) {
      valid += Long.bitCount(Memory.getLong(bit >>> 3));
    }
    for (; bit < end; bit++) {
      valid += Memory.getBit(bit);
    }
    return valid;
  }

  private int countNullsInRows() {
    int set = 0;
    long bit = nullBits;
    for (int row = 0; row < rowCount; row++, bit += nullStep) {
      set += Memory.getBit(bit);
    }
    return nullBit == 1 ? set : rowCount - set;
  }

  /** A boolean. */
  public boolean getBoolean(int row) {
    try {
      Objects.checkIndex(row, booleanRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getBoolean", row, access == Access.BOOLEAN, e);
    }
    if (isBits) {
      long bit = values + row * stride;
      return Memory.getBit(bit) != 0;
    }
    return Memory.getByte(values + row * stride) != 0;
  }

  /** An int8. */
  public byte getByte(int row) {
    try {
      Objects.checkIndex(row, byteRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getByte", row, access == Access.BYTE, e);
    }
    return Memory.getByte(stride == 1 ? values + row : values + row * stride);
  }

  /** An int16. */
  public short getShort(int row) {
    try {
      Objects.checkIndex(row, shortRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getShort", row, access == Access.SHORT, e);
    }
    return Memory.getShort(stride == 2 ? values + 2L * row : values + row * stride);
  }

  /** An int32; the days of a date; the months of a year-month interval. */
  public int getInt(int row) {
    try {
      Objects.checkIndex(row, intRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getInt", row, access == Access.INT, e);
    }
    return Memory.getInt(stride == 4 ? values + 4L * row : values + row * stride);
  }

  /** An int64; a time or timestamp in its unit; the microseconds of a day-time interval. */
  public long getLong(int row) {
    try {
      Objects.checkIndex(row, longRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getLong", row, access == Access.LONG, e);
    }
    return Memory.getLong(stride == 8 ? values + 8L * row : values + row * stride);
  }

  /** A float. */
  public float getFloat(int row) {
    try {
      Objects.checkIndex(row, floatRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getFloat", row, access == Access.FLOAT, e);
    }
    return Memory.getFloat(stride == 4 ? values + 4L * row : values + row * stride);
  }

  /** A double. */
  public double getDouble(int row) {
    try {
      Objects.checkIndex(row, doubleRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getDouble", row, access == Access.DOUBLE, e);
    }
    return Memory.getDouble(stride == 8 ? values + 8L * row : values + row * stride);
  }

  /** The unscaled value of a decimal with a precision of up to 18. */
  public long getUnscaledLong(int row) {
    try {
      Objects.checkIndex(row, unscaledRows);
    } catch (IndexOutOfBoundsException e) {
      throw refuse("getUnscaledLong", row, access == Access.UNSCALED, e);
    }
    long address = values + row * stride;
    return type.precision() <= 9 ? Memory.getInt(address) : Memory.getLong(address);
  }

  private RuntimeException refuse(
      String getter, int row, boolean isRightType, IndexOutOfBoundsException cause) {
    RuntimeException refusal = refuse(getter, row, isRightType);
    refusal.initCause(cause);
    return refusal;
  }

  private RuntimeException refuse(String getter, int row, boolean isRightType) {
    if (closed) {
      return new ClosedException(
          "Cannot read column " + path + ": the cursor has moved on or is closed");
    }
    if (!isRightType) {
      return new InvalidArgumentException(
          "Cannot read column " + path + " by " + getter + ": its type is " + type);
    }
    return new IndexOutOfBoundsException(
        "Invalid row: " + row + " (expected 0 to " + (rowCount - 1) + ")");
  }

  private void require(String getter, int row, boolean isRightType) {
    if (!isRightType || Integer.compareUnsigned(row, rowCount) >= 0) {
      throw refuse(getter, row, isRightType);
    }
  }

  /**
   * The bytes of a string, binary or fixed binary; for a decimal with a precision of more than 18
   * the 16 bytes of its unscaled value, two's complement, little endian.
   *
   * @param view is pointed to the bytes; valid as long as the vector
   * @return {@code view}
   */
  public BytesView getBytes(int row, BytesView view) {
    if (Integer.compareUnsigned(row, offsetRows) >= 0) {
      return getOtherBytes(row, view);
    }
    // A null has no bytes in the column layout: no test for it is needed.
    long slot = values + 4L * row;
    long start = Memory.getInt(slot) & 0xffff_ffffL;
    long end = Memory.getInt(slot + 4) & 0xffff_ffffL;
    return wrap(row, start, end - start, view);
  }

  private BytesView getOtherBytes(int row, BytesView view) {
    TypeKind kind = type.kind();
    boolean isWide = kind == TypeKind.DECIMAL && access != Access.UNSCALED;
    require("getBytes", row, type.isVariableLength() || kind == TypeKind.FIXED_BINARY || isWide);
    if (isNullAt(row)) {
      return view.wrap(data, 0);
    }
    long slot = values + row * stride;
    if (kind == TypeKind.FIXED_BINARY || isWide) {
      return view.wrap(slot, type.fixedWidth());
    }
    long start = Memory.getInt(slot) & 0xffff_ffffL;
    long second = Memory.getInt(slot + 4) & 0xffff_ffffL;
    return wrap(row, start, slots == SlotKind.OFFSETS ? second - start : second, view);
  }

  private BytesView wrap(int row, long start, long length, BytesView view) {
    // A shift finds both what is negative and what is too long.
    if (length >>> 31 != 0 || start + length > dataLength) {
      throw outside(row, start, length, dataLength);
    }
    return view.wrap(data + start, (int) length);
  }

  /** Returns the exception for offsets that point outside of the segment. */
  private RuntimeException outside(int row, long start, long length, long limit) {
    if (closed || row >= rowCount || (int) start != Memory.getInt(values + row * stride)) {
      // The offsets have changed meanwhile: the file is intact, the cursor is misused.
      return new IllegalStateException(
          "Cannot read column "
              + path
              + ": another thread has advanced the cursor meanwhile (a cursor is for one thread at"
              + " a time)");
    }
    return new CorruptFileException(
        file,
        fileOffset,
        "offset of column " + path + ", row " + row + " of the batch",
        "a range inside of 0 to " + limit,
        start + " to " + (start + length));
  }

  /** A string, materialized; null if it is null. Invalid UTF-8 is replaced by U+FFFD. */
  public String getString(int row) {
    require("getString", row, type.kind() == TypeKind.STRING);
    return isNullAt(row)
        ? null
        : new String(getBytes(row, new BytesView()).toByteArray(), StandardCharsets.UTF_8);
  }

  /** A decimal of any precision, materialized; null if it is null. */
  public BigDecimal getDecimal(int row) {
    require("getDecimal", row, type.kind() == TypeKind.DECIMAL);
    if (isNullAt(row)) {
      return null;
    }
    if (access == Access.UNSCALED) {
      return BigDecimal.valueOf(getUnscaledLong(row), type.scale());
    }
    return new BigDecimal(WideDecimal.unscaled(values + row * stride), type.scale());
  }

  /** A uuid, materialized; null if it is null. */
  public UUID getUuid(int row) {
    require("getUuid", row, type.kind() == TypeKind.UUID);
    if (isNullAt(row)) {
      return null;
    }
    long address = values + row * stride;
    return new UUID(
        Long.reverseBytes(Memory.getLong(address)), Long.reverseBytes(Memory.getLong(address + 8)));
  }

  /**
   * Returns the index in {@link #children} of the first element of a list or map.
   *
   * @throws CorruptFileException if the offsets point outside of the children
   */
  public int elementStart(int row) {
    require("elementStart", row, type.kind() == TypeKind.LIST || type.kind() == TypeKind.MAP);
    long slot = values + row * stride;
    int start = Memory.getInt(slot);
    int end = Memory.getInt(slot + 4);
    int limit = children.get(0).rowCount();
    if (start < 0 || end < start || end > limit) {
      throw outside(row, start, (long) end - start, limit);
    }
    return start;
  }

  /** Returns the number of elements of a list or map; 0 if it is null. */
  public int elementCount(int row) {
    int start = elementStart(row);
    return isNullAt(row) ? 0 : Memory.getInt(values + row * stride + 4) - start;
  }

  /** A value of any type, materialized as by {@link RowView#getObject}; null if it is null. */
  public Object getObject(int row) {
    if (isNullAt(row)) {
      return null;
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> getBoolean(row);
      case INT8 -> getByte(row);
      case INT16 -> getShort(row);
      case INT32 -> getInt(row);
      case INT64 -> getLong(row);
      case FLOAT -> getFloat(row);
      case DOUBLE -> getDouble(row);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> getDecimal(row);
      case STRING -> getString(row);
      case BINARY, FIXED_BINARY -> getBytes(row, new BytesView()).toByteArray();
      case UUID -> getUuid(row);
      case STRUCT -> fields(row);
      case LIST -> elements(row);
      case MAP -> entries(row);
    };
  }

  private List<Object> fields(int row) {
    List<Object> fields = new ArrayList<>(children.size());
    for (ColumnVector child : children) {
      fields.add(child.getObject(row));
    }
    return fields;
  }

  private List<Object> elements(int row) {
    int start = elementStart(row);
    int count = elementCount(row);
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(children.get(0).getObject(start + i));
    }
    return elements;
  }

  private List<Object> entries(int row) {
    int start = elementStart(row);
    int count = elementCount(row);
    List<Object> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object key = children.get(0).getObject(start + i);
      Object value = children.get(1).getObject(start + i);
      entries.add(new SimpleImmutableEntry<>(key, value));
    }
    return entries;
  }
}
