// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * A node of the Arrow array that a leaf is in the column layout (SPEC.md, section 12): its buffers
 * and its children. Nodes and buffers are numbered depth first, as {@code Segment.node_lengths} and
 * {@code Segment.buffer_lengths} are.
 */
public final class ColumnNode {

  /** The buffers that a node has. */
  public enum Kind {
    /** Validity only: a presence leaf. */
    PRESENCE(1),
    /** Validity, values of one bit. */
    BOOLEAN(2),
    /** Validity, values of a fixed width. */
    FIXED(2),
    /** Validity, offsets, bytes: string and binary. */
    VARIABLE(3),
    /** Validity; the children are the fields. Also the entries of a map. */
    STRUCT(1),
    /** Validity, offsets; one child: the element of a list, or the entries of a map. */
    LIST(2);

    private final int bufferCount;

    Kind(int bufferCount) {
      this.bufferCount = bufferCount;
    }

    /** Number of buffers of the node itself. */
    public int bufferCount() {
      return bufferCount;
    }
  }

  private final Kind kind;
  private final Type type;
  private final boolean nullable;
  private final int fieldId;
  private final int index;
  private final int firstBuffer;
  private final List<ColumnNode> children;

  private ColumnNode(
      Kind kind, Type type, boolean nullable, int fieldId, int index, int firstBuffer) {
    this.kind = kind;
    this.type = type;
    this.nullable = nullable;
    this.fieldId = fieldId;
    this.index = index;
    this.firstBuffer = firstBuffer;
    this.children = new ArrayList<>();
  }

  /** The root node of a leaf. */
  public static ColumnNode of(Leaf leaf) {
    return new Builder().leaf(leaf);
  }

  /** The buffers that it has. */
  public Kind kind() {
    return kind;
  }

  /** The type of its elements; for the entries of a map, the map's type. */
  public Type type() {
    return type;
  }

  /** Whether elements may be null; the entries of a map never are. */
  public boolean nullable() {
    return nullable;
  }

  /** The field id; for the entries of a map, that of the map. */
  public int fieldId() {
    return fieldId;
  }

  /** Number of the node, from 0. */
  public int index() {
    return index;
  }

  /** Number of its validity buffer. Offsets, values and bytes follow. */
  public int firstBuffer() {
    return firstBuffer;
  }

  /** Bytes of a value of {@link Kind#FIXED}; otherwise 0. */
  public int width() {
    return kind == Kind.FIXED ? type.fixedWidth() : 0;
  }

  /** The child nodes: the fields of a struct, the element of a list, the entries of a map. */
  public List<ColumnNode> children() {
    return children;
  }

  /** Number of nodes from this one down. */
  public int nodeCount() {
    int count = 1;
    for (ColumnNode child : children) {
      count += child.nodeCount();
    }
    return count;
  }

  /** Number of buffers from this node down. */
  public int bufferCount() {
    int count = kind.bufferCount();
    for (ColumnNode child : children) {
      count += child.bufferCount();
    }
    return count;
  }

  /** Whether this is the key-value struct below a map. */
  public boolean isMapEntries() {
    return kind == Kind.STRUCT && type.nesting() == Nesting.MAP;
  }

  private static final class Builder {
    private int nodes;
    private int buffers;

    ColumnNode leaf(Leaf leaf) {
      if (leaf.isPresence()) {
        return node(Kind.PRESENCE, leaf.type(), leaf.nullable(), leaf.id());
      }
      return below(leaf.type(), leaf.nullable(), leaf.id());
    }

    private ColumnNode node(Kind kind, Type type, boolean nullable, int fieldId) {
      ColumnNode node = new ColumnNode(kind, type, nullable, fieldId, nodes, buffers);
      nodes++;
      buffers += kind.bufferCount;
      return node;
    }

    private ColumnNode below(Type type, boolean nullable, int fieldId) {
      return switch (type.physicalType()) {
        case BOOLEAN -> node(Kind.BOOLEAN, type, nullable, fieldId);
        case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, FIXED_BINARY, UUID ->
            node(Kind.FIXED, type, nullable, fieldId);
        case DECIMAL32, DECIMAL64, DECIMAL128 -> node(Kind.FIXED, type, nullable, fieldId);
        case STRING, BINARY -> node(Kind.VARIABLE, type, nullable, fieldId);
        case STRUCT -> fields(node(Kind.STRUCT, type, nullable, fieldId));
        case LIST -> fields(node(Kind.LIST, type, nullable, fieldId));
        case MAP -> {
          ColumnNode map = node(Kind.LIST, type, nullable, fieldId);
          map.children.add(fields(node(Kind.STRUCT, type, false, fieldId)));
          yield map;
        }
      };
    }

    private ColumnNode fields(ColumnNode parent) {
      for (Field field : parent.type.children()) {
        parent.children.add(below(field.type(), field.nullable(), field.id()));
      }
      return parent;
    }
  }
}
