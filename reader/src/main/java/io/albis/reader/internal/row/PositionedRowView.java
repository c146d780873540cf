// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowView;
import io.albis.reader.internal.type.Access;
import io.albis.storage.internal.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Base class of all row views: holds and advances the position, and has everything that is not on
 * the hot path.
 *
 * <p>Advancing is not virtual and its state is in this class, so a cursor's loop is the same code
 * for all shapes.
 */
public abstract class PositionedRowView extends RowView {

  private static final String NO_ROW =
      "Cannot read the row: the cursor is not on a row (call next() first, while it returns true)";

  private static final String NO_STRUCT =
      "Cannot read the struct: the cursor has moved to another batch (call getStruct again)";

  /**
   * 0 if there is no current row; the address of the row if all columns are in one group of the row
   * layout; otherwise its number in the batch, counted from 1.
   */
  long position;

  /**
   * The row's first null word if all columns are in one group of the row layout and it has null
   * words; otherwise the mask of this row in the words that {@link #loadNulls} loads.
   */
  long nulls;

  private final boolean loadsNulls;
  private final long step;
  final RowShape shape;
  private final RowFields fields;
  private final boolean single;
  private RowAddresses addresses;
  private long first;
  private int rows;
  private PositionedRowView successor;
  private String whyNoRow;

  /** First of the 64 rows whose null bits are loaded, if this is the view of a struct. */
  private long nullBlock;

  /** Null before a struct is asked for. */
  private StructViews structs;

  PositionedRowView(RowShape shape, RowFields fields) {
    this.shape = shape;
    this.fields = fields;
    this.single = shape.isSingle();
    this.whyNoRow = fields.areOfStruct() ? NO_STRUCT : NO_ROW;
    this.step = single ? shape.stride() : 1;
    // A row without null words has at least 8 bytes, but they may be the last ones of the memory:
    // never read beyond them.
    this.loadsNulls = single && shape.hasNullWords();
  }

  /** The shape that this view reads. */
  public final RowShape shape() {
    return shape;
  }

  /** Starts a batch of the same shape, before its first row. */
  public final void startBatch(RowAddresses batch, int rowCount) {
    addresses = batch;
    rows = rowCount;
    place(batch);
    first = single ? batch.start : 1;
    position = 0;
    nullBlock = -1;
    if (structs != null) {
      structs.startBatch();
    }
  }

  /** Copies the state that is constant within a batch. */
  abstract void place(RowAddresses batch);

  /**
   * Advances to the next row of the batch. The caller guarantees that there is one, and that it
   * follows the current row.
   */
  public final void advance() {
    long row = position + step;
    position = row;
    if (loadsNulls) {
      nulls = Memory.getLong(row);
    } else {
      long mask = nulls << 1;
      if (mask == 0) {
        loadNulls(row - 1);
        mask = 1;
      }
      nulls = mask;
    }
  }

  /**
   * Positions the view before a row of the batch, counted from 0; a call of {@link #advance} must
   * follow.
   */
  public final void moveBefore(long row) {
    position = first + (row - 1) * step;
    if (!loadsNulls) {
      nulls = 1L << (row - 1);
      if (row % Long.SIZE != 0) {
        loadNulls(row - row % Long.SIZE);
      }
    }
  }

  /**
   * Loads the null bits of the next 64 rows of columns in the column layout, or of the remaining
   * rows.
   *
   * @param row first of these rows, counted from 0
   */
  abstract void loadNulls(long row);

  /** Returns a bit for each of the 64 rows from {@code row} on; 1 means null. */
  final long nullWord(int ordinal, long row) {
    long bit = addresses.nulls[ordinal];
    if (bit == 0) {
      return 0;
    }
    if (shape.nullStep(ordinal) == 0) {
      return isSet(bit) ? 0 : -1;
    }
    long address = (bit + row) >>> 3;
    int shift = (int) ((bit + row) & 7);
    int end = shift + (int) Math.min(Long.SIZE, rows - row);
    long valid;
    if (end < Long.SIZE) {
      valid = 0;
      for (int i = 0; i < end; i += Byte.SIZE) {
        valid |= (Memory.getByte(address + (i >> 3)) & 0xFFL) << i;
      }
      valid >>>= shift;
    } else {
      valid = Memory.getLong(address) >>> shift;
      if (end > Long.SIZE) {
        valid |= (long) Memory.getByte(address + Long.BYTES) << (Long.SIZE - shift);
      }
    }
    return ~valid;
  }

