// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchColumn;
import java.util.List;
import org.apache.spark.unsafe.Platform;

/** Creates what collects the values of a column. */
final class ValueColumns {

  /** The greatest precision of decimals that Spark keeps in a slot. */
  private static final int MAX_LONG_DECIMAL = 18;

  private ValueColumns() {}

  /**
   * Returns what collects the values of a field.
   *
   * @param prefix of the path of the field, in messages
   * @param nanoseconds how Spark sees times and timestamps in nanoseconds
   * @return null if the value is stored as it is in a slot, from its first byte on
   */
  static ValueColumn of(
      String prefix, Field field, NanosecondMode nanoseconds, BufferAllocator allocator) {
    Type type = field.type();
    String path = prefix + Field.quote(field.name());
    List<Field> children = type.children();
    return switch (type.kind()) {
      case STRING, BINARY -> new BytesColumn();
      case FIXED_BINARY -> FixedBytesColumn.ofBinary(path, type.fixedWidth());
      case UUID -> FixedBytesColumn.ofUuid(path);
      case DECIMAL -> type.precision() > MAX_LONG_DECIMAL ? FixedBytesColumn.ofDecimal(path) : null;
      case TIME, TIMESTAMP -> {
        long factor = factor(type, nanoseconds);
        yield factor == 1 ? null : new TimeColumn(path, factor);
      }
      case STRUCT ->
          SparkTypes.isVariant(field)
              ? new VariantColumn(children.get(0).name().equals("metadata"))
              : new StructColumn(new StructRows(path + ".", children, nanoseconds, allocator));
      case LIST ->
          new ListColumn(new Elements(path + ".", children.get(0), nanoseconds, allocator));
      case MAP ->
          new MapColumn(
              new Elements(path + ".", children.get(0), nanoseconds, allocator),
              new Elements(path + ".", children.get(1), nanoseconds, allocator));
      case BOOLEAN,
          INT8,
          INT16,
          INT32,
          INT64,
          FLOAT,
          DOUBLE,
          DATE,
          YEAR_MONTH_INTERVAL,
          DAY_TIME_INTERVAL ->
          null;
    };
  }

  /**
   * By what Spark's number is multiplied; negative if it is divided. Spark's timestamps are in
   * microseconds, and its times in nanoseconds.
   */
  private static long factor(Type type, NanosecondMode nanoseconds) {
    boolean isTime = type.kind() == TypeKind.TIME;
    if (type.unit() == TimeUnit.NANOS) {
      return isTime || nanoseconds == NanosecondMode.AS_LONG ? 1 : 1_000;
    }
    long perUnit = type.unit() == TimeUnit.MILLIS ? 1_000 : 1;
    long divisor = isTime ? perUnit * 1_000 : perUnit;
    return divisor == 1 ? 1 : -divisor;
  }

  /** Structs. Their nulls are those of the row that they are in. */
  private record StructColumn(StructRows rows) implements ValueColumn {

    @Override
    public void add(Object base, long container, long slot) {
      rows.add(base, container + (Platform.getLong(base, slot) >>> 32));
    }

    @Override
    public void addEmpty() {
      rows.addEmpty();
    }

    @Override
    public void setTo(BatchColumn target) {
      rows.setTo(target::child);
    }

    @Override
    public long bytes() {
      return (long) rows.count() * rows.stride() + rows.variableBytes();
    }

    @Override
    public void clear() {
      rows.clear();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
