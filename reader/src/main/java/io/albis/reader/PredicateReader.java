// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.Predicate.Operator;
import io.albis.reader.internal.literal.BytesLiterals;
import io.albis.reader.internal.literal.DecimalLiterals;
import io.albis.reader.internal.literal.DoubleLiterals;
import io.albis.reader.internal.literal.LiteralKind;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.reader.internal.literal.LongLiterals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads what {@link PredicateWriter} writes. Trusts nothing: each count is checked against the
 * remaining bytes before memory is allocated for it.
 */
final class PredicateReader {

  private static final Operator[] OPERATORS = Operator.values();
  private static final LiteralKind[] KINDS = LiteralKind.values();

  private final ByteBuffer in;

  private PredicateReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static Predicate read(byte[] bytes) {
    PredicateReader reader = new PredicateReader(bytes);
    int version = reader.u8("version");
    if (version != PredicateWriter.VERSION) {
      throw new UnsupportedVersionException(
          "serialized predicate", 0, "version", PredicateWriter.VERSION, version);
    }
    Predicate predicate = reader.node(1);
    if (reader.in.hasRemaining()) {
      throw reader.invalid("end", "no more bytes", reader.in.remaining() + " bytes");
    }
    return predicate;
  }

  /** Whether values follow the column. */
  static boolean hasValues(Operator operator) {
    return switch (operator) {
      case EQUAL,
          NOT_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          EQUAL_NULL_SAFE,
          IN,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS,
          LIKE,
          LOWER_CASE_LIKE,
          UPPER_CASE_LIKE ->
          true;
      case IS_NULL, IS_NOT_NULL, IS_NAN, AND, OR, NOT -> false;
    };
  }

  private Predicate node(int depth) {
    if (depth > Predicate.MAX_DEPTH) {
      throw invalid("nesting", "at most " + Predicate.MAX_DEPTH + " levels", "more");
    }
    int code = u8("operator");
    for (Operator operator : OPERATORS) {
      if (operator.code() == code) {
        return node(operator, depth);
      }
    }
    throw invalid("operator", "1 to " + OPERATORS.length, code);
  }

  private Predicate node(Operator operator, int depth) {
    return switch (operator) {
      case AND -> Predicate.and(operands(depth));
      case OR -> Predicate.or(operands(depth));
      case NOT -> Predicate.not(node(depth + 1));
      case IS_NULL, IS_NOT_NULL, IS_NAN -> new Predicate(operator, column(), LiteralList.empty());
      case IN -> new Predicate(operator, column(), values());
      case LIKE, LOWER_CASE_LIKE, UPPER_CASE_LIKE -> like(operator);
      case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, EQUAL_NULL_SAFE ->
          comparison(operator);
      case STARTS_WITH, ENDS_WITH, CONTAINS -> {
        String column = column();
        yield new Predicate(operator, column, value());
      }
    };
  }

  private Predicate comparison(Operator operator) {
    String column = column();
    if (in.hasRemaining() && in.get(in.position()) == PredicateWriter.COLUMN) {
      in.get();
      return Predicate.ofColumns(operator, column, column());
    }
    return new Predicate(operator, column, value());
  }

  private Predicate like(Operator operator) {
    String column = column();
    LiteralList pattern = value();
    if (pattern.kind() != LiteralKind.STRING) {
      throw invalid("pattern", LiteralKind.STRING, pattern.kind());
    }
    return Predicate.like(operator, column, (String) pattern.get(0));
  }

  private LiteralList value() {
    LiteralList values = values();
    if (values.count() != 1 || values.hasNull()) {
      throw invalid("values to compare with", "1 that is not null", values.size());
    }
    return values;
  }

