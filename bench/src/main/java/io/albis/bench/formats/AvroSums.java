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
  private final long[] counts;
  private final long[] integers;
  private final double[] reals;

  AvroSums(Schema schema, int leaves) {
    this.columns = nodes(schema.fields(), 0);
    this.counts = new long[leaves];
    this.integers = new long[leaves];
    this.reals = new double[leaves];
  }

  private static List<Node> nodes(List<Field> fields, int firstLeaf) {
    List<Node> nodes = new ArrayList<>();
    int leaf = firstLeaf;
    for (Field field : fields) {
      nodes.add(new Node(ValueKind.of(field.type()), leaf, nodes(field.type().children(), leaf)));
      leaf += Values.leaves(field);
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
    int leaf = node.leaf;
    switch (node.kind) {
      case STRUCT -> {
        record(node.children, (GenericRecord) value);
        return;
      }
      case LIST -> {
        Node element = node.children.get(0);
        for (Object item : (List<?>) value) {
          if (item != null) {
            value(element, item);
          }
        }
        return;
      }
      case INT, DATE -> integers[leaf] += (Integer) value;
      case LONG, TIMESTAMP -> integers[leaf] += (Long) value;
      case DOUBLE -> reals[leaf] += (Double) value;
      case BOOLEAN -> integers[leaf] += (Boolean) value ? 1 : 0;
      case TEXT -> {
        Utf8 text = (Utf8) value;
        integers[leaf] += Values.ofBytes(text.getBytes(), 0, text.getByteLength());
      }
      case DECIMAL -> {
        ByteBuffer bytes = (ByteBuffer) value;
        integers[leaf] += Values.low64(bytes.array(), bytes.arrayOffset(), bytes.limit());
      }
    }
    counts[leaf]++;
  }

  /** Adds the sums to the totals. */
  void addTo(Totals totals) {
    for (int leaf = 0; leaf < counts.length; leaf++) {
      totals.addIntegers(leaf, counts[leaf], integers[leaf]);
      totals.addReals(leaf, 0, reals[leaf]);
    }
  }
}
