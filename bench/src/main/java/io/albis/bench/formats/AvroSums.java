// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** Sums Avro records. */
final class AvroSums {

  /** A field with the index of its first leaf; the element of a list has the index of the list. */
  private record Node(ValueKind kind, int leaf, List<Node> children) {}

  private final List<Node> columns;
  private final Totals totals;

  AvroSums(Schema schema, Totals totals) {
    this.columns = nodes(schema.fields(), 0);
    this.totals = totals;
  }

  private static List<Node> nodes(List<Field> fields, int firstLeaf) {
    List<Node> nodes = new ArrayList<>();
    int leaf = firstLeaf;
    for (Field field : fields) {
      nodes.add(new Node(ValueKind.of(field.type()), leaf, nodes(field.type().children(), leaf)));
      leaf += FormatValues.leaves(field);
    }
    return nodes;
  }

  /** Adds a record. */
  void add(GenericRecord record) {
    record(columns, record);
  }

  private void record(List<Node> nodes, GenericRecord record) {
    for (int i = 0; i < nodes.size(); i++) {
      Object value = record.get(i);
      if (value != null) {
        value(nodes.get(i), value);
      }
    }
  }

  private void value(Node node, Object value) {
    switch (node.kind) {
      case STRUCT -> record(node.children, (GenericRecord) value);
      case LIST -> {
        for (Object item : (List<?>) value) {
          if (item != null) {
            value(node.children.get(0), item);
          }
        }
      }
      case DOUBLE -> totals.addReals(node.leaf, 1, (Double) value);
      case BOOLEAN, INT, DATE, LONG, TIMESTAMP, TEXT, DECIMAL ->
          totals.addIntegers(node.leaf, 1, number(node.kind, value));
    }
  }

  private static long number(ValueKind kind, Object value) {
    return switch (kind) {
      case INT, DATE -> (Integer) value;
      case LONG, TIMESTAMP -> (Long) value;
      case BOOLEAN -> (Boolean) value ? 1 : 0;
      case TEXT -> {
        Utf8 text = (Utf8) value;
        yield FormatValues.ofBytes(text.getBytes(), 0, text.getByteLength());
      }
      case DECIMAL -> {
        ByteBuffer bytes = (ByteBuffer) value;
        yield FormatValues.low64(bytes.array(), bytes.arrayOffset(), bytes.limit());
      }
      case DOUBLE, STRUCT, LIST -> throw new IllegalStateException("Not an integer: " + kind);
    };
  }
}
