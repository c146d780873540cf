// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.arrow;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    return of(schema, ArrowSchemas::decimal128);
  }

  /** Returns the Arrow schema, with another type for decimals. */
  public static org.apache.arrow.vector.types.pojo.Schema of(
      Schema schema, Function<Type, ArrowType> decimals) {
    return new org.apache.arrow.vector.types.pojo.Schema(
        schema.fields().stream().map(field -> of(field, field.name(), decimals)).toList());
  }

  private static ArrowType decimal128(Type type) {
    return new ArrowType.Decimal(type.precision(), type.scale(), 128);
  }

  /** Returns the type of decimals as wide as they are stored. */
  public static ArrowType storedDecimal(Type type) {
    return new ArrowType.Decimal(type.precision(), type.scale(), type.fixedWidth() * Byte.SIZE);
  }

  /**
   * Returns the type of the vectors for decimals as wide as they are stored: Arrow has none for
   * less than 16 bytes.
   */
  public static ArrowType unscaled(Type type) {
    return type.fixedWidth() == 16
        ? decimal128(type)
        : new ArrowType.Int(type.fixedWidth() * Byte.SIZE, true);
  }

  private static org.apache.arrow.vector.types.pojo.Field of(
      Field field, String name, Function<Type, ArrowType> decimals) {
    Type type = field.type();
    Map<String, String> metadata = type.kind() == TypeKind.UUID ? UUID_EXTENSION : Map.of();
    List<org.apache.arrow.vector.types.pojo.Field> children =
        switch (type.nesting()) {
          case STRUCT ->
              type.children().stream().map(child -> of(child, child.name(), decimals)).toList();
          case LIST -> List.of(of(type.children().get(0), "element", decimals));
          case MAP ->
              List.of(
                  new org.apache.arrow.vector.types.pojo.Field(
                      "entries",
                      FieldType.notNullable(ArrowType.Struct.INSTANCE),
                      List.of(
                          of(type.children().get(0), "key", decimals),
                          of(type.children().get(1), "value", decimals))));
          case NONE -> List.of();
        };
    return new org.apache.arrow.vector.types.pojo.Field(
        name, new FieldType(field.nullable(), of(type, decimals), null, metadata), children);
  }

  private static ArrowType of(Type type, Function<Type, ArrowType> decimals) {
    return switch (type.kind()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case INT8 -> new ArrowType.Int(8, true);
      case INT16 -> new ArrowType.Int(16, true);
      case INT32 -> new ArrowType.Int(32, true);
      case INT64 -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL -> decimals.apply(type);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME -> new ArrowType.Time(unit(type.unit()), ArrowBuffers.isNarrowTime(type) ? 32 : 64);
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
