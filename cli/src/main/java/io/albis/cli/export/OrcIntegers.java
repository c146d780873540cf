// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.convert.SourceMetadata;
import io.albis.cli.convert.orc.OrcLogicalTypes;
import io.albis.format.schema.Field;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/** ORC types of columns whose values ORC holds as integers, with an attribute that names them. */
final class OrcIntegers {

  private OrcIntegers() {}

  /**
   * Returns the ORC type with the attributes of a field whose values ORC holds as integers: as the
   * file that the field comes from had it, otherwise as Spark writes it. Timestamps that were none
   * of Spark's have a type of their own.
   */
  static Optional<TypeDescription> of(Field field) {
    for (TypeDescription stored :
        List.of(TypeDescription.createInt(), TypeDescription.createLong())) {
      SourceMetadata.setOrcAttributes(field, stored);
      if (OrcLogicalTypes.of(stored).equals(Optional.of(field.type()))) {
        return Optional.of(stored);
      }
    }
    return switch (field.type().kind()) {
      case YEAR_MONTH_INTERVAL ->
          Optional.of(named(TypeDescription.createInt(), field, "interval year to month"));
      case DAY_TIME_INTERVAL ->
          Optional.of(named(TypeDescription.createLong(), field, "interval day to second"));
      case TIME -> time(field);
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP ->
          Optional.empty();
      case STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> Optional.empty();
    };
  }

  private static Optional<TypeDescription> time(Field field) {
    return switch (field.type().unit()) {
      case MILLIS ->
          Optional.of(
              named(TypeDescription.createLong(), field, "time(3)")
                  .setAttribute(OrcLogicalTypes.UNIT, "millis"));
      case MICROS -> Optional.of(named(TypeDescription.createLong(), field, "time(6)"));
      // Spark has no such type, and would read nothing of the file.
      case NANOS -> Optional.empty();
    };
  }

  private static TypeDescription named(TypeDescription type, Field field, String name) {
    SourceMetadata.setOrcAttributes(field, type);
    type.removeAttribute(OrcLogicalTypes.ICEBERG);
    return type.setAttribute(OrcLogicalTypes.SPARK, name);
  }
}
