// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import java.util.Comparator;

/**
 * Merges statistics of a leaf over parts of its rows (SPEC.md, section 14). Bounds are widened to
 * the present type of the leaf. For one thread.
 */
public final class StatisticsMerger {

  private final Leaf leaf;
  private final Comparator<byte[]> order;
  private long nulls;
  private long nans;
  private long valueBytes;
  private byte[] min;
  private byte[] max;
  private boolean minIsExact;
  private boolean maxIsExact;
  private boolean isBounded;

  /** Merges statistics of a leaf of the present schema. */
  public StatisticsMerger(Leaf leaf) {
    this.leaf = leaf;
    this.isBounded = ValueOrder.of(leaf.type()) != ValueOrder.NONE;
    this.order = isBounded ? PlainEncoding.comparator(leaf.type()) : null;
  }

  /**
   * Adds the statistics of a part.
   *
   * @param rows number of rows of the part
   * @throws io.albis.format.error.InvalidArgumentException if a bound has an invalid length
   */
  public void add(ColumnStatistics part, long rows) {
    nulls += part.nullCount();
    nans += part.nanCount();
    valueBytes += part.valueBytes();
    if (part.hasMinMax()) {
      add(part.bounds());
    } else if (rows > part.nullCount() + part.nanCount()) {
      isBounded = false;
    }
  }

  private void add(Bounds bounds) {
    if (!isBounded) {
      return;
    }
    byte[] low = PlainEncoding.widen(leaf.type(), bounds.min());
    byte[] high = PlainEncoding.widen(leaf.type(), bounds.max());
    if (min == null || order.compare(low, min) < 0) {
      min = low;
      minIsExact = bounds.minIsExact();
    } else if (order.compare(low, min) == 0) {
      minIsExact |= bounds.minIsExact();
    }
    if (max == null || order.compare(high, max) > 0) {
      max = high;
      maxIsExact = bounds.maxIsExact();
    } else if (order.compare(high, max) == 0) {
      maxIsExact |= bounds.maxIsExact();
    }
  }

  /** Adds rows in which the leaf is null. */
  public void addNulls(long rows) {
    nulls += rows;
  }

  /**
   * Adds rows that all have one value.
   *
   * @param value in plain encoding
   */
  public void addValue(byte[] value, long rows) {
    if (rows == 0) {
      return;
    }
    Type type = leaf.type();
    valueBytes += rows * (type.isVariableLength() ? value.length : type.fixedWidth());
    if (ValueOrder.of(type) == ValueOrder.DOUBLE) {
      double number = PlainEncoding.toDouble(type, value);
      if (Double.isNaN(number)) {
        nans += rows;
        return;
      }
      if (number == 0) {
        byte[] positive = new byte[type.fixedWidth()];
        byte[] negative = new byte[type.fixedWidth()];
        negative[negative.length - 1] = (byte) 0x80;
        add(Bounds.exact(negative, positive));
        return;
      }
    }
    add(Bounds.exact(value, value));
  }

  /** The statistics of all parts. */
  public ColumnStatistics result() {
    Bounds bounds = isBounded && min != null ? new Bounds(min, max, minIsExact, maxIsExact) : null;
    return new ColumnStatistics(leaf.id(), nulls, nans, valueBytes, bounds);
  }
}
