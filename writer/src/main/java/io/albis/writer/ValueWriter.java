// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Writes one value: of a column, a field of a struct, an element of a list, or a key or value of a
 * map. The setters are those of {@link RowWriter} and throw the same exceptions. For nested values:
 *
 * <pre>{@code
 * ValueWriter list = rows.value(3);
 * list.beginList();
 * list.element().setInt(1);
 * list.element().setNull();
 * list.endList();
 *
 * ValueWriter struct = rows.value(4);
 * struct.beginStruct();
 * struct.field(0).setString("x");
 * struct.endStruct();
 *
 * ValueWriter map = rows.value(5);
 * map.beginMap();
 * map.key().setString("k");
 * map.value().setInt(7);
 * map.endMap();
 * }</pre>
 *
 * <p>{@link #field}, {@link #element}, {@link #key} and {@link #value} return the same object each
 * time. A call out of order throws {@link IllegalStateException}.
 */
public interface ValueWriter {

  /** Sets null. */
  void setNull();

  /** As {@link RowWriter#setBoolean}. */
  void setBoolean(boolean value);

  /** As {@link RowWriter#setByte}. */
  void setByte(byte value);

  /** As {@link RowWriter#setShort}. */
  void setShort(short value);

  /** As {@link RowWriter#setInt}. */
  void setInt(int value);

  /** As {@link RowWriter#setLong}. */
  void setLong(long value);

  /** As {@link RowWriter#setFloat}. */
  void setFloat(float value);

  /** As {@link RowWriter#setDouble}. */
  void setDouble(double value);

  /** As {@link RowWriter#setDecimal}. */
  void setDecimal(BigDecimal value);

  /** As {@link RowWriter#setUnscaledDecimal}. */
  void setUnscaledDecimal(long unscaled);

  /** As {@link RowWriter#setString}. */
  void setString(CharSequence value);

  /** As {@link RowWriter#setBytes(int, byte[], int, int)}. */
  void setBytes(byte[] value, int offset, int length);

  /** As {@link #setBytes(byte[], int, int)}, with the whole array. */
  default void setBytes(byte[] value) {
    setBytes(value, 0, value.length);
  }

  /** As {@link RowWriter#setBytes(int, ByteBuffer)}. */
  void setBytes(ByteBuffer value);

  /** As {@link RowWriter#setUuid}. */
  void setUuid(UUID value);

  /** Starts a struct that is not null. */
  void beginStruct();

  /**
   * The writer of a field of the struct, by its index. Fields that are not set have their write
   * default, or are null.
   */
  ValueWriter field(int index);

  /** Ends the struct. */
  void endStruct();

  /** Starts a list that is not null. */
  void beginList();

  /**
   * Starts the next element of the list and returns its writer; if not set, the element is null.
   */
  ValueWriter element();

  /** Ends the list. */
  void endList();

  /** Starts a map that is not null. */
  void beginMap();

  /** Starts the next entry of the map and returns the writer of its key. */
  ValueWriter key();

  /** The writer of the current entry's value; if not set, the value is null. */
  ValueWriter value();

  /** Ends the map. */
  void endMap();
}
