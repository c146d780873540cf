// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Maps primitive Albis types to Parquet types, and records the original Parquet type of a field.
 */
public final class ParquetPrimitives {

  /**
   * Metadata key of the original Parquet type, for fields whose type differs from {@link #of(Type,
   * String, Repetition)}. The value uses Parquet's schema syntax, such as {@code int32
   * (INTEGER(8,false))}.
   */
  public static final String METADATA_KEY = "parquet.type";

  private static final String NAME = "v";

  private ParquetPrimitives() {}

  /** Returns metadata that records a type; empty if it is Albis's default mapping. */
  static Map<String, String> metadata(PrimitiveType type, Type converted) {
    String text = text(type);
    Optional<PrimitiveType> usual = of(converted, NAME, Repetition.REQUIRED);
    return usual.isPresent() && text.equals(text(usual.get()))
        ? Map.of()
        : Map.of(METADATA_KEY, text);
  }

  private static String text(PrimitiveType type) {
    Types.PrimitiveBuilder<PrimitiveType> copy =
        Types.primitive(type.getPrimitiveTypeName(), Repetition.REQUIRED);
    if (type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      copy = copy.length(type.getTypeLength());
    }
    String text = copy.as(type.getLogicalTypeAnnotation()).named(NAME).toString();
    return text.replaceFirst("^required ", "").replaceFirst(" " + NAME + "( |$)", "$1").strip();
  }

  /**
   * Returns the Parquet type of a field: the recorded type, or the default mapping.
   *
   * @return empty if Parquet has no such type
   */
  public static Optional<PrimitiveType> of(Field field, String name) {
    Repetition repetition = field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    String remembered = field.metadata().get(METADATA_KEY);
    if (remembered != null) {
      PrimitiveType type = parse(remembered);
      // The field was widened since, or its metadata is of another origin.
      TimeUnit unit =
          field.type().kind() == io.albis.format.schema.TypeKind.TIMESTAMP
              ? field.type().unit()
              : TimeUnit.NANOS;
      if (type != null && new ParquetTypes(unit).typeOf(type).equals(Optional.of(field.type()))) {
        Types.PrimitiveBuilder<PrimitiveType> copy =
            Types.primitive(type.getPrimitiveTypeName(), repetition);
        if (type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
          copy = copy.length(type.getTypeLength());
        }
        return Optional.of(copy.as(type.getLogicalTypeAnnotation()).named(name));
      }
    }
    return of(field.type(), name, repetition);
  }

  /** Parses the text form; returns null if it is invalid. */
  private static PrimitiveType parse(String text) {
    int annotation = text.indexOf(" (");
    String type =
        annotation < 0
            ? text + " " + NAME
            : text.substring(0, annotation) + " " + NAME + text.substring(annotation);
    try {
      return MessageTypeParser.parseMessageType("message m { required " + type + "; }")
          .getType(0)
          .asPrimitiveType();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static Optional<PrimitiveType> of(Type type, String name, Repetition repetition) {
    Types.PrimitiveBuilder<PrimitiveType> builder =
        switch (type.kind()) {
          case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition);
          case INT8 -> int32(repetition, LogicalTypeAnnotation.intType(8, true));
          case INT16 -> int32(repetition, LogicalTypeAnnotation.intType(16, true));
          case INT32 -> int32(repetition, null);
          case INT64 -> Types.primitive(PrimitiveTypeName.INT64, repetition);
          case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition);
          case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition);
          case DECIMAL -> decimal(type, repetition);
          case DATE -> int32(repetition, LogicalTypeAnnotation.dateType());
          case TIME -> time(type, repetition);
          case TIMESTAMP ->
              Types.primitive(PrimitiveTypeName.INT64, repetition)
                  .as(LogicalTypeAnnotation.timestampType(type.withZone(), unit(type.unit())));
          case STRING ->
              Types.primitive(PrimitiveTypeName.BINARY, repetition)
                  .as(LogicalTypeAnnotation.stringType());
          case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition);
          case FIXED_BINARY ->
              Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                  .length(type.length());
          case UUID ->
              Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                  .length(16)
                  .as(LogicalTypeAnnotation.uuidType());
          case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP -> null;
        };
    return builder == null ? Optional.empty() : Optional.of(builder.named(name));
  }

  private static Types.PrimitiveBuilder<PrimitiveType> int32(
      Repetition repetition, LogicalTypeAnnotation logical) {
    return Types.primitive(PrimitiveTypeName.INT32, repetition).as(logical);
  }

  private static Types.PrimitiveBuilder<PrimitiveType> time(Type type, Repetition repetition) {
    PrimitiveTypeName stored =
        type.unit() == TimeUnit.MILLIS ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64;
    return Types.primitive(stored, repetition)
        .as(LogicalTypeAnnotation.timeType(true, unit(type.unit())));
  }

  private static Types.PrimitiveBuilder<PrimitiveType> decimal(Type type, Repetition repetition) {
    Types.PrimitiveBuilder<PrimitiveType> builder =
        type.precision() <= 9
            ? Types.primitive(PrimitiveTypeName.INT32, repetition)
            : type.precision() <= 18
                ? Types.primitive(PrimitiveTypeName.INT64, repetition)
                : Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                    .length(bytes(type.precision()));
    return builder.as(LogicalTypeAnnotation.decimalType(type.scale(), type.precision()));
  }

  /** Returns the number of bytes that holds any signed number of this many digits. */
  private static int bytes(int digits) {
    return BigInteger.TEN.pow(digits).subtract(BigInteger.ONE).bitLength() / 8 + 1;
  }

  private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> LogicalTypeAnnotation.TimeUnit.MILLIS;
      case MICROS -> LogicalTypeAnnotation.TimeUnit.MICROS;
      case NANOS -> LogicalTypeAnnotation.TimeUnit.NANOS;
    };
  }
}
