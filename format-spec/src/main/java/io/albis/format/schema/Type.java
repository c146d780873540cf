// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The type of a field: a {@link TypeKind} with its parameters. See SPEC.md, sections 5 and 6.
 *
 * <p>Nested types are equal if their fields are, as defined by {@link Field#equals}.
 */
public final class Type {

  /** The maximum precision of decimals. */
  public static final int MAX_PRECISION = 38;

  /** The maximum length of fixed binary values, in bytes. */
  public static final int MAX_FIXED_BINARY_LENGTH = 65_520;

  private static final Type BOOLEAN = new Type(TypeKind.BOOLEAN, 0, 0, null, false, List.of());
  private static final Type INT8 = new Type(TypeKind.INT8, 0, 0, null, false, List.of());
  private static final Type INT16 = new Type(TypeKind.INT16, 0, 0, null, false, List.of());
  private static final Type INT32 = new Type(TypeKind.INT32, 0, 0, null, false, List.of());
  private static final Type INT64 = new Type(TypeKind.INT64, 0, 0, null, false, List.of());
  private static final Type FLOAT = new Type(TypeKind.FLOAT, 0, 0, null, false, List.of());
  private static final Type DOUBLE = new Type(TypeKind.DOUBLE, 0, 0, null, false, List.of());
  private static final Type DATE = new Type(TypeKind.DATE, 0, 0, null, false, List.of());
  private static final Type STRING = new Type(TypeKind.STRING, 0, 0, null, false, List.of());
  private static final Type BINARY = new Type(TypeKind.BINARY, 0, 0, null, false, List.of());
  private static final Type UUID = new Type(TypeKind.UUID, 0, 0, null, false, List.of());
  private static final Type YEAR_MONTH_INTERVAL =
      new Type(TypeKind.YEAR_MONTH_INTERVAL, 0, 0, null, false, List.of());
  private static final Type DAY_TIME_INTERVAL =
      new Type(TypeKind.DAY_TIME_INTERVAL, 0, 0, null, false, List.of());

  private static final Type PRESENCE = new Type(TypeKind.STRUCT, 0, 0, null, false, List.of());

  private final TypeKind kind;

  private final PhysicalType physicalType;

  /** Precision of decimals, length of fixed binaries, otherwise 0. */
  private final int size;

  private final int scale;
  private final TimeUnit unit;
  private final boolean withZone;
  private final List<Field> children;

  private Type(
      TypeKind kind, int size, int scale, TimeUnit unit, boolean withZone, List<Field> children) {
    this.kind = kind;
    this.size = size;
    this.scale = scale;
    this.unit = unit;
    this.withZone = withZone;
    this.children = children;
    this.physicalType = physicalType(kind, size);
  }

  private static PhysicalType physicalType(TypeKind kind, int size) {
    return switch (kind) {
      case BOOLEAN -> PhysicalType.BOOLEAN;
      case INT8 -> PhysicalType.INT8;
      case INT16 -> PhysicalType.INT16;
      case INT32, DATE, YEAR_MONTH_INTERVAL -> PhysicalType.INT32;
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> PhysicalType.INT64;
      case FLOAT -> PhysicalType.FLOAT;
      case DOUBLE -> PhysicalType.DOUBLE;
      case DECIMAL ->
          size <= 9
              ? PhysicalType.DECIMAL32
              : size <= 18 ? PhysicalType.DECIMAL64 : PhysicalType.DECIMAL128;
      case STRING -> PhysicalType.STRING;
      case BINARY -> PhysicalType.BINARY;
      case FIXED_BINARY -> PhysicalType.FIXED_BINARY;
      case UUID -> PhysicalType.UUID;
      case STRUCT -> PhysicalType.STRUCT;
      case LIST -> PhysicalType.LIST;
      case MAP -> PhysicalType.MAP;
    };
  }

  /** True or false. */
  public static Type bool() {
    return BOOLEAN;
  }

  /** Signed integers of 1 byte. */
  public static Type int8() {
    return INT8;
  }

  /** Signed integers of 2 bytes. */
  public static Type int16() {
    return INT16;
  }

  /** Signed integers of 4 bytes. */
  public static Type int32() {
    return INT32;
  }

  /** Signed integers of 8 bytes. */
  public static Type int64() {
    return INT64;
  }

  /** IEEE 754 numbers of 4 bytes. */
  public static Type float32() {
    return FLOAT;
  }

  /** IEEE 754 numbers of 8 bytes. */
  public static Type float64() {
    return DOUBLE;
  }

  /**
   * Exact decimal numbers.
   *
   * @param precision decimal digits, 1 to 38
   * @param scale digits after the point, 0 to {@code precision}
   * @throws InvalidArgumentException if these are out of range
   */
  public static Type decimal(int precision, int scale) {
    if (precision < 1 || precision > MAX_PRECISION) {
      throw new InvalidArgumentException(
          "Invalid precision of decimal: " + precision + " (expected 1 to 38)");
    }
    if (scale < 0 || scale > precision) {
      throw new InvalidArgumentException(
          "Invalid scale of decimal: " + scale + " (expected 0 to " + precision + ")");
    }
    return new Type(TypeKind.DECIMAL, precision, scale, null, false, List.of());
  }

  /** Days. */
  public static Type date() {
    return DATE;
  }

  /** Times of day, counted from midnight in the unit. */
  public static Type time(TimeUnit unit) {
    return new Type(TypeKind.TIME, 0, 0, Objects.requireNonNull(unit, "unit"), false, List.of());
  }

  /** Local date and time, without a time zone. */
  public static Type timestamp(TimeUnit unit) {
    return new Type(
        TypeKind.TIMESTAMP, 0, 0, Objects.requireNonNull(unit, "unit"), false, List.of());
  }

  /** Instants, counted since 1970-01-01T00:00Z. */
  public static Type timestampWithZone(TimeUnit unit) {
    return new Type(
        TypeKind.TIMESTAMP, 0, 0, Objects.requireNonNull(unit, "unit"), true, List.of());
  }

  /** Text in UTF-8. */
  public static Type string() {
    return STRING;
  }

  /** Binary values of variable length. */
  public static Type binary() {
    return BINARY;
  }

  /**
   * Binary values of fixed length.
   *
   * @param length bytes of each value, 1 to 65,520
   * @throws InvalidArgumentException if it is out of range
   */
  public static Type fixedBinary(int length) {
    if (length < 1 || length > MAX_FIXED_BINARY_LENGTH) {
      throw new InvalidArgumentException(
          "Invalid length of fixed_binary: "
              + length
              + " (expected 1 to "
              + MAX_FIXED_BINARY_LENGTH
              + ")");
    }
    return new Type(TypeKind.FIXED_BINARY, length, 0, null, false, List.of());
  }

  /** UUIDs. */
  public static Type uuid() {
    return UUID;
  }

  /** Intervals in months. */
  public static Type yearMonthInterval() {
    return YEAR_MONTH_INTERVAL;
  }

  /** Intervals in microseconds. */
  public static Type dayTimeInterval() {
    return DAY_TIME_INTERVAL;
  }

  /**
   * Structs with named fields.
   *
   * @throws InvalidArgumentException if there are no fields, or two have the same name
   */
  public static Type struct(List<Field> fields) {
    if (fields.isEmpty()) {
      throw new InvalidArgumentException("Invalid struct: it has no fields (expected at least 1)");
    }
    FieldNames.requireUnique(fields, "struct");
    return new Type(TypeKind.STRUCT, 0, 0, null, false, List.copyOf(fields));
  }

  /**
   * The type of presence leaves: a struct without fields, which stores only whether a struct is
   * null.
   */
  public static Type presence() {
    return PRESENCE;
  }

  /** Like {@link #struct(List)}. */
  public static Type struct(Field... fields) {
    return struct(List.of(fields));
  }

  /** Lists of any number of elements. */
  public static Type list(Field element) {
    return new Type(TypeKind.LIST, 0, 0, null, false, List.of(element));
  }

  /**
   * Maps: entries of key and value, whose order is preserved.
   *
   * @throws InvalidArgumentException if the key is nullable
   */
  public static Type map(Field key, Field value) {
    if (key.nullable()) {
      throw new InvalidArgumentException(
          "Invalid map: its key " + key.name() + " is nullable (expected a required field)");
    }
    List<Field> children = List.of(key, value);
    FieldNames.requireUnique(children, "map");
    return new Type(TypeKind.MAP, 0, 0, null, false, children);
  }

  /**
   * Parses the text form that {@link #toString} returns. Fields have no ids.
   *
   * @throws InvalidArgumentException if the text is not a type
   */
  public static Type parse(String text) {
    return new TypeParser(text).parse();
  }

  /** The kind of this type. */
  public TypeKind kind() {
    return kind;
  }

  /** How values are stored, compared and accessed. */
  public PhysicalType physicalType() {
    return physicalType;
  }

  /** The kind of children. */
  public Nesting nesting() {
    return physicalType.nesting();
  }

  /** Decimal digits of a decimal; 0 for other kinds. */
  public int precision() {
    return kind == TypeKind.DECIMAL ? size : 0;
  }

  /** Digits after the point of a decimal; 0 for other kinds. */
  public int scale() {
    return scale;
  }

  /** Unit of a time or timestamp; null for other kinds. */
  public TimeUnit unit() {
    return unit;
  }

  /** Whether a timestamp is an instant; false for other kinds. */
  public boolean withZone() {
    return withZone;
  }

  /** Bytes of a fixed binary; 0 for other kinds. */
  public int length() {
    return kind == TypeKind.FIXED_BINARY ? size : 0;
  }

  /** Fields of a struct; the element of a list; key and value of a map; otherwise empty. */
  public List<Field> children() {
    return children;
  }

  /** Whether values are numbers: integers, decimals and floating point, no dates or times. */
  public boolean isNumber() {
    return kind.isNumber();
  }

  /** Whether values have variable length: string and binary. */
  public boolean isVariableLength() {
    return physicalType == PhysicalType.STRING || physicalType == PhysicalType.BINARY;
  }

  /** Whether this is a struct, list or map. */
  public boolean isNested() {
    return nesting() != Nesting.NONE;
  }

  /** Whether a value has a variable number of elements or entries: list and map. */
  public boolean isRepeated() {
    return nesting() == Nesting.LIST || nesting() == Nesting.MAP;
  }

  /**
   * Bytes of a value in the row layout (SPEC.md, section 13): booleans 1, strings and binaries the
   * 8 of their slot, structs (presence leaves) 0.
   *
   * @throws IllegalStateException for lists and maps, which have no row layout
   */
  public int fixedWidth() {
    if (isRepeated()) {
      throw new IllegalStateException(this + " has no fixed width");
    }
    return physicalType == PhysicalType.FIXED_BINARY ? size : physicalType.width();
  }

  /**
   * Whether values of this type can be read as the other type without loss, by the rules of
   * SPEC.md, section 16: int8 to int16 to int32 to int64, float to double, more precision of
   * decimals at the same scale. A type widens to itself. For structs, lists and maps, whether that
   * holds for all children that have the same id, no child has become required, no struct has
   * become nullable, and every new child has a value where it is missing.
   */
  public boolean canWidenTo(Type other) {
    return Widening.allows(this, other);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Type other
        && kind == other.kind
        && size == other.size
        && scale == other.scale
        && unit == other.unit
        && withZone == other.withZone
        && children.equals(other.children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, size, scale, unit, withZone, children);
  }

  /**
   * Returns the text form, such as {@code decimal(7,2)}, {@code timestamp_with_zone(micros)},
   * {@code list<int32>} or {@code struct<a: int32 required, b: map<string, double>>}. Children are
   * nullable unless marked {@code required} (keys of maps always are).
   */
  @Override
  public String toString() {
    return switch (kind) {
      case DECIMAL -> "decimal(" + size + "," + scale + ")";
      case FIXED_BINARY -> "fixed_binary(" + size + ")";
      case TIME -> "time(" + unit.name().toLowerCase(Locale.ROOT) + ")";
      case TIMESTAMP ->
          (withZone ? "timestamp_with_zone(" : "timestamp(")
              + unit.name().toLowerCase(Locale.ROOT)
              + ")";
      case STRUCT -> structText();
      case LIST -> "list<" + childText(children.get(0)) + ">";
      case MAP -> "map<" + children.get(0).type() + ", " + childText(children.get(1)) + ">";
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE -> kind.typeName();
      case DATE, STRING, BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> kind.typeName();
    };
  }

  private String structText() {
    StringBuilder text = new StringBuilder("struct<");
    for (Field field : children) {
      text.append(text.length() > "struct<".length() ? ", " : "")
          .append(FieldNames.quote(field.name()))
          .append(": ")
          .append(childText(field));
    }
    return text.append('>').toString();
  }

  private static String childText(Field field) {
    return field.nullable() ? field.type().toString() : field.type() + " required";
  }
}
