// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.arrow;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Converts Albis schemas to Arrow schemas. Arrow has all types of Albis. */
public final class ArrowSchemas {

  /** Arrow's extension name for a UUID in 16 bytes. */
  private static final Map<String, String> UUID_EXTENSION =
      Map.of("ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "");

  private ArrowSchemas() {}

  /**
   * Returns the Arrow schema. A UUID becomes 16 bytes with the extension {@code arrow.uuid}, a
   * day-time interval a duration.
   */
  public static org.apache.arrow.vector.types.pojo.Schema of(Schema schema) {
    return new org.apache.arrow.vector.types.pojo.Schema(
        schema.fields().stream().map(field -> of(field, field.name())).toList());
  }

  private static org.apache.arrow.vector.types.pojo.Field of(Field field, String name) {
    Type type = field.type();
    Map<String, String> metadata =
        type.kind() == io.albis.format.schema.TypeKind.UUID ? UUID_EXTENSION : Map.of();
    List<org.apache.arrow.vector.types.pojo.Field> children =
        switch (type.nesting()) {
          case STRUCT -> type.children().stream().map(child -> of(child, child.name())).toList();
          case LIST -> List.of(of(type.children().get(0), "element"));
          case MAP ->
              List.of(
                  new org.apache.arrow.vector.types.pojo.Field(
                      "entries",
                      FieldType.notNullable(ArrowType.Struct.INSTANCE),
                      List.of(
                          of(type.children().get(0), "key"), of(type.children().get(1), "value"))));
          case NONE -> List.of();
        };
    return new org.apache.arrow.vector.types.pojo.Field(
        name, new FieldType(field.nullable(), of(type), null, metadata), children);
  }

  private static ArrowType of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INT8 -> new ArrowType.Int(8, true);
      case INT16 -> new ArrowType.Int(16, true);
      case INT32 -> new ArrowType.Int(32, true);
      case INT64 -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL -> new ArrowType.Decimal(type.precision(), type.scale(), 128);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(unit(type.unit()), type.unit() == TimeUnit.MILLIS ? 32 : 64);
      case TIMESTAMP -> new ArrowType.Timestamp(unit(type.unit()), type.withZone() ? "UTC" : null);
      case STRING -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case FIXED_BINARY -> new ArrowType.FixedSizeBinary(type.length());
      case UUID -> new ArrowType.FixedSizeBinary(16);
      case YEAR_MONTH_INTERVAL -> new ArrowType.Interval(IntervalUnit.YEAR_MONTH);
      case DAY_TIME_INTERVAL ->
          new ArrowType.Duration(org.apache.arrow.vector.types.TimeUnit.MICROSECOND);
      case STRUCT -> ArrowType.Struct.INSTANCE;
      case LIST -> ArrowType.List.INSTANCE;
      case MAP -> new ArrowType.Map(false);
    };
  }

  private static org.apache.arrow.vector.types.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
      case MICROS -> org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
      case NANOS -> org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
    };
  }
}
