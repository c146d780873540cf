// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.reader.internal.match.DoubleKeys;
import io.albis.reader.internal.match.OrderKeys;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An upper bound on the keys of the first rows of an order, tightened as rows are read. Keys are
 * integers in the order of the rows: a value ({@link OrderKeys} of one that is longer), or its
 * complement if greater values come first; the least or greatest integer for null. Different values
 * may have the same key: then none of them rules out the others. Thread-safe.
 */
public final class RunningBound {

  /** Nothing is ruled out. */
  static final long UNKNOWN = Long.MAX_VALUE;

  private final AtomicLong least = new AtomicLong(UNKNOWN);
  private final int rows;

  /** All bits are set if greater values come first, otherwise none. */
  private final long flip;

  private final long nullKey;

  /** Creates a bound that rules out nothing. */
  public RunningBound(SortColumn order, int rows) {
    this.rows = rows;
    this.flip = order.descending() ? -1 : 0;
    this.nullKey = order.nullsLast() ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  int rows() {
    return rows;
  }

  long flip() {
    return flip;
  }

  long nullKey() {
    return nullKey;
  }

  long get() {
    return least.get();
  }

  /** So many rows as are needed have at most this key. */
  void tighten(long key) {
    least.accumulateAndGet(key, Math::min);
  }

  /** Whether rows of which these are the statistics may be among the first. */
  boolean mayHave(Type type, ColumnStatistics statistics, long rowCount) {
    long bound = least.get();
    if (bound == UNKNOWN || (statistics.nullCount() > 0 && nullKey <= bound)) {
      return true;
    }
    if (rowCount <= statistics.nullCount()) {
      return false;
    }
    KnownRange range = KnownRange.of(type, statistics, rowCount);
    return range == null || key(flip == 0 ? range.min() : range.max()) <= bound;
  }

  private long key(Object value) {
    long key;
    if (value instanceof Double number) {
      key = DoubleKeys.of(number);
    } else if (value instanceof byte[] bytes) {
      key = OrderKeys.of(bytes);
    } else {
      key = value instanceof BigInteger number ? OrderKeys.of(number) : (Long) value;
    }
    return flip ^ key;
  }
}
