// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.TypeDescription;

/**
 * Maps ORC types to Albis types. Properties that Albis types do not have are kept in field
 * metadata; properties that {@code albis export} stored in type attributes are restored.
 */
public final class OrcTypes {

  /** Metadata key of the original ORC type, where the Albis type does not determine it. */
  public static final String METADATA_KEY = "orc.type";

  /** Type attribute: {@code true} if the column has no nulls, which ORC types do not record. */
  public static final String REQUIRED = "albis.required";

  /** Type attribute of timestamps: the unit, if it is not nanoseconds. */
  public static final String UNIT = "albis.unit";

  private OrcTypes() {}

  /** Returns a configuration for local files that ignores Hadoop's checksum files. */
  public static Configuration configuration() {
    Configuration configuration = new Configuration(false);
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    return configuration;
  }

  /**
   * Returns the Albis schema of a file.
   *
   * @param unit the unit of timestamps that have no recorded unit
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  public static Schema schema(TypeDescription struct, TimeUnit unit) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < struct.getChildren().size(); i++) {
      String name = struct.getFieldNames().get(i);
      fields.add(field(name, struct.getChildren().get(i), name, unit));
    }
    return Schema.of(fields);
  }

  private static Field field(String name, TypeDescription type, String path, TimeUnit unit) {
    Type converted = type(type, path, unit);
    boolean required = "true".equals(type.getAttributeValue(REQUIRED));
    Field field = required ? Field.required(name, converted) : Field.nullable(name, converted);
    Map<String, String> metadata = SourceMetadata.ofOrcAttributes(type);
    switch (type.getCategory()) {
      case CHAR, VARCHAR ->
          metadata.put(
              METADATA_KEY, type.getCategory().getName() + "(" + type.getMaxLength() + ")");
      default -> {}
    }
    return field.withMetadata(metadata);
  }

  private static Type type(TypeDescription type, String path, TimeUnit unit) {
    return switch (type.getCategory()) {
      case BOOLEAN -> Type.bool();
      case BYTE -> Type.int8();
      case SHORT -> Type.int16();
      case INT -> Type.int32();
      case LONG -> Type.int64();
      case FLOAT -> Type.float32();
      case DOUBLE -> Type.float64();
      case STRING, CHAR, VARCHAR -> Type.string();
      case BINARY -> Type.binary();
      case DATE -> Type.date();
      case DECIMAL -> Type.decimal(type.getPrecision(), type.getScale());
      case TIMESTAMP -> Type.timestamp(unit(type, unit));
      case TIMESTAMP_INSTANT -> Type.timestampWithZone(unit(type, unit));
      case STRUCT -> struct(type, path, unit);
      case LIST -> Type.list(field("element", type.getChildren().get(0), path + ".element", unit));
      case MAP -> map(type, path, unit);
      default ->
          throw new UnsupportedTypeException(
              "convert",
              path,
              "Albis has no type for "
                  + type.getCategory().getName()
                  + "; exclude the column with --columns");
    };
  }

  private static TimeUnit unit(TypeDescription type, TimeUnit otherwise) {
    String unit = type.getAttributeValue(UNIT);
    return unit == null ? otherwise : TimeUnit.valueOf(unit.toUpperCase(Locale.ROOT));
  }

  private static Type struct(TypeDescription type, String path, TimeUnit unit) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < type.getChildren().size(); i++) {
      String name = type.getFieldNames().get(i);
      fields.add(field(name, type.getChildren().get(i), path + "." + name, unit));
    }
    if (fields.isEmpty()) {
      throw new UnsupportedTypeException(
          "convert",
          path,
          "Albis has no type for a struct without fields; exclude the column with --columns");
    }
    return Type.struct(fields);
  }

  private static Type map(TypeDescription type, String path, TimeUnit unit) {
    Field key = field("key", type.getChildren().get(0), path + ".key", unit);
    Field value = field("value", type.getChildren().get(1), path + ".value", unit);
    // Albis keys are never null; reading a null key fails.
    Field required = Field.required("key", key.type()).withMetadata(key.metadata());
    return Type.map(required, value);
  }
}
