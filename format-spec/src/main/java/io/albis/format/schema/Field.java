// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import io.albis.format.internal.schema.Fields;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.PlainObjects;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A named column, or a named part of a nested one. Immutable and thread-safe. */
public final class Field {

  static {
    PlainDefaults.accessThrough(new PlainDefaultsOfFields());
  }

  private static final long SECONDS_PER_DAY = 86_400;

  private final int id;
  private final String name;
  private final Type type;
  private final boolean nullable;
  private final String doc;
  private final Map<String, String> metadata;
  private final byte[] initialDefault;
  private final byte[] writeDefault;
  private final Extension extension;

  private Field(Copy copy) {
    this.id = copy.id;
    this.name = copy.name;
    this.type = Objects.requireNonNull(copy.type, "type");
    this.nullable = copy.nullable;
    this.doc = Objects.requireNonNull(copy.doc, "doc");
    this.metadata = copy.metadata;
    this.initialDefault = copy.initialDefault;
    this.writeDefault = copy.writeDefault;
    this.extension = copy.extension;
  }

  /**
   * Creates a field whose values may be null. It has no id yet.
   *
   * @throws InvalidArgumentException if the name is empty, longer than 512 bytes of UTF-8, or has
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

  /**
   * Returns a name as it is written in a path: in backquotes if it contains a dot or backquotes.
   */
  public static String quote(String name) {
    return FieldNames.quote(name);
  }

