// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value by which rows are partitioned: a {@link Transform} of a column (SPEC.md, section 15). All
 * rows of a row group have the same values.
 *
 * <pre>{@code
 * TableWriter.create(uri, schema)
 *     .partitionBy(Partitioning.day("ts"), Partitioning.bucket("customer", 16))
 * }</pre>
 *
 * @param path path of the column, which is not a list, map or struct
 * @param transform how the value is derived from that of the column
 * @param name of the partition field, for people and tools
 */
public record Partitioning(String path, Transform transform, String name) {

  private static final Set<String> WITH_PARAMETER = Set.of("bucket", "truncate");

  private static final Pattern TEXT = Pattern.compile("([a-z]+)\\((.*?)(?:, *([0-9]+))?\\)");

  /** Requires all parts. */
  public Partitioning {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(transform, "transform");
    Objects.requireNonNull(name, "name");
  }

  /** The value of the column. */
  public static Partitioning identity(String path) {
    return new Partitioning(path, Transform.identity(), path);
  }

  /**
   * A hash of the value.
   *
   * @param count number of different results, at least 1
   */
  public static Partitioning bucket(String path, int count) {
    return new Partitioning(path, Transform.bucket(count), path + "_bucket");
  }

  /**
   * The first characters of strings, the first bytes of binaries, or numbers rounded down.
   *
   * @param width number of characters or bytes, or what numbers are a multiple of; at least 1
   */
  public static Partitioning truncate(String path, int width) {
    return new Partitioning(path, Transform.truncate(width), path + "_trunc");
  }

  /** The year of a date or timestamp, in UTC. */
  public static Partitioning year(String path) {
    return new Partitioning(path, Transform.year(), path + "_year");
  }

  /** The year and month of a date or timestamp, in UTC. */
  public static Partitioning month(String path) {
    return new Partitioning(path, Transform.month(), path + "_month");
  }

  /** The date of a date or timestamp, in UTC. */
  public static Partitioning day(String path) {
    return new Partitioning(path, Transform.day(), path + "_day");
  }

  /** The date and hour of a timestamp, in UTC. */
  public static Partitioning hour(String path) {
    return new Partitioning(path, Transform.hour(), path + "_hour");
  }

  /** The same with another name of the partition field. */
  public Partitioning named(String newName) {
    return new Partitioning(path, transform, newName);
  }

  /**
   * Reads a text such as {@code region}, {@code day(ts)}, {@code bucket(id, 16)} or {@code
   * truncate(name, 4)}.
   *
   * @throws InvalidArgumentException if it has another form
   */
  public static Partitioning parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return identity(text);
    }
    if (matcher.group(3) == null && WITH_PARAMETER.contains(matcher.group(1))) {
      throw new InvalidArgumentException(
          "Invalid partitioning: "
              + text
              + " (expected the column first, such as "
              + matcher.group(1)
              + "(id, 16))");
    }
    String parameter = matcher.group(3) == null ? "" : "(" + matcher.group(3) + ")";
    Transform transform = Transform.parse(matcher.group(1) + parameter);
    String path = matcher.group(2);
    return switch (transform.kind()) {
      case IDENTITY -> identity(path);
      case BUCKET -> bucket(path, transform.parameter());
      case TRUNCATE -> truncate(path, transform.parameter());
      case YEAR -> year(path);
      case MONTH -> month(path);
      case DAY -> day(path);
      case HOUR -> hour(path);
      case UNKNOWN -> throw new InvalidArgumentException("Invalid partitioning: " + text);
    };
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return switch (transform.kind()) {
      case IDENTITY -> path;
      case BUCKET, TRUNCATE ->
          transform.toString().replaceFirst("\\(", Matcher.quoteReplacement("(" + path + ", "));
      case YEAR, MONTH, DAY, HOUR, UNKNOWN -> transform + "(" + path + ")";
    };
  }
}
