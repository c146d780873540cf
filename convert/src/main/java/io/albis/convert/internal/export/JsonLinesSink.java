// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes one JSON object per line. Numbers and booleans are JSON numbers and booleans; NaN and
 * infinities the strings {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}; structs are
 * objects, lists arrays, and maps arrays of objects with {@code key} and {@code value}; all other
 * values are strings as {@link TextFormat} formats them.
 */
final class JsonLinesSink implements BatchSink {

  /** A column or nested field. */
  private record Member(RowField node, SerializedString name, List<Member> children) {

    static List<Member> of(List<RowField> nodes) {
      return nodes.stream().map(node -> of(node, node.field().name())).toList();
    }

    private static Member of(RowField node, String name) {
      List<RowField> children = node.children();
      return new Member(
          node,
          new SerializedString(name),
          node.field().type().kind() == TypeKind.MAP
              ? List.of(of(children.get(0), "key"), of(children.get(1), "value"))
              : of(children));
    }
  }

  private final List<RowField> columns;
  private final List<Member> members;
  private final JsonGenerator json;
  private final boolean replacesInvalid;
  private final TextFormat format = new TextFormat();
  private final Utf8Buffer text = new Utf8Buffer();
  private final BytesView view = new BytesView();
  private char[] characters = new char[64];

  /**
   * Starts a file.
   *
   * @param out closed by this sink
   * @param invalid of strings that are not UTF-8; those that are refused have been checked before
   */
  JsonLinesSink(OutputStream out, Schema schema, InvalidUtf8 invalid) throws IOException {
    this.columns = RowField.of(schema);
    this.replacesInvalid = invalid == InvalidUtf8.REPLACE;
    this.members = Member.of(columns);
    this.json =
        new JsonFactoryBuilder()
            .rootValueSeparator((String) null)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build()
            .createGenerator(out, JsonEncoding.UTF8);
  }

  @Override
  public void write(ColumnBatch batch, int start, int count) throws IOException {
    RowField.load(columns, batch);
    for (int row = start; row < start + count; row++) {
      struct(members, row);
      json.writeRaw('\n');
    }
  }

  private void struct(List<Member> fields, int row) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < fields.size(); i++) {
      Member field = fields.get(i);
      json.writeFieldName(field.name());
      value(field, row);
    }
    json.writeEndObject();
  }

  private void value(Member member, int row) throws IOException {
    RowField node = member.node();
    if (node.isNullAt(row)) {
      json.writeNull();
      return;
    }
    ColumnVector vector = node.vector();
    Type type = node.field().type();
    switch (type.physicalType()) {
      case BOOLEAN -> json.writeBoolean(vector.getBoolean(row));
      case INT8 -> json.writeNumber((int) vector.getByte(row));
      case INT16 -> json.writeNumber((int) vector.getShort(row));
      case INT32 -> {
        if (type.isNumber()) {
          json.writeNumber(vector.getInt(row));
        } else {
          text(vector, row);
        }
      }
      case INT64 -> {
        if (type.isNumber()) {
          json.writeNumber(vector.getLong(row));
        } else {
          text(vector, row);
        }
      }
      case FLOAT -> json.writeNumber(vector.getFloat(row));
      case DOUBLE -> json.writeNumber(vector.getDouble(row));
      case DECIMAL32, DECIMAL64, DECIMAL128 -> decimal(vector, row);
      case STRING -> string(vector, row);
      case STRUCT -> struct(member.children(), row);
      case LIST, MAP -> elements(member, row);
      case BINARY, FIXED_BINARY, UUID -> text(vector, row);
    }
  }

  private void text(ColumnVector vector, int row) throws IOException {
    text.clear();
    format.append(vector, row, text);
    json.writeRawUTF8String(text.bytes(), 0, text.length());
  }

  private void decimal(ColumnVector vector, int row) throws IOException {
    text.clear();
    format.append(vector, row, text);
    for (int i = 0; i < text.length(); i++) {
      characters[i] = (char) text.bytes()[i];
    }
    json.writeNumber(characters, 0, text.length());
  }

  private void string(ColumnVector vector, int row) throws IOException {
    vector.getBytes(row, view);
    if (replacesInvalid && !Utf8Check.isValid(view)) {
      json.writeString(view.toString());
    } else {
      text.clear();
      text.reserve(view.length());
      view.copyTo(text.bytes(), 0);
      json.writeUTF8String(text.bytes(), 0, view.length());
    }
  }

  /** Writes the elements of a list; the entries of a map as objects. */
  private void elements(Member member, int row) throws IOException {
    List<Member> children = member.children();
    json.writeStartArray();
    int first = member.node().vector().elementStart(row);
    int end = first + member.node().vector().elementCount(row);
    for (int element = first; element < end; element++) {
      if (children.size() == 1) {
        value(children.get(0), element);
      } else {
        struct(children, element);
      }
    }
    json.writeEndArray();
  }

  @Override
  public void finish() throws IOException {
    json.close();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
