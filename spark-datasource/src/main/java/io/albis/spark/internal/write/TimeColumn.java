// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/** Times or timestamps that a table stores in another unit than Spark. */
final class TimeColumn implements ValueColumn {

  private final String path;
  private final long factor;
  private long[] values = new long[1 << 8];
  private int count;

  /**
   * Creates a column.
   *
   * @param factor by which values are multiplied; negative if they are divided by its amount
   */
  TimeColumn(String path, long factor) {
    this.path = path;
    this.factor = factor;
  }

  @Override
  public void add(Object base, long container, long slot) {
    append(convert(Platform.getLong(base, slot)));
  }

  private long convert(long value) {
    if (factor < 0) {
      if (value % factor != 0) {
        throw cannotStore(value, "the column stores multiples of " + -factor);
      }
      return value / -factor;
    }
    long product = value * factor;
    if (Math.multiplyHigh(value, factor) != product >> 63) {
      throw cannotStore(value, "the column stores it times " + factor + ", which overflows");
    }
    return product;
  }

  private ArithmeticException cannotStore(long value, String reason) {
    return new ArithmeticException(
        "Cannot write the time or timestamp "
            + value
            + " to column "
            + path
            + " without loss: "
            + reason);
  }

  @Override
  public void addEmpty() {
    append(0);
  }

  private void append(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
  }

  @Override
  public void setTo(BatchColumn target) {
    target.setLongs(values);
  }

  @Override
  public long bytes() {
    return (long) count * Long.BYTES;
  }

  @Override
  public void clear() {
    count = 0;
  }
}
