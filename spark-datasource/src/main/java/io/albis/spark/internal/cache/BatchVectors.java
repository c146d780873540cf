// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.reader.VectorOwner;
import java.util.ArrayList;
import java.util.List;

/** Creates vectors over the columns of a cached batch. */
final class BatchVectors {

  private final NodePlaces places;
  private final long base;

  /**
   * Creates an instance.
   *
   * @param base address of the batch
   */
  BatchVectors(NodePlaces places, long base) {
    this.places = places;
    this.base = base;
  }

  /**
   * Returns the vector of a node and of all below.
   *
   * @param node its number
   */
  VectorOwner vector(Field field, int node) {
    Type type = field.type();
    VectorOwner vector = new VectorOwner(type, field.name());
    if (places.validity(node) != NodePlaces.NONE) {
      vector.nulls((base + places.validity(node)) * Byte.SIZE, 1, 0);
    }
    long values = base + places.values(node);
    switch (type.physicalType()) {
      case BOOLEAN -> vector.bits(values * Byte.SIZE, 1);
      case STRING, BINARY ->
          vector
              .values(values, Integer.BYTES, SlotKind.OFFSETS)
              .data(base + places.data(node), places.dataLength(node));
      case STRUCT -> vector.children(children(type, node));
      case LIST, MAP ->
          vector.values(values, Integer.BYTES, SlotKind.OFFSETS).children(children(type, node));
      case INT8,
          INT16,
          INT32,
          INT64,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          FLOAT,
          DOUBLE,
          FIXED_BINARY,
          UUID ->
          vector.values(values, type.fixedWidth(), SlotKind.VALUES);
    }
    return vector.rows(places.rows(node));
  }

  private List<ColumnVector> children(Type type, int node) {
    List<ColumnVector> children = new ArrayList<>();
    int[] nodes = CacheSchema.firstNodes(type.children(), node + 1);
    for (int i = 0; i < type.children().size(); i++) {
      children.add(vector(type.children().get(i), nodes[i]).vector());
    }
    return children;
  }
}
