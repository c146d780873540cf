// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** The nodes and buffers of a record batch that belong to the projected columns. */
final class ArrowProjection {

  private final Schema schema;
  private final int[] nodes;
  private final int[] buffers;

  /**
   * Projects the columns of a file.
   *
   * @param file fields of the file
   * @param wanted fields to read, in this order
   */
  ArrowProjection(Schema file, io.albis.format.schema.Schema wanted) {
    Map<String, IntStream> nodesOf = new HashMap<>();
    Map<String, IntStream> buffersOf = new HashMap<>();
    int node = 0;
    int buffer = 0;
    for (Field field : file.getFields()) {
      nodesOf.put(field.getName(), IntStream.range(node, node += nodes(field)));
      buffersOf.put(field.getName(), IntStream.range(buffer, buffer += buffers(field)));
    }
    List<String> names = wanted.fields().stream().map(field -> field.name()).toList();
    this.schema = new Schema(names.stream().map(file::findField).toList());
    this.nodes = names.stream().flatMapToInt(nodesOf::get).toArray();
    this.buffers = names.stream().flatMapToInt(buffersOf::get).toArray();
  }

  private static int nodes(Field field) {
    return 1 + field.getChildren().stream().mapToInt(ArrowProjection::nodes).sum();
  }

  private static int buffers(Field field) {
    return TypeLayout.getTypeBufferCount(field.getType())
        + field.getChildren().stream().mapToInt(ArrowProjection::buffers).sum();
  }

  /** The columns, as the file describes them. */
  Schema schema() {
    return schema;
  }

  /** The nodes of a record batch; owned by this. */
  int[] nodes() {
    return nodes;
  }

  /** The buffers of a record batch; owned by this. */
  int[] buffers() {
    return buffers;
  }
}
