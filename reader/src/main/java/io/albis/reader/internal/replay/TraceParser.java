// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.reader.source.SegmentKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Parses the lines of a trace. Not thread-safe. */
final class TraceParser {

  private static final int MAX_COUNT = 1_000_000;

  private final String name;
  private final List<SegmentKey> segments = new ArrayList<>();
  private final List<CacheTrace.Event> events = new ArrayList<>();
  private int line;

  /** The fields of a line: numbers, texts and one array. */
  private static final class Line {
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final List<Integer> segments = new ArrayList<>();
  }

  TraceParser(String name) {
    this.name = name;
  }

  CacheTrace parse(InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      if (!text.isBlank()) {
        add(fields(text));
      }
    }
    return new CacheTrace(segments, events);
  }

  private Line fields(String text) throws IOException {
    Line fields = new Line();
    try (JsonParser json = TraceFile.JSON.createParser(text)) {
      require(json.nextToken() == JsonToken.START_OBJECT, "an object");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken token = json.nextToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
          fields.numbers.put(field, json.getLongValue());
        } else if (token == JsonToken.VALUE_STRING) {
          fields.texts.put(field, json.getText());
        } else if (token == JsonToken.START_ARRAY && field.equals("segments")) {
          while (json.nextToken() != JsonToken.END_ARRAY) {
            require(json.currentToken() == JsonToken.VALUE_NUMBER_INT, "numbers of segments");
            fields.segments.add(segment(json.getLongValue()));
          }
        } else {
          json.skipChildren();
        }
      }
      require(json.currentToken() == JsonToken.END_OBJECT, "the end of an object");
    } catch (JacksonException e) {
      throw new InvalidTraceException(
          "Invalid trace " + name + ": " + e.getOriginalMessage() + " in line " + line, e);
    }
    return fields;
  }

  private void add(Line fields) {
    if (fields.numbers.containsKey("segment")) {
      addSegment(fields);
      return;
    }
    long millis = number(fields, "millis", Long.MAX_VALUE);
    if (fields.numbers.containsKey("read")) {
      events.add(new CacheTrace.Read(millis, segment(fields.numbers.get("read"))));
    } else if (fields.texts.containsKey("plan")) {
      int count = (int) number(fields, "count", MAX_COUNT);
      events.add(new CacheTrace.Plan(millis, text(fields, "plan"), fields.segments, count));
    } else {
      events.add(new CacheTrace.Close(millis, text(fields, "close")));
    }
  }

  private void addSegment(Line fields) {
    long number = fields.numbers.get("segment");
    require(number == segments.size(), "segment " + segments.size());
    long offset = number(fields, "offset", Long.MAX_VALUE / 2);
    int length = (int) number(fields, "length", Integer.MAX_VALUE);
    UUID table;
    try {
      table = UUID.fromString(text(fields, "table"));
    } catch (IllegalArgumentException e) {
      throw new InvalidTraceException(
          "Invalid trace " + name + ": table in line " + line + " is not a UUID", e);
    }
    segments.add(
        new SegmentKey(
            table,
            text(fields, "path"),
            offset,
            length,
            0,
            offset + length,
            (int) number(fields, "group", Integer.MAX_VALUE),
            number(fields, "chunk", offset)));
  }

  private int segment(long number) {
    require(number >= 0 && number < segments.size(), "a segment of an earlier line, not " + number);
    return (int) number;
  }

  private long number(Line fields, String field, long most) {
    Long value = fields.numbers.get(field);
    require(value != null && value >= 0 && value <= most, field + " from 0 to " + most);
    return value;
  }

  private String text(Line fields, String field) {
    String value = fields.texts.get(field);
    require(value != null, field);
    return value;
  }

  private void require(boolean condition, String expected) {
    if (!condition) {
      throw new InvalidTraceException(
          "Invalid trace " + name + ": unexpected line " + line + " (expected " + expected + ")");
    }
  }
}
