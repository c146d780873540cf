/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

/** What the totals of the sample must be, from its rows. */
final class SampleTotals {

  private final Totals totals;
  private int leaf;

  private SampleTotals(Totals totals) {
    this.totals = totals;
  }

  /** The totals of these fields of all rows, or of those whose key is less. */
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
    switch (type.kind()) {
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
      default -> {
        addValue(value);
        leaf++;
      }
    }
  }

  private void addValue(Object value) {
    if (value instanceof Float || value instanceof Double) {
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
    } else if (value instanceof byte[] bytes) {
      return bytes.length == 0
          ? 0
          : bytes.length + (bytes[0] & 0xFF) + (bytes[bytes.length - 1] & 0xFF);
    }
    return ((Number) value).longValue();
  }
}
