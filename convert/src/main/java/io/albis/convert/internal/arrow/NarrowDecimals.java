// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import com.google.flatbuffers.Table;
import io.albis.format.error.InvalidArgumentException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;

/**
 * Decimals of less than 128 bits, which Arrow's library does not know: it refuses a file that has
 * one in any column, without its name. Their width is replaced, so that other columns can be read;
 * values of theirs must not be.
 */
final class NarrowDecimals {

  private static final int MIN_BITS = 128;

  /** Characters of a path in a message. */
  private static final int MAX_PATH = 200;

  /** By column: why it cannot be read. */
  private final Map<Integer, String> faults = new HashMap<>();

  /** How many fields the buffer has room for references to. */
  private int roomForFields;

  private NarrowDecimals(int roomForFields) {
    this.roomForFields = roomForFields;
  }

  /**
   * Replaces them in a schema, in its buffer.
   *
   * @throws IOException if fields are nested too deep for Albis, as they are if one contains
   *     itself, or if one is a child of several, of which a few make any number
   */
  static NarrowDecimals replace(Schema schema) throws IOException {
    NarrowDecimals found = new NarrowDecimals(schema.getByteBuffer().capacity() / Integer.BYTES);
    for (int i = 0; i < schema.fieldsLength(); i++) {
      found.replace(i, 1, schema.fields(i), schema.fields(i).name());
    }
    return found;
  }

  private void replace(int column, int depth, Field field, String path) throws IOException {
    if (depth > io.albis.format.schema.Schema.MAX_DEPTH || --roomForFields < 0) {
      throw new IOException(
          "its schema has more fields than it has bytes for, or more than "
              + io.albis.format.schema.Schema.MAX_DEPTH
              + " levels of them: "
              + path.substring(0, Math.min(MAX_PATH, path.length())));
    }
    if (field.typeType() == Type.Decimal) {
      Decimal decimal = (Decimal) field.type(new Decimal());
      int bits = decimal.bitWidth();
      if (bits < MIN_BITS) {
        String type =
            String.format("Decimal(%d, %d, %d)", decimal.precision(), decimal.scale(), bits);
        faults.putIfAbsent(
            column, "Cannot write column " + path + ": Albis does not support Arrow type " + type);
        ((Width) field.type(new Width())).widen();
      }
    }
    for (int i = 0; i < field.childrenLength(); i++) {
      replace(column, depth + 1, field.children(i), path + "." + field.children(i).name());
    }
  }

  /** A decimal, in its buffer. */
  private static final class Width extends Table {
    private static final int BIT_WIDTH = 8;

    /** The width is in the buffer, because it is not the default. */
    void widen() {
      bb.putInt(bb_pos + __offset(BIT_WIDTH), MIN_BITS);
    }
  }

  /**
   * Requires that a column has none.
   *
   * @throws InvalidArgumentException if it has one; the message names its path
   */
  void requireNone(int column) {
    if (faults.containsKey(column)) {
      throw new InvalidArgumentException(faults.get(column));
    }
  }
}
