// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A digest of rows that does not depend on their order: the sum of the SHA-256 of all rows. Floats
 * count by their bits.
 */
final class RowDigests {

  private final MessageDigest digest;
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
  private final long[] sum = new long[4];
  private long rows;

  RowDigests() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  long rows() {
    return rows;
  }

  /** Adds a row in the form of {@code RowView.materialize()}. */
  void add(List<Object> row) {
    value(row);
    ByteBuffer words = ByteBuffer.wrap(digest.digest());
    for (int i = 0; i < sum.length; i++) {
      sum[i] += words.getLong();
    }
    rows++;
  }

  boolean isSame(RowDigests other) {
    return rows == other.rows && java.util.Arrays.equals(sum, other.sum);
  }

  private void value(Object value) {
    if (value == null) {
      digest.update((byte) 'n');
    } else if (value instanceof Boolean flag) {
      number('z', flag ? 1 : 0);
    } else if (value instanceof Float single) {
      number('f', Float.floatToRawIntBits(single));
    } else if (value instanceof Double real) {
      number('d', Double.doubleToRawLongBits(real));
    } else if (value instanceof BigDecimal decimal) {
      number('s', decimal.scale());
      bytes('u', decimal.unscaledValue().toByteArray());
    } else if (value instanceof Number integer) {
      number('i', integer.longValue());
    } else if (value instanceof String text) {
      bytes('t', text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof byte[] binary) {
      bytes('b', binary);
    } else if (value instanceof UUID uuid) {
      number('h', uuid.getMostSignificantBits());
      number('l', uuid.getLeastSignificantBits());
    } else if (value instanceof Map.Entry<?, ?> entry) {
      value(entry.getKey());
      value(entry.getValue());
    } else if (value instanceof List<?> list) {
      number('[', list.size());
      list.forEach(this::value);
    } else {
      throw new IllegalStateException("Not a value: " + value.getClass());
    }
  }

  private void number(char kind, long value) {
    digest.update((byte) kind);
    digest.update(number.clear().putLong(value).array());
  }

  private void bytes(char kind, byte[] bytes) {
    number(kind, bytes.length);
    digest.update(bytes);
  }
}
