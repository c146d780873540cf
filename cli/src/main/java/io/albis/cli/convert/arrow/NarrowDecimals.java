// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.arrow;

import com.google.flatbuffers.Table;
import io.albis.format.error.InvalidSchemaException;
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

  /** By column: why it cannot be read. */
  private final Map<Integer, String> faults = new HashMap<>();

  private NarrowDecimals() {}

  /** Replaces them in a schema, in its buffer. */
  static NarrowDecimals replace(Schema schema) {
    NarrowDecimals found = new NarrowDecimals();
    for (int i = 0; i < schema.fieldsLength(); i++) {
      found.replace(i, schema.fields(i), schema.fields(i).name());
    }
    return found;
  }

  private void replace(int column, Field field, String path) {
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
      replace(column, field.children(i), path + "." + field.children(i).name());
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
   * @throws InvalidSchemaException if it has one; the message names its path
   */
  void requireNone(int column) {
    if (faults.containsKey(column)) {
      throw new InvalidSchemaException(faults.get(column));
    }
  }
}
