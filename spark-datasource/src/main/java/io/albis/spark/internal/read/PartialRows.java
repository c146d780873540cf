// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Aggregator;
import io.albis.spark.internal.read.PartialAggregation.Buffer;
import io.albis.spark.internal.read.PartialAggregation.Kind;
import io.albis.spark.internal.read.PartialAggregation.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rows of aggregation buffers for Spark. The reader's sums are exact; one that does not fit
 * into Spark's buffer is divided into several rows of the same group, so that it is Spark which
 * adds them and does what its settings say about overflow. For one thread.
 */
final class PartialRows {

  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private final Aggregator aggregator;
  private final List<Buffer> buffers;

  /** By buffer, what is left of a sum of the current group; null if all is in the row before. */
  private final BigInteger[] rests;

  private boolean hasRest;

  /** The group of the last row; -1 before the first one. */
  private int group = -1;

  PartialRows(Aggregator aggregator, List<Buffer> buffers) {
    this.aggregator = aggregator;
    this.buffers = buffers;
    this.rests = new BigInteger[buffers.size()];
  }

  /** Starts again with the first group. */
  void reset() {
    group = -1;
  }

  /** Returns the next row; null after the last one. */
  InternalRow next() {
    boolean isFirst = !hasRest;
    if (isFirst && ++group >= aggregator.groupCount()) {
      group = aggregator.groupCount();
      return null;
    }
    hasRest = false;
    Object[] values = new Object[buffers.size()];
    for (int i = 0; i < values.length; i++) {
      Buffer buffer = buffers.get(i);
      values[i] = isFirst || buffer.kind() == Kind.KEY ? value(buffer, i) : rest(buffer, i, values);
    }
    return new GenericInternalRow(values);
  }

  private Object value(Buffer buffer, int ordinal) {
    boolean isNull = aggregator.isNull(group, buffer.column());
    return switch (buffer.kind()) {
      case KEY, EXTREME -> isNull ? null : plain(buffer);
      case COUNT -> aggregator.getLong(group, buffer.column());
      case SUM -> isNull ? null : sum(buffer, ordinal);
      case TOTAL -> isNull ? zero(buffer.type()) : sum(buffer, ordinal);
      case IS_EMPTY -> isNull;
    };
  }

  /** The value in a further row of a group, which changes nothing but the sum that is left. */
  private Object rest(Buffer buffer, int ordinal, Object[] before) {
    return switch (buffer.kind()) {
      case KEY -> throw new IllegalStateException("A key is in each row");
      case EXTREME -> null;
      case COUNT -> 0L;
      case SUM -> rests[ordinal] == null ? null : part(rests[ordinal], buffer, ordinal);
      case TOTAL ->
          rests[ordinal] == null ? zero(buffer.type()) : part(rests[ordinal], buffer, ordinal);
      // The column before it is its sum.
      case IS_EMPTY -> ((Decimal) before[ordinal - 1]).toJavaBigDecimal().signum() == 0;
    };
  }

  private Object sum(Buffer buffer, int ordinal) {
    if (buffer.numbers() == Numbers.FLOATING) {
      return aggregator.getDouble(group, buffer.column());
    }
    BigDecimal sum = aggregator.getDecimal(group, buffer.column());
    if (buffer.numbers() == Numbers.UNSCALED) {
      sum = new BigDecimal(sum.setScale(buffer.scale()).unscaledValue());
    }
    if (buffer.type() instanceof DoubleType) {
      return sum.doubleValue();
    }
    int scale = buffer.type() instanceof DecimalType decimal ? decimal.scale() : 0;
    return part(sum.setScale(scale).unscaledValue(), buffer, ordinal);
  }

  /** The part of a sum that fits; the rest is for the next row. */
  private Object part(BigInteger sum, Buffer buffer, int ordinal) {
    BigInteger max = MAX_LONG;
    BigInteger min = MIN_LONG;
    if (buffer.type() instanceof DecimalType decimal) {
      max = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
      min = max.negate();
    }
    BigInteger part = sum.min(max).max(min);
    BigInteger rest = sum.subtract(part);
    rests[ordinal] = rest.signum() == 0 ? null : rest;
    hasRest |= rest.signum() != 0;
    return buffer.type() instanceof DecimalType decimal
        ? Decimal.apply(new BigDecimal(part, decimal.scale()), decimal.precision(), decimal.scale())
        : (Object) part.longValueExact();
  }

  private static Object zero(DataType type) {
    return type instanceof DecimalType decimal
        ? Decimal.createUnsafe(0, decimal.precision(), decimal.scale())
        : (Object) 0.0;
  }

  private Object plain(Buffer buffer) {
    int column = buffer.column();
    DataType type = buffer.type();
    if (type instanceof StringType) {
      return UTF8String.fromBytes(aggregator.getBytes(group, column));
    }
    if (type instanceof DoubleType) {
      return aggregator.getDouble(group, column);
    }
    if (type instanceof FloatType) {
      return (float) aggregator.getDouble(group, column);
    }
    if (type instanceof DecimalType decimal) {
      return Decimal.apply(
          aggregator.getDecimal(group, column).setScale(decimal.scale()),
          decimal.precision(),
          decimal.scale());
    }
    if (type instanceof BinaryType) {
      return aggregator.getBytes(group, column);
    }
    return integer(type, aggregator.getLong(group, column));
  }

  private static Object integer(DataType type, long value) {
    if (type instanceof IntegerType || type instanceof DateType) {
      return (int) value;
    }
    if (type instanceof ShortType) {
      return (short) value;
    }
    if (type instanceof ByteType) {
      return (byte) value;
    }
    return type instanceof BooleanType ? (Object) (value != 0) : (Object) value;
  }
}
