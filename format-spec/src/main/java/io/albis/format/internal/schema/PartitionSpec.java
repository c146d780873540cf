// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * By which values row groups are partitioned.
 *
 * @param id from 1, unique among the specs of the table
 * @param fields at least one
 */
public record PartitionSpec(int id, List<PartitionField> fields) {

  /**
   * Copies the list.
   *
   * @throws InvalidArgumentException if the id is not positive, there is no field, or two have the
   *     same id or name
   */
  public PartitionSpec {
    fields = List.copyOf(fields);
    if (id < 1 || fields.isEmpty()) {
      throw new InvalidArgumentException(
          "Invalid partition spec: id "
              + id
              + ", "
              + fields.size()
              + " fields (expected at least 1)");
    }
    Set<Object> seen = new HashSet<>();
    for (PartitionField field : fields) {
      if (!seen.add(field.id()) || !seen.add(field.name())) {
        throw new InvalidArgumentException(
            "Invalid partition spec " + id + ": two fields have the id or name of " + field.name());
      }
    }
  }

  /**
   * Requires that the values of a schema can be partitioned so.
   *
   * @throws InvalidArgumentException if a source is not a leaf, or its type cannot be transformed
   */
  public void requireValidFor(Schema schema) {
    for (PartitionField field : fields) {
      bind(field, schema);
    }
  }

  private static BoundTransform bind(PartitionField field, Schema schema) {
    if (!schema.hasLeaf(field.sourceId())) {
      throw new InvalidArgumentException(
          "Invalid partition field " + field.name() + ": no leaf has the id " + field.sourceId());
    }
    return new BoundTransform(field.transform(), schema.leaf(field.sourceId()).type());
  }

  /** The functions of the fields, in order; see {@link #requireValidFor}. */
  public List<BoundTransform> bind(Schema schema) {
    return fields.stream().map(field -> bind(field, schema)).toList();
  }

  /**
   * A partition with its values in the widths of the present types, so that partitions of row
   * groups from before a column was widened equal those from after it.
   *
   * @param partition of this spec
   * @throws InvalidArgumentException if it has another number of values, or of another length
   */
  public PartitionTuple normalize(PartitionTuple partition, Schema schema) {
    if (partition.specId() != id || partition.size() != fields.size()) {
      throw new InvalidArgumentException(
          "Invalid partition "
              + partition
              + " (expected "
              + fields.size()
              + " values of spec "
              + id
              + ")");
    }
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      PartitionField field = fields.get(i);
      byte[] value = partition.value(i);
      if (value != null && schema.hasLeaf(field.sourceId())) {
        Leaf leaf = schema.leaf(field.sourceId());
        if (field.transform().accepts(leaf.type())) {
          Type type = field.transform().resultType(leaf.type());
          if (!PlainEncoding.isValidLength(type, value.length)) {
            throw new InvalidArgumentException(
                "Invalid partition " + partition + ": " + field.name() + " is of type " + type);
          }
          value = PlainEncoding.widen(type, value);
        }
      }
      values.add(value);
    }
    return new PartitionTuple(id, values);
  }

  /** By what rows are partitioned, with the paths of columns; of a dropped column, its id. */
  public List<Partitioning> partitionings(Schema schema) {
    return fields.stream()
        .map(
            field ->
                new Partitioning(pathOf(field.sourceId(), schema), field.transform(), field.name()))
        .toList();
  }

  /** The path of a leaf; of one that was dropped, its id. */
  static String pathOf(int leafId, Schema schema) {
    return schema.hasLeaf(leafId) ? schema.leaf(leafId).path() : "field " + leafId;
  }
}
