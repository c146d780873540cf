// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcProto;
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

  /** The types as they are stored, of which ORC's reader changes names with backquotes. */
  private final List<OrcProto.Type> stored;

  private final TimeUnit unit;

  private OrcTypes(List<OrcProto.Type> stored, TimeUnit unit) {
    this.stored = stored;
    this.unit = unit;
  }

  /** Returns a configuration for local files that ignores Hadoop's checksum files. */
  public static Configuration configuration() {
    Configuration configuration = new Configuration(false);
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    // Otherwise another part of the process may have kept one that uses them.
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }

  /**
   * Returns the Albis schema of a file.
   *
   * @param columns positions of the columns
   * @param stored all types of the file
   * @param unit the unit of timestamps that have no recorded unit
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  static Schema schema(
      TypeDescription struct, List<Integer> columns, List<OrcProto.Type> stored, TimeUnit unit) {
    OrcTypes types = new OrcTypes(stored, unit);
    List<String> names = names(struct, stored);
    List<Field> fields = new ArrayList<>();
    for (int column : columns) {
      String name = names.get(column);
      fields.add(types.field(name, struct.getChildren().get(column), name));
    }
    return Schema.of(fields);
  }

  /** Returns the names of the fields of a struct. */
  static List<String> names(TypeDescription struct, List<OrcProto.Type> stored) {
    return List.copyOf(stored.get(struct.getId()).getFieldNamesList());
  }

  private Field field(String name, TypeDescription type, String path) {
    Type converted = type(type, path);
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

  private Type type(TypeDescription type, String path) {
    return OrcLogicalTypes.of(type).orElseGet(() -> storedType(type, path));
  }

  private Type storedType(TypeDescription type, String path) {
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
      case TIMESTAMP -> Type.timestamp(unit(type, path));
      case TIMESTAMP_INSTANT -> Type.timestampWithZone(unit(type, path));
      case STRUCT -> struct(type, path);
      case LIST -> Type.list(field("element", type.getChildren().get(0), path + ".element"));
      case MAP -> map(type, path);
      default ->
          throw new UnsupportedTypeException(
              "convert",
              path,
              "Albis has no type for "
                  + type.getCategory().getName()
                  + "; exclude the column with --columns");
    };
  }

  private TimeUnit unit(TypeDescription type, String path) {
    String stated = type.getAttributeValue(OrcLogicalTypes.UNIT);
    if (stated == null) {
      return unit;
    }
    return Stream.of(TimeUnit.values())
        .filter(known -> known.name().equals(stated.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedTypeException(
                    "convert",
                    path,
                    "its attribute "
                        + OrcLogicalTypes.UNIT
                        + " is "
                        + stated
                        + " (expected millis, micros or nanos); exclude the column with"
                        + " --columns"));
  }

  private Type struct(TypeDescription type, String path) {
    List<Field> fields = new ArrayList<>();
    List<String> names = names(type, stored);
    for (int i = 0; i < type.getChildren().size(); i++) {
      String name = names.get(i);
      fields.add(field(name, type.getChildren().get(i), path + "." + name));
    }
    if (fields.isEmpty()) {
      throw new UnsupportedTypeException(
          "convert",
          path,
          "Albis has no type for a struct without fields; exclude the column with --columns");
    }
    return Type.struct(fields);
  }

  private Type map(TypeDescription type, String path) {
    Field key = field("key", type.getChildren().get(0), path + ".key");
    Field value = field("value", type.getChildren().get(1), path + ".value");
    // Albis keys are never null; reading a null key fails.
    Field required = Field.required("key", key.type()).withMetadata(key.metadata());
    return Type.map(required, value);
  }
}