  private static Field of(String name, Type type, boolean nullable) {
    FieldNames.requireValid(name);
    Copy copy = new Copy();
    copy.name = name;
    copy.type = type;
    copy.nullable = nullable;
    return new Field(copy);
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

  /** Key-value pairs of engines and tools; they do not change the meaning of values. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * The value in rows that were written before the field existed, as the object that a row view
   * returns for it.
   */
  public Optional<Object> initialDefault() {
    return value(initialDefault);
  }

  /**
   * The value that writers store where a row has none, as the object that a row view returns for
   * it. It never changes what has been stored.
   */
  public Optional<Object> writeDefault() {
    return value(writeDefault);
  }

  private Optional<Object> value(byte[] plain) {
    return plain == null ? Optional.empty() : Optional.of(PlainEncoding.toObject(type, plain));
  }

  /** The initial default as it is stored; null if there is none. Not a copy. */
  byte[] plainInitialDefault() {
    return initialDefault;
  }

  /** The write default as it is stored; null if there is none. Not a copy. */
  byte[] plainWriteDefault() {
    return writeDefault;
  }

  /** The logical type on top of {@link #type}, if there is one. */
  public Optional<Extension> extension() {
    return Optional.ofNullable(extension);
  }

  /**
   * Whether rows that do not store this field have a value: an initial default, null, or, for a
   * required struct, a value for each of its fields.
   */
  public boolean isReadableWhereMissing() {
    return Fields.firstUnreadable(this, "") == null;
  }

  /** Returns this field with another id. */
  public Field withId(int newId) {
    if (newId < 1) {
      throw new InvalidArgumentException("Invalid field id: " + newId + " (expected at least 1)");
    }
    Copy copy = new Copy(this);
    copy.id = newId;
    return new Field(copy);
  }

  /** Returns this field without an id, and without ids of nested fields. */
  Field withoutIds() {
    Copy copy = new Copy(this);
    copy.id = 0;
    Field fresh = new Field(copy);
    return Fields.withChildren(fresh, type.children().stream().map(Field::withoutIds).toList());
  }

  /** Returns this field with another name. */
  public Field withName(String newName) {
    FieldNames.requireValid(newName);
    Copy copy = new Copy(this);
    copy.name = newName;
    return new Field(copy);
  }

  /** The same with another type. Defaults and extension are kept. */
  public Field withType(Type newType) {
    Copy copy = new Copy(this);
    copy.type = newType;
    return new Field(copy);
  }

  /** Returns this field as nullable. */
  public Field asNullable() {
    Copy copy = new Copy(this);
    copy.nullable = true;
    return new Field(copy);
  }

  /** The same, with values that are never null. */
  Field asRequired() {
    Copy copy = new Copy(this);
    copy.nullable = false;
    return new Field(copy);
  }

  /** Returns this field with another description. */
  public Field withDoc(String newDoc) {
    Copy copy = new Copy(this);
    copy.doc = newDoc;
    return new Field(copy);
  }

  /** Returns this field with other metadata. */
  public Field withMetadata(Map<String, String> newMetadata) {
    Copy copy = new Copy(this);
    copy.metadata = Map.copyOf(newMetadata);
    return new Field(copy);
  }

  /**
   * The same with an initial default.
   *
   * @param value as for a literal of a predicate: {@code Boolean}; {@code Byte}, {@code Short},
   *     {@code Integer} or {@code Long} for integers, and for dates, times and intervals in the
   *     unit of the type; {@code Float} or {@code Double}; {@code BigDecimal} or {@code
   *     BigInteger}; {@code CharSequence}; {@code byte[]}; {@code UUID}. Numbers of other classes
   *     are accepted if nothing is lost
   * @throws InvalidArgumentException if the type is struct, list or map, the object is not exactly
   *     a value of the type, or a time is not within a day
   */
  public Field withInitialDefault(Object value) {
    return withPlainInitialDefault(plain(value));
  }

  /** The same with a write default; otherwise as {@link #withInitialDefault}. */
  public Field withWriteDefault(Object value) {
    return withPlainWriteDefault(plain(value));
  }

  /** The same with an initial default in plain encoding, which this takes over. */
  Field withPlainInitialDefault(byte[] plain) {
    requireDefault(plain);
    Copy copy = new Copy(this);
    copy.initialDefault = plain;
    return new Field(copy);
  }

  /** The same with a write default in plain encoding, which this takes over. */
  Field withPlainWriteDefault(byte[] plain) {
    requireDefault(plain);
    Copy copy = new Copy(this);
    copy.writeDefault = plain;
    return new Field(copy);
  }

  /** The same without a write default. */
  public Field withoutWriteDefault() {
    Copy copy = new Copy(this);
    copy.writeDefault = null;
    return new Field(copy);
  }

  private byte[] plain(Object value) {
    Objects.requireNonNull(value, "value");
    requireNotNested();
    byte[] plain = PlainObjects.encode(type, value);
    if (plain == null) {
      throw new InvalidArgumentException(
          "Invalid default of "
              + name
              + " of type "
              + type
              + ": "
              + (value instanceof byte[] bytes ? bytes.length + " bytes" : value)
              + " ("
              + value.getClass().getSimpleName()
              + "; expected "
              + PlainObjects.expected(type)
              + ")");
    }
    return plain;
  }

  private void requireNotNested() {
    if (type.isNested()) {
      throw new InvalidArgumentException(
          "Invalid default of " + name + ": type " + type + " cannot have one");
    }
  }

  private void requireDefault(byte[] plainValue) {
    requireNotNested();
    if (!type.isVariableLength() && plainValue.length != type.fixedWidth()) {
      throw new InvalidArgumentException(
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
    if (type.kind() == TypeKind.TIME) {
      long time = PlainEncoding.toLong(type, plainValue);
      long day = SECONDS_PER_DAY * type.unit().perSecond();
      if (time < 0 || time >= day) {
        throw new InvalidArgumentException(
            "Invalid default of "
                + name
                + " of type "
                + type
                + ": "
                + time
                + " (expected 0 to "
                + (day - 1)
                + ", a time of day)");
      }
    }
  }

  /**
   * The same with a logical type, whatever that is. {@link Extension#requireValidFor} checks the
   * ones that SPEC.md defines.
   */
  public Field withExtension(Extension newExtension) {
    Copy copy = new Copy(this);
    copy.extension = Objects.requireNonNull(newExtension, "extension");
    return new Field(copy);
  }

  /** The same without a logical type. */
  public Field withoutExtension() {
    Copy copy = new Copy(this);
    copy.extension = null;
    return new Field(copy);
  }

  /** Equal in everything, id and defaults included. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Field other
        && id == other.id
        && name.equals(other.name)
        && type.equals(other.type)
        && nullable == other.nullable
        && doc.equals(other.doc)
        && metadata.equals(other.metadata)
        && Arrays.equals(initialDefault, other.initialDefault)
        && Arrays.equals(writeDefault, other.writeDefault)
        && Objects.equals(extension, other.extension);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, type, nullable);
  }

  /** Name, type and nullability, such as {@code price: decimal(7,2) required}. */
  @Override
  public String toString() {
    return FieldNames.quote(name) + ": " + type + (nullable ? "" : " required");
  }

  /** The values of a field that is being made. */
  private static final class Copy {
    private int id;
    private String name;
    private Type type;
    private boolean nullable;
    private String doc = "";
    private Map<String, String> metadata = Map.of();
    private byte[] initialDefault;
    private byte[] writeDefault;
    private Extension extension;

    Copy() {}

    Copy(Field field) {
      id = field.id;
      name = field.name;
      type = field.type;
      nullable = field.nullable;
      doc = field.doc;
      metadata = field.metadata;
      initialDefault = field.initialDefault;
      writeDefault = field.writeDefault;
      extension = field.extension;
    }
  }
}
