// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.input.SourceMetadata;
import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
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
}
