// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * The structure of a row: the leaves of a projected schema by ordinal, and how they form its
 * fields. Ordinals number the value leaves first, then the presence leaves, both in the order of
 * the schema.
 */
public final class RowFields {

  private final List<Leaf> leaves;
  private final int projected;
  private final Map<Integer, Integer> presenceOrdinals;
  private final List<Node> nodes;

  /**
   * A field: a leaf with its ordinal, or a struct with its fields and its presence leaf (-1 if
   * none).
   */
  private record Node(int ordinal, List<Node> children) {}

  private RowFields(Schema schema) {
    List<Leaf> values = new ArrayList<>();
    List<Leaf> presence = new ArrayList<>();
    for (Leaf leaf : schema.leaves()) {
      (leaf.isPresence() ? presence : values).add(leaf);
    }
    projected = values.size();
    presenceOrdinals = new HashMap<>();
    for (Leaf leaf : presence) {
      presenceOrdinals.put(leaf.id(), values.size());
      values.add(leaf);
    }
    leaves = List.copyOf(values);
    nodes = nodes(schema.fields(), new int[1]);
  }

  /** Creates the fields of a schema whose fields have ids. */
  public static RowFields of(Schema schema) {
    return new RowFields(schema);
  }

  private List<Node> nodes(List<Field> fields, int[] next) {
    List<Node> result = new ArrayList<>(fields.size());
    for (Field field : fields) {
      if (field.type().kind() == TypeKind.STRUCT) {
        int presence = presenceOrdinals.getOrDefault(field.id(), -1);
        result.add(new Node(presence, nodes(field.type().children(), next)));
      } else {
        result.add(new Node(next[0]++, null));
      }
    }
    return result;
  }

  /** All leaves by ordinal. */
  public List<Leaf> leaves() {
    return leaves;
  }

  /** Number of leaves that are not presence leaves. */
  public int projected() {
    return projected;
  }

  /** Returns a builder of shapes for these leaves. */
  public RowShapeBuilder shapeBuilder() {
    return new RowShapeBuilder(leaves, projected);
  }

  /** Returns the leaf of an ordinal that users may pass. */
  Leaf leaf(int ordinal) {
    if (ordinal < 0 || ordinal >= projected) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (projected - 1) + ")");
    }
    return leaves.get(ordinal);
  }

  Type type(int ordinal) {
    return leaves.get(ordinal).type();
  }

  /** Returns the ordinal of a presence leaf, or -1 if the struct is never null. */
  int presenceOrdinal(int fieldId) {
    Integer ordinal = presenceOrdinals.get(fieldId);
    if (ordinal == null) {
      if (isRequiredStruct(fieldId)) {
        return -1;
      }
      throw new IllegalArgumentException(
          "Invalid field id: " + fieldId + " (expected that of a struct which the scan reads)");
    }
    return ordinal;
  }

  private boolean isRequiredStruct(int fieldId) {
    return leaves.stream().anyMatch(leaf -> leaf.ancestorIds().contains(fieldId));
  }

  /** Assembles the top-level fields from the values of the leaves. */
  List<Object> materialize(IntPredicate isNull, IntFunction<Object> value) {
    return values(nodes, isNull, value);
  }

  private static List<Object> values(
      List<Node> nodes, IntPredicate isNull, IntFunction<Object> value) {
    List<Object> result = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      if (node.children == null) {
        result.add(value.apply(node.ordinal));
      } else if (node.ordinal >= 0 && isNull.test(node.ordinal)) {
        result.add(null);
      } else {
        result.add(values(node.children, isNull, value));
      }
    }
    return result;
  }
}
