// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidSchemaException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A named column, or a named field of a nested one. */
public final class Field {

  private final int id;
  private final String name;
  private final Type type;
  private final boolean nullable;
  private final String doc;
  private final Map<String, String> metadata;
  private final byte[] defaultValue;

  private Field(
      int id,
      String name,
      Type type,
      boolean nullable,
      String doc,
      Map<String, String> metadata,
      byte[] defaultValue) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.nullable = nullable;
    this.doc = doc;
    this.metadata = metadata;
    this.defaultValue = defaultValue;
  }

  private static Field of(String name, Type type, boolean nullable) {
    Names.requireValid(name);
    return new Field(0, name, Objects.requireNonNull(type, "type"), nullable, "", Map.of(), null);
  }

  /**
   * Creates a field whose values may be null. It has no id yet.
   *
   * @throws InvalidSchemaException if the name is empty, longer than 512 bytes of UTF-8, or has
   *     control characters
   */
  public static Field nullable(String name, Type type) {
    return of(name, type, true);
  }

  /**
   * Creates a field whose values are never null; otherwise like {@link #nullable(String, Type)}.
   */
  public static Field required(String name, Type type) {
    return of(name, type, false);
  }

  /** The id, from 1 and unique in the table; 0 if none has been assigned yet. */
  public int id() {
    return id;
  }

  /** The name; case matters. */
  public String name() {
    return name;
  }

  /** The type. */
  public Type type() {
    return type;
  }

  /** Whether values may be null. */
  public boolean nullable() {
    return nullable;
  }

  /** A description for people; may be empty. */
  public String doc() {
    return doc;
  }

  /** Metadata of engines and tools; does not affect the meaning of values. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * The value of rows written before this field was added, in plain encoding (SPEC.md, section 13).
   * A copy.
   */
  public Optional<byte[]> defaultValue() {
    return Optional.ofNullable(defaultValue).map(byte[]::clone);
  }

  /** Returns this field with another id. */
  public Field withId(int newId) {
    if (newId < 1) {
      throw new InvalidSchemaException("Invalid field id: " + newId + " (expected at least 1)");
    }
    return new Field(newId, name, type, nullable, doc, metadata, defaultValue);
  }

  /** Returns this field without an id, and without ids of nested fields. */
  Field withoutIds() {
    Field fresh = new Field(0, name, type, nullable, doc, metadata, defaultValue);
    return Schema.withChildren(fresh, type.children().stream().map(Field::withoutIds).toList());
  }

  /** Returns this field with another name. */
  public Field withName(String newName) {
    Names.requireValid(newName);
    return new Field(id, newName, type, nullable, doc, metadata, defaultValue);
  }

  /** Returns this field with another type. The default is kept. */
  public Field withType(Type newType) {
    return new Field(
        id, name, Objects.requireNonNull(newType, "type"), nullable, doc, metadata, defaultValue);
  }

  /** Returns this field as nullable. */
  public Field asNullable() {
    return new Field(id, name, type, true, doc, metadata, defaultValue);
  }

  /** Returns this field with another description. */
  public Field withDoc(String newDoc) {
    return new Field(
        id, name, type, nullable, Objects.requireNonNull(newDoc, "doc"), metadata, defaultValue);
  }

  /** Returns this field with other metadata. */
  public Field withMetadata(Map<String, String> newMetadata) {
    return new Field(id, name, type, nullable, doc, Map.copyOf(newMetadata), defaultValue);
  }

  /**
   * Returns this field with a default.
   *
   * @param plainValue in plain encoding (SPEC.md, section 13)
   * @throws InvalidSchemaException if the type is struct, list or map, or the bytes do not have the
   *     length that the type requires
   */
  public Field withDefault(byte[] plainValue) {
    if (type.isNested()) {
      throw new InvalidSchemaException(
          "Invalid default of " + name + ": type " + type + " cannot have one");
    }
    if (!type.isVariableLength() && plainValue.length != type.fixedWidth()) {
      throw new InvalidSchemaException(
          "Invalid default of "
              + name
              + ": "
              + plainValue.length
              + " bytes (expected "
              + type.fixedWidth()
              + " for "
              + type
              + ")");
    }
    return new Field(id, name, type, nullable, doc, metadata, plainValue.clone());
  }

  /** Compares everything, including id and default. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Field other
        && id == other.id
        && name.equals(other.name)
        && type.equals(other.type)
        && nullable == other.nullable
        && doc.equals(other.doc)
        && metadata.equals(other.metadata)
        && Arrays.equals(defaultValue, other.defaultValue);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, type, nullable);
  }

  /** Name, type and nullability, such as {@code price: decimal(7,2) required}. */
  @Override
  public String toString() {
    return Names.quote(name) + ": " + type + (nullable ? "" : " required");
  }
}
