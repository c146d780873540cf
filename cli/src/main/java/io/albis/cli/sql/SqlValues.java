// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.output.JsonObjects;
import io.albis.tools.command.CommandFailedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;
import org.duckdb.JsonNode;

/** Converts values of results to those that rows are printed with. */
final class SqlValues {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SqlValues() {}

  /** Whether values of a column are numbers. */
  static boolean isNumber(ResultSetMetaData columns, int column) throws SQLException {
    return switch (columns.getColumnType(column)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC -> true;
      case Types.FLOAT, Types.REAL, Types.DOUBLE, Types.DECIMAL -> true;
      default -> columns.getColumnTypeName(column).endsWith("INT");
    };
  }

  /** Returns the values of the current row. */
  static List<Object> row(ResultSet result, int columns) throws SQLException {
    List<Object> row = new ArrayList<>(columns);
    for (int column = 1; column <= columns; column++) {
      Object value = value(result, column);
      // Not through java.sql.Timestamp, in which local times can be missing.
      row.add(
          of(value instanceof Timestamp ? result.getObject(column, LocalDateTime.class) : value));
    }
    return row;
  }

  private static Object value(ResultSet result, int column) throws SQLException {
    try {
      return result.getObject(column);
    } catch (DateTimeException e) {
      throw new CommandFailedException(
          "Cannot show column "
              + result.getMetaData().getColumnLabel(column)
              + ": a value in it is invalid ("
              + e.getMessage()
              + "); 'albis verify' finds the file",
          e);
    }
  }

  private static Object of(Object value) throws SQLException {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof BigDecimal
        || value instanceof BigInteger) {
      return value;
    }
    if (value instanceof Number number) {
      return JsonObjects.number(number);
    }
    if (value instanceof OffsetDateTime zoned) {
      return text(zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()) + "Z";
    }
    if (value instanceof Timestamp timestamp) {
      return text(timestamp.toLocalDateTime());
    }
    if (value instanceof LocalDateTime timestamp) {
      return text(timestamp);
    }
    if (value instanceof Date date) {
      return date.toLocalDate().toString();
    }
    if (value instanceof LocalTime time) {
      return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }
    if (value instanceof Blob blob) {
      return Base64.getEncoder().encodeToString(blob.getBytes(1, Math.toIntExact(blob.length())));
    }
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    return value instanceof LocalDate ? value.toString() : nested(value);
  }

  private static String text(LocalDateTime timestamp) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(timestamp);
  }

  private static Object nested(Object value) throws SQLException {
    if (value instanceof Array array) {
      return list(Arrays.asList((Object[]) array.getArray()));
    }
    if (value instanceof List<?> list) {
      return list(list);
    }
    if (value instanceof DuckDBStruct struct) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (Map.Entry<String, Object> entry : struct.getMap().entrySet()) {
        object.put(entry.getKey(), of(entry.getValue()));
      }
      return object;
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> entries = new ArrayList<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("key", of(entry.getKey()));
        object.put("value", of(entry.getValue()));
        entries.add(object);
      }
      return entries;
    }
    return value instanceof JsonNode json ? json(json.toString()) : value.toString();
  }

  private static List<Object> list(List<?> values) throws SQLException {
    List<Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(of(value));
    }
    return list;
  }

  private static Object json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      // DuckDB's JSON type does not check what is cast to it.
      return text;
    }
  }
}