  private List<Predicate> operands(int depth) {
    int count = count("number of operands", 2);
    List<Predicate> operands = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      operands.add(node(depth + 1));
    }
    return operands;
  }

  private String column() {
    byte[] utf8 = bytes(count("length of column", 1));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw (InvalidArgumentException) invalid("column", "UTF-8", "other bytes").initCause(e);
    }
  }

  private LiteralList values() {
    int code = u8("kind of values");
    boolean hasNull = (code & PredicateWriter.HAS_NULL) != 0;
    for (LiteralKind kind : KINDS) {
      if (PredicateWriter.code(kind) == (code & ~PredicateWriter.HAS_NULL)) {
        return values(kind, hasNull);
      }
    }
    throw invalid("kind of values", "1 to " + KINDS.length, code & ~PredicateWriter.HAS_NULL);
  }

  private LiteralList values(LiteralKind kind, boolean hasNull) {
    return switch (kind) {
      case BOOLEAN -> new LongLiterals(kind, booleans(), hasNull);
      case INTEGER -> new LongLiterals(kind, integers(), hasNull);
      case FLOATING -> new DoubleLiterals(doubles(), hasNull);
      case DECIMAL -> new DecimalLiterals(decimals(), hasNull);
      case STRING, BINARY -> {
        int count = count("number of values", 1);
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
          // The sum is at most the number of remaining bytes.
          int left = in.remaining() - offsets[i];
          offsets[i + 1] = offsets[i] + limited(varint(), left, "length of value");
        }
        yield bytes(kind, offsets, hasNull);
      }
      case UUID -> {
        int[] offsets = new int[count("number of values", 16) + 1];
        Arrays.setAll(offsets, i -> i * 16);
        yield bytes(kind, offsets, hasNull);
      }
    };
  }

  private long[] booleans() {
    long[] values = new long[count("number of values", 1)];
    for (int i = 0; i < values.length; i++) {
      values[i] = u8("boolean");
      if (values[i] > 1) {
        throw invalid("boolean", "0 or 1", values[i]);
      }
      requireOrder(i == 0 || values[i - 1] < values[i]);
    }
    return values;
  }

  private long[] integers() {
    long[] values = new long[count("number of values", 1)];
    for (int i = 0; i < values.length; i++) {
      long next = varint();
      values[i] = i == 0 ? (next >>> 1) ^ -(next & 1) : values[i - 1] + next;
      requireOrder(i == 0 || values[i - 1] < values[i]);
    }
    return values;
  }

  private double[] doubles() {
    double[] values = new double[count("number of values", Double.BYTES)];
    for (int i = 0; i < values.length; i++) {
      values[i] = DoubleLiterals.canonical(in.getDouble());
      requireOrder(i == 0 || Double.compare(values[i - 1], values[i]) < 0);
    }
    return values;
  }

  private BigDecimal[] decimals() {
    BigDecimal[] values = new BigDecimal[count("number of values", 3)];
    for (int i = 0; i < values.length; i++) {
      int scale = scale();
      byte[] unscaled = bytes(limited(varint(), 64, "length of decimal"));
      if (unscaled.length == 0) {
        throw invalid("length of decimal", "1 to 64", 0);
      }
      BigDecimal value = new BigDecimal(new BigInteger(unscaled), scale);
      if (!DecimalLiterals.isInRange(value)) {
        throw invalid("decimal", "at most " + DecimalLiterals.MAX_DIGITS + " digits", "more");
      }
      values[i] = value.stripTrailingZeros();
      requireOrder(i == 0 || values[i - 1].compareTo(values[i]) < 0);
    }
    return values;
  }

  private int scale() {
    long zigzag = varint();
    return (limited(zigzag, 2 * DecimalLiterals.MAX_DIGITS, "scale of decimal") >>> 1)
        ^ -(int) (zigzag & 1);
  }

  private BytesLiterals bytes(LiteralKind kind, int[] offsets, boolean hasNull) {
    byte[] data = bytes(offsets[offsets.length - 1]);
    for (int i = 1; i + 1 < offsets.length; i++) {
      requireOrder(
          Arrays.compareUnsigned(data, offsets[i - 1], offsets[i], data, offsets[i], offsets[i + 1])
              < 0);
    }
    return new BytesLiterals(kind, data, offsets, hasNull);
  }

  private void requireOrder(boolean isAscending) {
    if (!isAscending) {
      throw invalid("values", "ascending order", "another order");
    }
  }

  private int u8(String what) {
    if (!in.hasRemaining()) {
      throw invalid(what, "1 byte", "the end");
    }
    return in.get() & 0xff;
  }

  private byte[] bytes(int length) {
    if (length > in.remaining()) {
      throw invalid("bytes", length, in.remaining());
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Reads a count of elements that take at least some bytes each. */
  private int count(String what, int bytesEach) {
    long count = varint();
    return limited(count, in.remaining() / bytesEach, what);
  }

  private int limited(long value, int limit, String what) {
    if (value < 0 || value > limit) {
      throw invalid(what, "at most " + limit, Long.toUnsignedString(value));
    }
    return (int) value;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = u8("varint");
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw invalid("varint", "at most 10 bytes", "more");
  }

  private InvalidArgumentException invalid(String what, Object expected, Object found) {
    return new InvalidArgumentException(
        "Invalid serialized predicate: %s at offset %d: expected %s, found %s"
            .formatted(what, in.position(), expected, found));
  }
}
