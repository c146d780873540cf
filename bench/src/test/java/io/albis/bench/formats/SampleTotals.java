// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;

/** Computes the expected totals of the sample from its rows. */
final class SampleTotals {

  private final Totals totals;
  private int leaf;

  private SampleTotals(Totals totals) {
    this.totals = totals;
  }

  /** Returns the totals of fields, for all rows or those with a key below the bound. */
  static Totals of(SampleRows sample, Schema schema, OptionalLong below) {
    Totals totals = new Totals(ScanRequest.leaves(schema).size());
    SampleTotals sums = new SampleTotals(totals);
    for (List<Object> row : sample.rows()) {
      if (below.isEmpty() || (Integer) row.get(0) < below.getAsLong()) {
        sums.leaf = 0;
        for (Field field : schema.fields()) {
          sums.add(field.type(), row.get(SampleRows.SCHEMA.ordinal(field.name())));
        }
      }
    }
    return totals;
  }

  private void add(Type type, Object value) {
    switch (type.nesting()) {
      case STRUCT -> {
        for (int i = 0; i < type.children().size(); i++) {
          add(type.children().get(i).type(), value == null ? null : ((List<?>) value).get(i));
        }
      }
      case LIST -> {
        if (value != null) {
          ((List<?>) value).forEach(this::addValue);
        }
        leaf++;
      }
      case NONE -> {
        addValue(value);
        leaf++;
      }
      case MAP -> throw new IllegalStateException("Not in the sample: " + type);
    }
  }

  private void addValue(Object value) {
    if (value instanceof Double) {
      totals.addReals(leaf, 1, ((Number) value).doubleValue());
    } else if (value != null) {
      totals.addIntegers(leaf, 1, number(value));
    }
  }

  private static long number(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    } else if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue().longValue();
    } else if (value instanceof String text) {
      return number(text.getBytes(UTF_8));
    }
    return ((Number) value).longValue();
  }

  private static long number(byte[] bytes) {
    return bytes.length == 0
        ? 0
        : bytes.length + (bytes[0] & 0xFF) + (bytes[bytes.length - 1] & 0xFF);
  }
}