  /** Positions the view of a struct at the row that the view around it is on. */
  private void follow(PositionedRowView row) {
    if (!single) {
      // The row is not single either.
      position = row.position;
      followNulls(row.position - 1);
      return;
    }
    long address = row.single ? row.position : first + (row.position - 1) * step;
    position = address;
    if (loadsNulls) {
      nulls = Memory.getLong(address);
    }
  }

  private void followNulls(long row) {
    long block = row & -Long.SIZE;
    if (block != nullBlock) {
      nullBlock = block;
      loadNulls(block);
    }
    nulls = 1L << row;
  }

  /** Leaves the batch: there is no current row until the next batch starts. */
  public final void leave() {
    position = 0;
    if (structs != null) {
      structs.leave();
    }
  }

  /** Invalidates this view for the given reason; reading throws from now on. */
  public final void close(String reason) {
    position = 0;
    whyNoRow = "Cannot read the row: " + reason;
    successor = null;
    if (structs != null) {
      structs.close(reason);
    }
  }

  /** Delegates all calls to the view of another shape from now on. */
  public final void replaceBy(PositionedRowView view) {
    leave();
    successor = view;
  }

  /** Returns the view to delegate to if this view has no current row. */
  final RowView moved() {
    if (successor != null) {
      return successor;
    }
    throw new ClosedException(whyNoRow);
  }

  /** Like {@link #moved()}; throws if the getter does not match the type of its column. */
  final RowView moved(Access getter, int ordinal) {
    if (position == 0) {
      return moved();
    }
    throw mismatch(getter.getter(), ordinal);
  }

  private InvalidArgumentException mismatch(String getter, int ordinal) {
    Type type = fields.type(ordinal);
    return new InvalidArgumentException(
        "Cannot read column "
            + fields.path(ordinal)
            + " by "
            + getter
            + ": its type is "
            + type
            + " (expected "
            + getterFor(type)
            + ")");
  }

  private static String getterFor(Type type) {
    return switch (type.physicalType()) {
      case STRING, BINARY, FIXED_BINARY -> "getBytes";
      case UUID -> "getUuid";
      case DECIMAL32, DECIMAL64 -> "getUnscaledLong or getDecimal";
      case DECIMAL128 -> "getDecimal or getBytes";
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE -> Access.of(type).getter();
      case STRUCT -> "getStruct";
      case LIST, MAP -> "column or getObject";
    };
  }

  private int rowNumber() {
    return (int) (single ? (position - first) / step : position - 1);
  }

  /** Address of the value of this row; bit address for booleans in the column layout. */
  final long valueAddress(int ordinal) {
    return single
        ? position + shape.offset(ordinal)
        : addresses.values[ordinal] + (position - 1) * shape.valueStep(ordinal);
  }

  /** Tests any column for null. */
  final boolean isNull(int ordinal) {
    int nullStep = shape.nullStep(ordinal);
    if (nullStep == RowShape.NONE) {
      return false;
    }
    if (single) {
      int nullBit = shape.nullBit(ordinal);
      return (Memory.getLong(position + (nullBit >> 6 << 3)) & 1L << nullBit) != 0;
    }
    long bit = addresses.nulls[ordinal];
    return bit != 0 && isSet(bit + (position - 1) * nullStep) == nullStep > 1;
  }

  static boolean isSet(long bit) {
    return Memory.getBit(bit) != 0;
  }

  @Override
  public final BytesView getBytes(int ordinal, BytesView view) {
    if (position == 0) {
      return moved().getBytes(ordinal, view);
    }
    int width = fields.bytesWidth(ordinal);
    if (width == RowFields.NO_BYTES) {
      throw mismatch("getBytes", ordinal);
    }
    long address = valueAddress(ordinal);
    if (width != RowFields.VARIABLE) {
      return view.wrap(address, isNull(ordinal) ? 0 : width);
    }
    if (isNull(ordinal)) {
      return view.wrap(addresses.data[ordinal], 0);
    }
    long start = Memory.getInt(address) & 0xFFFF_FFFFL;
    long second = Memory.getInt(address + 4) & 0xFFFF_FFFFL;
    long length = shape.isInRows(ordinal) ? second : second - start;
    if (length < 0
        || length > Integer.MAX_VALUE
        || start + length > addresses.dataLengths[ordinal]) {
      return addresses.columns[ordinal].bytesAt(rowNumber(), view);
    }
    return view.wrap(addresses.data[ordinal] + start, (int) length);
  }

