// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function that derives a partition value from a column value (SPEC.md, section 15). The results
 * are those of Apache Iceberg. Null gives null.
 *
 * @param kind which function
 * @param parameter number of buckets or width, at least 1; otherwise 0
 */
public record Transform(TransformKind kind, int parameter) {

  private static final Pattern TEXT = Pattern.compile("([a-z]+)(?:\\(([1-9][0-9]{0,9})\\))?");

  /**
   * Checks the parameter.
   *
   * @throws InvalidArgumentException if it does not fit the kind
   */
  public Transform {
    Objects.requireNonNull(kind, "kind");
    boolean hasParameter = kind == TransformKind.BUCKET || kind == TransformKind.TRUNCATE;
    if (kind != TransformKind.UNKNOWN && (hasParameter ? parameter < 1 : parameter != 0)) {
      throw new InvalidArgumentException(
          "Invalid parameter of transform "
              + kind
              + ": "
              + parameter
              + " (expected "
              + (hasParameter ? "at least 1" : "0")
              + ")");
    }
  }

  /** The value itself. */
  public static Transform identity() {
    return new Transform(TransformKind.IDENTITY, 0);
  }

  /** A hash, modulo the number of buckets. */
  public static Transform bucket(int count) {
    return new Transform(TransformKind.BUCKET, count);
  }

  /** Numbers rounded down to a multiple of the width; the first characters or bytes. */
  public static Transform truncate(int width) {
    return new Transform(TransformKind.TRUNCATE, width);
  }

  /** Years since 1970. */
  public static Transform year() {
    return new Transform(TransformKind.YEAR, 0);
  }

  /** Months since 1970-01. */
  public static Transform month() {
    return new Transform(TransformKind.MONTH, 0);
  }

  /** The date. */
  public static Transform day() {
    return new Transform(TransformKind.DAY, 0);
  }

  /** Hours since 1970-01-01T00. */
  public static Transform hour() {
    return new Transform(TransformKind.HOUR, 0);
  }

  /**
   * Reads the text form that {@link #toString} writes.
   *
   * @throws InvalidArgumentException if the text is not a transform
   */
  public static Transform parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      long parameter = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
      for (TransformKind kind : TransformKind.values()) {
        if (kind != TransformKind.UNKNOWN
            && parameter <= Integer.MAX_VALUE
            && kind.name().toLowerCase(Locale.ROOT).equals(matcher.group(1))) {
          return new Transform(kind, (int) parameter);
        }
      }
    }
    throw new InvalidArgumentException(
        "Invalid transform: "
            + text
            + " (expected identity, bucket(n), truncate(n), year, month, day or hour)");
  }

  /** Whether values of a type can be transformed. */
  public boolean accepts(Type source) {
    return switch (kind) {
      case IDENTITY -> !source.isNested();
      case BUCKET ->
          switch (source.kind()) {
            case INT8, INT16, INT32, INT64, DECIMAL, DATE, TIME, TIMESTAMP -> true;
            case STRING, BINARY, FIXED_BINARY, UUID -> true;
            case BOOLEAN, FLOAT, DOUBLE, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> false;
            case STRUCT, LIST, MAP -> false;
          };
      case TRUNCATE ->
          switch (source.kind()) {
            case INT8, INT16, INT32, INT64, DECIMAL, STRING, BINARY -> true;
            case BOOLEAN, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP, FIXED_BINARY, UUID -> false;
            case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP -> false;
          };
      case YEAR, MONTH, DAY ->
          source.kind() == TypeKind.DATE || source.kind() == TypeKind.TIMESTAMP;
      case HOUR -> source.kind() == TypeKind.TIMESTAMP;
      case UNKNOWN -> false;
    };
  }

  /**
   * The type of the results.
   *
   * @throws InvalidArgumentException if values of the source type cannot be transformed
   */
  public Type resultType(Type source) {
    if (!accepts(source)) {
      throw new InvalidArgumentException("Cannot apply transform " + this + " to type " + source);
    }
    return switch (kind) {
      case IDENTITY -> source;
      case TRUNCATE ->
          source.kind() == TypeKind.INT8 || source.kind() == TypeKind.INT16 ? Type.int32() : source;
      case DAY -> Type.date();
      case BUCKET, YEAR, MONTH, HOUR -> Type.int32();
      case UNKNOWN -> throw new IllegalStateException("accepts no type");
    };
  }

  /** The text form, such as {@code bucket(16)} or {@code day}. */
  @Override
  public String toString() {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return parameter == 0 ? name : name + "(" + parameter + ")";
  }
}
