// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses the text form of types. */
final class TypeParser {

  private final String text;
  private int position;
  private int depth;

  TypeParser(String text) {
    this.text = text;
  }

  Type parse() {
    Type type = type();
    skipSpace();
    if (position < text.length()) {
      throw invalid("the end");
    }
    return type;
  }

  private Type type() {
    if (++depth > Schema.MAX_DEPTH) {
      throw invalid("at most " + Schema.MAX_DEPTH + " levels");
    }
    String word = word();
    Type type =
        word.equals("timestamp_with_zone")
            ? Type.timestampWithZone(unit())
            : ofKind(TypeKind.named(word).orElseThrow(() -> invalid("a type")));
    depth--;
    return type;
  }

  private Type ofKind(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> Type.bool();
      case INT8 -> Type.int8();
      case INT16 -> Type.int16();
      case INT32 -> Type.int32();
      case INT64 -> Type.int64();
      case FLOAT -> Type.float32();
      case DOUBLE -> Type.float64();
      case DECIMAL -> decimal();
      case DATE -> Type.date();
      case TIME -> Type.time(unit());
      case TIMESTAMP -> Type.timestamp(unit());
      case STRING -> Type.string();
      case BINARY -> Type.binary();
      case FIXED_BINARY -> fixedBinary();
      case UUID -> Type.uuid();
      case YEAR_MONTH_INTERVAL -> Type.yearMonthInterval();
      case DAY_TIME_INTERVAL -> Type.dayTimeInterval();
      case STRUCT -> struct();
      case LIST -> list();
      case MAP -> map();
    };
  }

  private Type decimal() {
    expect('(');
    int precision = number();
    expect(',');
    int scale = number();
    expect(')');
    return Type.decimal(precision, scale);
  }

  private Type fixedBinary() {
    expect('(');
    int length = number();
    expect(')');
    return Type.fixedBinary(length);
  }

  private TimeUnit unit() {
    expect('(');
    String word = word();
    for (TimeUnit unit : TimeUnit.values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(word)) {
        expect(')');
        return unit;
      }
    }
    throw invalid("millis, micros or nanos");
  }

  private Type struct() {
    expect('<');
    List<Field> fields = new ArrayList<>();
    do {
      String name = name();
      expect(':');
      fields.add(field(name));
    } while (accept(','));
    expect('>');
    return Type.struct(fields);
  }

  private Type list() {
    expect('<');
    Field element = field("element");
    expect('>');
    return Type.list(element);
  }

  private Type map() {
    expect('<');
    Field key = Field.required("key", type());
    expect(',');
    Field value = field("value");
    expect('>');
    return Type.map(key, value);
  }

  private Field field(String name) {
    Type type = type();
    int before = position;
    if (word().equals("required")) {
      return Field.required(name, type);
    }
    position = before;
    return Field.nullable(name, type);
  }

  private String name() {
    skipSpace();
    int start = position;
    boolean quoted = false;
    while (position < text.length() && (quoted || text.charAt(position) != ':')) {
      quoted ^= text.charAt(position) == '`';
      position++;
    }
    String name = text.substring(start, position).strip();
    List<String> parts = FieldNames.split(name);
    return parts.size() == 1 ? parts.get(0) : name;
  }

  private String word() {
    skipSpace();
    int start = position;
    while (position < text.length()
        && (Character.isLetterOrDigit(text.charAt(position)) || text.charAt(position) == '_')) {
      position++;
    }
    return text.substring(start, position);
  }

  private int number() {
    String word = word();
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw invalid("a number");
    }
  }

  private boolean accept(char c) {
    skipSpace();
    if (position < text.length() && text.charAt(position) == c) {
      position++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw invalid("'" + c + "'");
    }
  }

  private void skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private InvalidArgumentException invalid(String expected) {
    return new InvalidArgumentException(
        "Invalid type: " + text + " (expected " + expected + " before position " + position + ")");
  }
}
