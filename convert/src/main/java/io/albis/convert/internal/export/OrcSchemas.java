// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.input.OrcTypes;
import io.albis.convert.internal.input.SourceMetadata;
import io.albis.convert.internal.input.UnsupportedTypeException;
import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * Maps Albis schemas to ORC schemas. Properties that ORC types do not have (required columns,
 * timestamp units) are stored in type attributes, from which {@code albis convert} restores them.
 */
final class OrcSchemas {

  private OrcSchemas() {}

  /**
   * Returns the ORC schema of a file.
   *
   * @throws UnsupportedTypeException if ORC has no type for a column
   */
  static TypeDescription of(Schema schema) {
    return struct(schema.fields(), "");
  }

  private static TypeDescription struct(List<Field> fields, String prefix) {
    TypeDescription struct = TypeDescription.createStruct();
    for (Field field : fields) {
      struct.addField(field.name(), of(field, prefix + field.name()));
    }
    return struct;
  }

  private static TypeDescription of(Field field, String path) {
    Optional<TypeDescription> integers = integers(field);
    TypeDescription type = integers.orElseGet(() -> ordinary(field, path));
    if (!field.nullable()) {
      type.setAttribute(OrcTypes.REQUIRED, "true");
    }
    if (integers.isEmpty() && field.type().kind() == TypeKind.TIMESTAMP) {
      type.setAttribute(
          OrcLogicalTypes.UNIT, field.type().unit().toString().toLowerCase(Locale.ROOT));
    }
    return type;
  }

  /**
   * Returns the ORC type with the attributes of a field whose values ORC holds as integers: as the
   * file that the field comes from had it, otherwise as Spark writes it. Timestamps that were none
   * of Spark's have a type of their own.
   */
  private static Optional<TypeDescription> integers(Field field) {
    for (TypeDescription stored :
        List.of(TypeDescription.createInt(), TypeDescription.createLong())) {
      SourceMetadata.setOrcAttributes(field, stored);
      if (OrcLogicalTypes.of(stored).equals(Optional.of(field.type()))) {
        return Optional.of(stored);
      }
    }
    Type type = field.type();
    // Spark has no times in nanoseconds, and would read nothing of the file.
    boolean isTime = type.kind() == TypeKind.TIME && type.unit() != TimeUnit.NANOS;
    if (!isTime
        && type.kind() != TypeKind.YEAR_MONTH_INTERVAL
        && type.kind() != TypeKind.DAY_TIME_INTERVAL) {
      return Optional.empty();
    }
    TypeDescription integer =
        type.physicalType() == PhysicalType.INT32
            ? TypeDescription.createInt()
            : TypeDescription.createLong();
    SourceMetadata.setOrcAttributes(field, integer);
    integer.removeAttribute(OrcLogicalTypes.ICEBERG);
    integer.setAttribute(OrcLogicalTypes.SPARK, SparkSchemas.name(type));
    if (type.unit() == TimeUnit.MILLIS) {
      integer.setAttribute(OrcLogicalTypes.UNIT, "millis");
    }
    return Optional.of(integer);
  }

  private static TypeDescription ordinary(Field field, String path) {
    TypeDescription type = type(field, path);
    SourceMetadata.setOrcAttributes(field, type);
    OrcLogicalTypes.removeStale(type);
    return type;
  }

  private static TypeDescription type(Field field, String path) {
    Type type = field.type();
    return switch (type.kind()) {
      case BOOLEAN -> TypeDescription.createBoolean();
      case INT8 -> TypeDescription.createByte();
      case INT16 -> TypeDescription.createShort();
      case INT32 -> TypeDescription.createInt();
      case INT64 -> TypeDescription.createLong();
      case FLOAT -> TypeDescription.createFloat();
      case DOUBLE -> TypeDescription.createDouble();
      case DECIMAL ->
          // Set the precision first: the scale must not exceed the current precision.
          TypeDescription.createDecimal()
              .withScale(0)
              .withPrecision(type.precision())
              .withScale(type.scale());
      case DATE -> TypeDescription.createDate();
      case TIMESTAMP ->
          type.withZone()
              ? TypeDescription.createTimestampInstant()
              : TypeDescription.createTimestamp();
      case STRING -> string(field.metadata().get(OrcTypes.METADATA_KEY));
      case BINARY -> TypeDescription.createBinary();
      case STRUCT -> struct(type.children(), path + ".");
      case LIST -> TypeDescription.createList(of(type.children().get(0), path + ".element"));
      case MAP ->
          TypeDescription.createMap(
              of(type.children().get(0), path + ".key"),
              of(type.children().get(1), path + ".value"));
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          throw new UnsupportedTypeException(
              "export",
              path,
              "ORC has no type for " + type + "; exclude the column with --columns");
    };
  }

  private static TypeDescription string(String remembered) {
    return remembered != null && remembered.matches("(var)?char\\(\\d{1,9}\\)")
        ? TypeDescription.fromString(remembered)
        : TypeDescription.createString();
  }
}
