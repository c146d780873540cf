// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.apache.orc.TypeDescription;

/**
 * What Parquet and ORC files say beyond columns and values, and how a table keeps it: key-value
 * metadata as properties, field ids of Parquet and type attributes of ORC as metadata of fields.
 */
public final class SourceMetadata {

  /** Metadata key of the field id in Parquet. */
  private static final String PARQUET_ID = "parquet.field-id";

  /** Start of the metadata keys of ORC's type attributes. */
  private static final String ORC_ATTRIBUTE = "orc.attribute.";

  /** Start of the property keys of ORC metadata that is not text; values are in Base64. */
  private static final String ORC_BYTES = "orc.base64.";

  /** Property: a checksum of the columns that the other properties may describe. */
  private static final String COLUMNS = "convert.columns";

  private static final String RESERVED = "albis.";

  /** Keys whose values describe the columns of the file. */
  private static final Set<String> DESCRIBES_COLUMNS =
      Set.of(
          "ARROW:schema",
          "avro.schema",
          "geo",
          "iceberg.schema",
          "org.apache.spark.sql.parquet.row.attributes",
          SparkSchema.KEY,
          "pandas",
          "parquet.avro.schema");

  private SourceMetadata() {}

  /**
   * The properties that several files have in common.
   *
   * @param values those with the same value in all files
   * @param leftOut keys of the others, and of those that are reserved
   */
  record Properties(Map<String, String> values, Set<String> leftOut) {}

  /** Returns the common properties of files with the same columns. */
  static Properties common(List<InputSource> sources, Schema schema) {
    Map<String, String> values = new TreeMap<>();
    Set<String> leftOut = new TreeSet<>();
    for (InputSource source : sources) {
      for (Map.Entry<String, String> property : source.description().properties().entrySet()) {
        String key = property.getKey();
        boolean isCommon =
            sources.stream()
                .allMatch(
                    other ->
                        Objects.equals(
                            property.getValue(), other.description().properties().get(key)));
        if (isCommon && !key.isEmpty() && !key.startsWith(RESERVED) && !key.equals(COLUMNS)) {
          values.put(key, property.getValue());
        } else {
          leftOut.add(key);
        }
      }
    }
    if (values.keySet().stream().anyMatch(DESCRIBES_COLUMNS::contains)) {
      values.put(COLUMNS, fingerprint(schema));
    }
    return new Properties(values, leftOut);
  }

  /**
   * Returns the key-value metadata for a Parquet file. What describes the columns is left out if
   * they are not those of the file that it comes from.
   *
   * @param schema the columns of the file
   */
  public static Map<String, String> forParquet(Map<String, String> properties, Schema schema) {
    boolean isSame = fingerprint(schema).equals(properties.get(COLUMNS));
    Map<String, String> metadata = new TreeMap<>(properties);
    metadata.remove(COLUMNS);
    metadata
        .keySet()
        .removeIf(
            key ->
                key.startsWith(RESERVED)
                    || key.startsWith(ORC_BYTES)
                    || (!isSame && DESCRIBES_COLUMNS.contains(key)));
    return metadata;
  }

  /**
   * Returns the user metadata for an ORC file, as {@link #forParquet}, but without what describes
   * the columns of a Parquet file.
   */
  public static Map<String, ByteBuffer> forOrc(Map<String, String> properties, Schema schema) {
    Map<String, ByteBuffer> metadata = new TreeMap<>();
    forParquet(properties, schema)
        .forEach(
            (key, value) -> {
              if (!DESCRIBES_COLUMNS.contains(key)) {
                metadata.put(key, ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
              }
            });
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(ORC_BYTES)) {
            byte[] bytes = Base64.getDecoder().decode(value);
            metadata.put(key.substring(ORC_BYTES.length()), ByteBuffer.wrap(bytes));
          }
        });
    return metadata;
  }

  private static String fingerprint(Schema schema) {
    CRC32C crc = new CRC32C();
    crc.update(schema.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** Adds metadata of an ORC file to properties: as text, or in Base64 if it is not UTF-8. */
  static void putBytes(Map<String, String> properties, String key, ByteBuffer value) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(value.duplicate()).toString();
      properties.put(key, text);
    } catch (CharacterCodingException e) {
      byte[] bytes = new byte[value.remaining()];
      value.duplicate().get(bytes);
      properties.put(ORC_BYTES + key, Base64.getEncoder().encodeToString(bytes));
    }
  }

  /** Returns a field with its id in Parquet; null if it has none. */
  static Field withParquetId(Field field, org.apache.parquet.schema.Type.ID id) {
    if (id == null) {
      return field;
    }
    Map<String, String> metadata = new TreeMap<>(field.metadata());
    metadata.put(PARQUET_ID, String.valueOf(id.intValue()));
    return field.withMetadata(metadata);
  }

  /** Returns the id of a field in Parquet. */
  public static OptionalInt parquetId(Field field) {
    try {
      return OptionalInt.of(Integer.parseInt(field.metadata().get(PARQUET_ID)));
    } catch (NumberFormatException e) {
      // There is none, or a writer of the table has set another value.
      return OptionalInt.empty();
    }
  }

  /** Returns the attributes of an ORC type, without those that Albis sets, as metadata. */
  static Map<String, String> ofOrcAttributes(TypeDescription type) {
    Map<String, String> metadata = new TreeMap<>();
    for (String name : type.getAttributeNames()) {
      if (!name.equals(OrcTypes.REQUIRED) && !name.equals(OrcLogicalTypes.UNIT)) {
        metadata.put(ORC_ATTRIBUTE + name, type.getAttributeValue(name));
      }
    }
    return metadata;
  }

  /** Sets the attributes of an ORC type that a field had. */
  public static void setOrcAttributes(Field field, TypeDescription type) {
    field
        .metadata()
        .forEach(
            (key, value) -> {
              if (key.startsWith(ORC_ATTRIBUTE)) {
                type.setAttribute(key.substring(ORC_ATTRIBUTE.length()), value);
              }
            });
  }

  /** Whether metadata is the id of a field in Parquet, or an attribute of ORC. */
  static boolean isId(String key) {
    return key.equals(PARQUET_ID) || key.startsWith(ORC_ATTRIBUTE);
  }

  /** Returns a field without field ids and attributes, at every depth. */
  static Field withoutIds(Field field) {
    Map<String, String> metadata = new TreeMap<>(field.metadata());
    metadata.keySet().removeIf(SourceMetadata::isId);
    List<Field> children =
        field.type().children().stream().map(SourceMetadata::withoutIds).toList();
    return field.withType(withChildren(field.type(), children)).withMetadata(metadata);
  }

  /** Returns a schema without field ids and attributes, so that others can be compared with it. */
  public static Schema withoutIds(Schema schema) {
    return Schema.of(schema.fields().stream().map(SourceMetadata::withoutIds).toList());
  }

  /** Returns a type of the same kind with other children. */
  static Type withChildren(Type type, List<Field> children) {
    return switch (type.nesting()) {
      case NONE -> type;
      case STRUCT -> Type.struct(children);
      case LIST -> Type.list(children.get(0));
      case MAP -> Type.map(children.get(0), children.get(1));
    };
  }
}