  @Override
  public final String getString(int ordinal) {
    if (position == 0) {
      return moved().getString(ordinal);
    }
    if (fields.type(ordinal).kind() != TypeKind.STRING) {
      throw mismatch("getString", ordinal);
    }
    return isNull(ordinal) ? null : new String(bytes(ordinal), StandardCharsets.UTF_8);
  }

  private byte[] bytes(int ordinal) {
    return getBytes(ordinal, new BytesView()).toByteArray();
  }

  @Override
  public final BigDecimal getDecimal(int ordinal) {
    if (position == 0) {
      return moved().getDecimal(ordinal);
    }
    Type type = fields.type(ordinal);
    if (type.kind() != TypeKind.DECIMAL) {
      throw mismatch("getDecimal", ordinal);
    }
    if (isNull(ordinal)) {
      return null;
    }
    long address = valueAddress(ordinal);
    return switch (type.fixedWidth()) {
      case 4 -> BigDecimal.valueOf(Memory.getInt(address), type.scale());
      case 8 -> BigDecimal.valueOf(Memory.getLong(address), type.scale());
      default ->
          new BigDecimal(
              BigInteger.valueOf(Memory.getLong(address + 8))
                  .shiftLeft(Long.SIZE)
                  .add(new BigInteger(Long.toUnsignedString(Memory.getLong(address)))),
              type.scale());
    };
  }

  @Override
  public final UUID getUuid(int ordinal) {
    if (position == 0) {
      return moved().getUuid(ordinal);
    }
    if (fields.type(ordinal).kind() != TypeKind.UUID) {
      throw mismatch("getUuid", ordinal);
    }
    if (isNull(ordinal)) {
      return null;
    }
    long address = valueAddress(ordinal);
    return new UUID(
        Long.reverseBytes(Memory.getLong(address)), Long.reverseBytes(Memory.getLong(address + 8)));
  }

  @Override
  public final Object getObject(int ordinal) {
    if (position == 0) {
      return moved().getObject(ordinal);
    }
    Type type = fields.type(ordinal);
    if (isNull(ordinal)) {
      return null;
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> getBoolean(ordinal);
      case INT8 -> getByte(ordinal);
      case INT16 -> getShort(ordinal);
      case INT32 -> getInt(ordinal);
      case INT64 -> getLong(ordinal);
      case FLOAT -> getFloat(ordinal);
      case DOUBLE -> getDouble(ordinal);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> getDecimal(ordinal);
      case STRING -> getString(ordinal);
      case BINARY, FIXED_BINARY -> bytes(ordinal);
      case UUID -> getUuid(ordinal);
      case STRUCT, LIST, MAP -> addresses.columns[ordinal].objectAt(rowNumber());
    };
  }

  @Override
  public final ColumnVector column(int ordinal) {
    if (position == 0) {
      return moved().column(ordinal);
    }
    fields.field(ordinal);
    return addresses.columns[ordinal].vector();
  }

  @Override
  public final int rowInBatch() {
    return position == 0 ? moved().rowInBatch() : rowNumber();
  }

  @Override
  public final RowView getStruct(int ordinal) {
    if (position == 0) {
      return moved().getStruct(ordinal);
    }
    PositionedRowView struct = structs == null ? null : structs.get(ordinal);
    if (struct == null) {
      struct = startStruct(ordinal);
    }
    struct.follow(this);
    return struct;
  }

  private PositionedRowView startStruct(int ordinal) {
    if (fields.type(ordinal).kind() != TypeKind.STRUCT) {
      throw mismatch("getStruct", ordinal);
    }
    if (structs == null) {
      structs = new StructViews(fields);
    }
    return structs.start(ordinal, addresses, rows);
  }

  @Override
  public final List<Object> materialize() {
    if (position == 0) {
      return moved().materialize();
    }
    List<Object> values = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      values.add(getObject(i));
    }
    return values;
  }

  @Override
  public final long address() {
    if (position == 0) {
      return moved().address();
    }
    requireSingle();
    return position;
  }

  @Override
  public final int stride() {
    if (position == 0) {
      return moved().stride();
    }
    requireSingle();
    return (int) step;
  }

  private void requireSingle() {
    if (!single) {
      throw new UnsupportedOperationException(
          "Cannot return the address of the row: its columns are not all in one group of the row"
              + " layout");
    }
  }
}
