// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.literal.BytesLiterals;
import io.albis.reader.internal.literal.DecimalLiterals;
import io.albis.reader.internal.literal.DoubleLiterals;
import io.albis.reader.internal.literal.LiteralKind;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.reader.internal.literal.LongLiterals;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Writes predicates as bytes:
 *
 * <pre>
 * predicate = version (u8) node
 * node      = operator (u8) and then
 *             AND, OR:                     count (varint), count * node
 *             NOT:                         node
 *             IS_NULL, IS_NOT_NULL, IS_NAN: column
 *             others:                      column values, or
 *                                          column 8 (u8) column, for a comparison of two columns
 * column    = length (varint), UTF-8
 * values    = kind (u8; + 0x80 if null is among the values), count (varint), and then by kind
 *             BOOLEAN:  count * u8
 *             INTEGER:  the first as zigzag varint, then differences as varints
 *             FLOATING: count * f64, little endian
 *             DECIMAL:  count * (scale (zigzag varint), length (varint), big-endian unscaled value)
 *             STRING, BINARY: count * length (varint), then all bytes
 *             UUID:     count * 16 bytes
 * </pre>
 *
 * Values stand in ascending order, without duplicates. Varints are those of Protocol Buffers.
 */
final class PredicateWriter {

  static final int VERSION = 1;

  /** Flag in the kind of a list that contains null. */
  static final int HAS_NULL = 0x80;

  /** Stands for a column in the place of a kind of values. */
  static final int COLUMN = 8;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private PredicateWriter() {}

  static byte[] write(Predicate predicate) {
    PredicateWriter writer = new PredicateWriter();
    writer.out.write(VERSION);
    writer.node(predicate);
    return writer.out.toByteArray();
  }

  /** Identifies a kind of values. */
  static int code(LiteralKind kind) {
    return switch (kind) {
      case BOOLEAN -> 1;
      case INTEGER -> 2;
      case FLOATING -> 3;
      case DECIMAL -> 4;
      case STRING -> 5;
      case BINARY -> 6;
      case UUID -> 7;
    };
  }

  private void node(Predicate predicate) {
    out.write(predicate.operator().code());
    if (predicate.column() == null) {
      if (predicate.operator() != Predicate.Operator.NOT) {
        varint(predicate.operands().size());
      }
      predicate.operands().forEach(this::node);
      return;
    }
    column(predicate.column());
    if (predicate.comparedColumn() != null) {
      out.write(COLUMN);
      column(predicate.comparedColumn());
    } else if (PredicateReader.hasValues(predicate.operator())) {
      values((LiteralList) predicate.values());
    }
  }

  private void column(String path) {
    byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    out.writeBytes(utf8);
  }

  private void values(LiteralList values) {
    out.write(code(values.kind()) | (values.hasNull() ? HAS_NULL : 0));
    varint(values.count());
    if (values instanceof LongLiterals longs) {
      longs(longs.values(), values.kind() == LiteralKind.BOOLEAN);
    } else if (values instanceof DoubleLiterals doubles) {
      for (double value : doubles.values()) {
        fixed64(Double.doubleToLongBits(value));
      }
    } else if (values instanceof DecimalLiterals decimals) {
      for (int i = 0; i < decimals.count(); i++) {
        decimal(decimals.value(i));
      }
    } else if (values instanceof BytesLiterals bytes) {
      for (int i = 0; i < bytes.count() && bytes.kind() != LiteralKind.UUID; i++) {
        varint(bytes.length(i));
      }
      out.writeBytes(bytes.data());
    }
  }

  private void longs(long[] values, boolean isBoolean) {
    for (int i = 0; i < values.length; i++) {
      if (isBoolean) {
        out.write((int) values[i]);
      } else {
        varint(i == 0 ? zigzag(values[0]) : values[i] - values[i - 1]);
      }
    }
  }

  private void decimal(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    varint(zigzag(value.scale()));
    varint(unscaled.length);
    out.writeBytes(unscaled);
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private void fixed64(long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
  }
}
