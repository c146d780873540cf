// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;

/** Sets the values of a column and its children in ORC vectors. */
final class OrcColumn {

  private final Field field;
  private final String path;
  private final List<OrcColumn> children = new ArrayList<>();

  /**
   * Creates a setter for a column or nested field.
   *
   * @param path the path of the field, for messages
   */
  OrcColumn(Field field, String path) {
    this.field = field;
    this.path = path;
    for (Field child : field.type().children()) {
      children.add(new OrcColumn(child, path + "." + child.name()));
    }
  }

  /** Sets a value or null. Element vectors grow as needed. */
  void set(ColumnVector vector, int row, Object value) {
    if (value == null) {
      vector.noNulls = false;
      vector.isNull[row] = true;
      return;
    }
    vector.isNull[row] = false;
    switch (field.type().kind()) {
      case BOOLEAN -> ((LongColumnVector) vector).vector[row] = (Boolean) value ? 1 : 0;
      case INT8, INT16, INT32, INT64, DATE ->
          ((LongColumnVector) vector).vector[row] = ((Number) value).longValue();
      case FLOAT, DOUBLE ->
          ((DoubleColumnVector) vector).vector[row] = ((Number) value).doubleValue();
      case DECIMAL -> ((DecimalColumnVector) vector).set(row, decimal((BigDecimal) value));
      case TIMESTAMP -> timestamp((TimestampColumnVector) vector, row, (Long) value);
      case STRING ->
          ((BytesColumnVector) vector)
              .setVal(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case BINARY -> ((BytesColumnVector) vector).setVal(row, (byte[]) value);
      case STRUCT -> struct((StructColumnVector) vector, row, (List<?>) value);
      case LIST -> list((ListColumnVector) vector, row, (List<?>) value);
      case MAP -> map((MapColumnVector) vector, row, (List<?>) value);
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          throw new IllegalStateException("Unsupported ORC type: " + field.type());
    }
  }

  private static HiveDecimal decimal(BigDecimal value) {
    return HiveDecimal.create(value);
  }

  private void timestamp(TimestampColumnVector vector, int row, long value) {
    long perSecond =
        field.type().unit() == TimeUnit.NANOS
            ? 1_000_000_000L
            : field.type().unit() == TimeUnit.MICROS ? 1_000_000L : 1_000L;
    long seconds = Math.floorDiv(value, perSecond);
    int nanos = (int) (Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
    if (seconds == -1 && nanos >= 1_000_000) {
      // ORC's Java library stores times in the last second before 1970 as times in the first second
      // after it.
      throw new InvalidValueException(
          "Cannot export column "
              + path
              + ": ORC cannot hold "
              + Instant.ofEpochSecond(seconds, nanos)
              + ", nor any other timestamp in the second before 1970");
    }
    // ORC requires the milliseconds in both.
    vector.time[row] = seconds * 1000L + nanos / 1_000_000;
    vector.nanos[row] = nanos;
  }

  private void struct(StructColumnVector vector, int row, List<?> values) {
    for (int i = 0; i < children.size(); i++) {
      children.get(i).set(vector.fields[i], row, values.get(i));
    }
  }

  private void list(ListColumnVector vector, int row, List<?> elements) {
    int start = vector.childCount;
    vector.offsets[row] = start;
    vector.lengths[row] = elements.size();
    vector.childCount += elements.size();
    vector.child.ensureSize(vector.childCount, true);
    for (int i = 0; i < elements.size(); i++) {
      children.get(0).set(vector.child, start + i, elements.get(i));
    }
  }

  private void map(MapColumnVector vector, int row, List<?> entries) {
    int start = vector.childCount;
    vector.offsets[row] = start;
    vector.lengths[row] = entries.size();
    vector.childCount += entries.size();
    vector.keys.ensureSize(vector.childCount, true);
    vector.values.ensureSize(vector.childCount, true);
    for (int i = 0; i < entries.size(); i++) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.get(i);
      children.get(0).set(vector.keys, start + i, entry.getKey());
      children.get(1).set(vector.values, start + i, entry.getValue());
    }
  }
}
