// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
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

  /** Metadata key of the coordinate reference system of geometries and geographies. */
  private static final String CRS_KEY = "parquet.crs";

  /** Metadata key of how edges of geographies are interpolated. */
  private static final String EDGES_KEY = "parquet.edges";

  private static final String GEOMETRY = "geometry";
  private static final String GEOGRAPHY = "geography";
  private static final String NAME = "v";

  private ParquetPrimitives() {}

  /** Returns metadata that records a type; empty if it is Albis's default mapping. */
  static Map<String, String> metadata(PrimitiveType type, Type converted) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    // The schema syntax has no quotes, which the name of a reference system may need.
    if (logical instanceof LogicalTypeAnnotation.GeometryLogicalTypeAnnotation geometry) {
      return spatial(GEOMETRY, geometry.getCrs(), null);
    }
    if (logical instanceof LogicalTypeAnnotation.GeographyLogicalTypeAnnotation geography) {
      return spatial(GEOGRAPHY, geography.getCrs(), geography.getAlgorithm());
    }
    if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT96 && !converted.withZone()) {
      // Others would read instants from INT96.
      return Map.of();
    }
    String text = text(type);
    Optional<PrimitiveType> usual = of(converted, NAME, Repetition.REQUIRED);
    return usual.isPresent() && text.equals(text(usual.get()))
        ? Map.of()
        : Map.of(METADATA_KEY, text);
  }

  private static Map<String, String> spatial(
      String type, String crs, EdgeInterpolationAlgorithm edges) {
    Map<String, String> metadata = new TreeMap<>(Map.of(METADATA_KEY, type));
    if (crs != null) {
      metadata.put(CRS_KEY, crs);
    }
    if (edges != null) {
      metadata.put(EDGES_KEY, edges.name());
    }
    return metadata;
  }

  /** Returns whether a type in the metadata of a field is that of shapes. */
  static boolean isSpatial(String type) {
    return type.equals(GEOMETRY) || type.equals(GEOGRAPHY);
  }

  /** Returns the logical type of geometries and geographies; empty for others. */
  private static Optional<LogicalTypeAnnotation> spatial(Field field) {
    Map<String, String> metadata = field.metadata();
    if (field.type().kind() != TypeKind.BINARY || !metadata.containsKey(METADATA_KEY)) {
      return Optional.empty();
    }
    String crs = metadata.get(CRS_KEY);
    String edges = metadata.get(EDGES_KEY);
    return switch (metadata.get(METADATA_KEY)) {
      case GEOMETRY -> Optional.of(LogicalTypeAnnotation.geometryType(crs));
      case GEOGRAPHY ->
          Optional.of(
              LogicalTypeAnnotation.geographyType(
                  crs,
                  Stream.of(EdgeInterpolationAlgorithm.values())
                      .filter(known -> known.name().equals(edges))
                      .findFirst()
                      .orElse(null)));
      default -> Optional.empty();
    };
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
    Optional<LogicalTypeAnnotation> spatial = spatial(field);
    if (spatial.isPresent()) {
      return Optional.of(
          Types.primitive(PrimitiveTypeName.BINARY, repetition).as(spatial.get()).named(name));
    }
    String remembered = field.metadata().get(METADATA_KEY);
    if (remembered != null) {
      PrimitiveType type = parse(remembered);
      // The field was widened since, or its metadata is of another origin.
      TimeUnit unit =
          field.type().kind() == TypeKind.TIMESTAMP ? field.type().unit() : TimeUnit.NANOS;
      if (type != null && ParquetTypes.typeOf(type, unit).equals(Optional.of(field.type()))) {
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
          case INT32, YEAR_MONTH_INTERVAL -> int32(repetition, null);
          case INT64, DAY_TIME_INTERVAL -> Types.primitive(PrimitiveTypeName.INT64, repetition);
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
          case STRUCT, LIST, MAP -> null;
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
