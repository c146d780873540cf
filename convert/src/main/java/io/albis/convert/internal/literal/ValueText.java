// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.literal;

import io.albis.convert.internal.batch.BatchValues;
import io.albis.convert.internal.text.TextBatch;
import io.albis.convert.internal.text.TextValues;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Formats values as text: dates, times, timestamps and intervals in ISO 8601, bytes in Base64,
 * nested values similar to JSON.
 */
public final class ValueText {

  private ValueText() {}

  /**
   * Formats a value.
   *
   * @param value a non-null value, in the form of {@code RowView.materialize()}
   */
  public static String of(Type type, Object value) {
    return switch (type.kind()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> time(type.unit(), (Long) value);
      case TIMESTAMP -> timestamp(type, (Long) value);
      case YEAR_MONTH_INTERVAL -> Period.ofMonths((Integer) value).normalized().toString();
      case DAY_TIME_INTERVAL ->
          Duration.ofSeconds(
                  Math.floorDiv((Long) value, 1_000_000L),
                  Math.floorMod((Long) value, 1_000_000L) * 1000)
              .toString();
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case BINARY, FIXED_BINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      case STRUCT, LIST, MAP -> nested(type, (List<?>) value);
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, STRING, UUID -> value.toString();
    };
  }

  /**
   * Parses a value as it is written in CSV.
   *
   * @return the value, in the form of {@code RowView.materialize()}
   * @throws IllegalArgumentException if the text is not a value of the type
   */
  public static Object parse(Type type, String text) {
    Object[] value = new Object[1];
    Schema schema = Schema.of(Field.nullable("value", type));
    BatchValues values =
        new BatchValues(schema, (columns, rows) -> value[0] = columns.get(0).object(0));
    TextBatch batch = new TextBatch(schema, values, rows -> {});
    new TextValues().add(type, text.toCharArray(), 0, text.length(), batch.column(0));
    batch.endRow();
    batch.flush();
    return value[0];
  }

  /** Formats a time of day; values outside of a day, which the format allows, as numbers. */
  private static String time(TimeUnit unit, long value) {
    long perSecond = unit.perSecond();
    if (value < 0 || value / perSecond >= 86_400) {
      return Long.toString(value);
    }
    return DateTimeFormatter.ISO_LOCAL_TIME.format(
        LocalTime.ofNanoOfDay(value * (1_000_000_000L / perSecond)));
  }

  private static String timestamp(Type type, long value) {
    long perSecond = type.unit().perSecond();
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(value, perSecond),
            Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
    String text =
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
            LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    return type.withZone() ? text + "Z" : text;
  }

  private static String nested(Type type, List<?> values) {
    StringBuilder text = new StringBuilder();
    boolean isList = type.nesting() == Nesting.LIST;
    text.append(isList ? '[' : '{');
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : ", ");
      switch (type.nesting()) {
        case LIST -> append(text, type.children().get(0), values.get(i));
        case MAP -> {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) values.get(i);
          append(text, type.children().get(0), entry.getKey());
          append(text.append(": "), type.children().get(1), entry.getValue());
        }
        case STRUCT -> {
          Field field = type.children().get(i);
          append(text.append(field.name()).append(": "), field, values.get(i));
        }
        case NONE -> throw new IllegalStateException("Not nested: " + type);
      }
    }
    return text.append(isList ? ']' : '}').toString();
  }

  private static void append(StringBuilder text, Field field, Object value) {
    text.append(value == null ? "null" : of(field.type(), value));
  }
}
