// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses command-line options that are lists of columns. */
final class ColumnLists {

  private static final Pattern SORT =
      Pattern.compile(
          "(?<path>.+?)(?<direction>\\s+(?:asc|desc))?(?<nulls>\\s+nulls\\s+(?:first|last))?",
          Pattern.CASE_INSENSITIVE);

  private ColumnLists() {}

  /**
   * Parses columns to partition by, such as {@code region,ts:day,id:bucket(16)}.
   *
   * @throws InvalidArgumentException if one has another form
   */
  static List<Partitioning> partitioning(String text) {
    List<Partitioning> fields = new ArrayList<>();
    for (String item : split(text, ',')) {
      List<String> parts = split(item, ':');
      if (parts.size() > 2) {
        throw new InvalidArgumentException(
            "Invalid partition field: " + item + " (expected COLUMN or COLUMN:TRANSFORM)");
      }
      String path = parts.get(0);
      fields.add(parts.size() == 1 ? Partitioning.identity(path) : of(path, parts.get(1)));
    }
    return fields;
  }

  private static Partitioning of(String path, String text) {
    Transform transform = Transform.parse(text.toLowerCase(Locale.ROOT));
    return switch (transform.kind()) {
      case IDENTITY -> Partitioning.identity(path);
      case BUCKET -> Partitioning.bucket(path, transform.parameter());
      case TRUNCATE -> Partitioning.truncate(path, transform.parameter());
      case YEAR -> Partitioning.year(path);
      case MONTH -> Partitioning.month(path);
      case DAY -> Partitioning.day(path);
      case HOUR -> Partitioning.hour(path);
      case UNKNOWN -> throw new InvalidArgumentException("Invalid transform: " + text);
    };
  }

  /**
   * Parses columns to sort by, such as {@code region,price desc,name nulls last}.
   *
   * @throws InvalidArgumentException if one has another form
   */
  static List<SortColumn> sortColumns(String text) {
    List<SortColumn> columns = new ArrayList<>();
    for (String item : split(text, ',')) {
      Matcher matcher = SORT.matcher(item);
      if (!matcher.matches()) {
        throw new InvalidArgumentException(
            "Invalid sort column: " + item + " (expected COLUMN [asc|desc] [nulls first|last])");
      }
      String direction = matcher.group("direction");
      String nulls = matcher.group("nulls");
      boolean descending = direction != null && direction.strip().equalsIgnoreCase("desc");
      boolean nullsLast =
          nulls == null ? descending : nulls.toLowerCase(Locale.ROOT).endsWith("last");
      columns.add(new SortColumn(matcher.group("path"), descending, nullsLast));
    }
    return columns;
  }

  /**
   * Parses types by column, such as {@code year=int16,tags=list<string>}. Names may be in
   * backquotes.
   *
   * @throws InvalidArgumentException if one has another form
   */
  static Map<String, Type> types(String text) {
    Map<String, Type> types = new LinkedHashMap<>();
    for (String item : split(text, ',')) {
      List<String> parts = split(item, '=');
      if (parts.size() != 2) {
        throw new InvalidArgumentException(item + " has no type (expected COLUMN=TYPE)");
      }
      List<String> names = Schema.namesOf(parts.get(0));
      String name = names.size() == 1 ? names.get(0) : parts.get(0);
      if (types.put(name, Type.parse(parts.get(1))) != null) {
        throw new InvalidArgumentException("column " + name + " occurs twice");
      }
    }
    return types;
  }

  /** Divides a text where a separator is neither in brackets nor in backquotes. */
  private static List<String> split(String text, char separator) {
    List<String> items = new ArrayList<>();
    int start = 0;
    int depth = 0;
    boolean isQuoted = false;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? separator : text.charAt(i);
      boolean isEnd = i == text.length() || (c == separator && depth <= 0 && !isQuoted);
      if (isEnd) {
        String item = text.substring(start, i).strip();
        if (item.isEmpty()) {
          throw new InvalidArgumentException(
              "Invalid list of columns: '" + text + "' has an empty part");
        }
        items.add(item);
        start = i + 1;
      } else if (c == '`') {
        isQuoted = !isQuoted;
      } else if (!isQuoted) {
        depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
      }
    }
    if (isQuoted) {
      throw new InvalidArgumentException(
          "Invalid list of columns: '" + text + "' (expected a closing backquote)");
    }
    return items;
  }
}
