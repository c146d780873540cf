// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.error.InvalidSchemaException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.Layout;
import io.albis.format.layout.RowLayout;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Converts column groups to messages and back. */
final class ColumnGroupProtos {

  private ColumnGroupProtos() {}

  /** The message of a column group. */
  static MetadataProtos.ColumnGroup toProto(ColumnGroup group) {
    return MetadataProtos.ColumnGroup.newBuilder()
        .setId(group.id())
        .setLayout(toProto(group.layout()))
        .addAllLeafIds(group.leafIds())
        .build();
  }

  /**
   * The column groups of messages.
   *
   * @throws InvalidSchemaException if they break a rule of SPEC.md, section 7, for the schema
   */
  static List<ColumnGroup> fromProto(List<MetadataProtos.ColumnGroup> messages, Schema schema) {
    List<ColumnGroup> groups = new ArrayList<>(messages.size());
    Set<Integer> ids = new HashSet<>();
    Set<Integer> leafIds = new HashSet<>();
    for (MetadataProtos.ColumnGroup message : messages) {
      ColumnGroup group =
          new ColumnGroup(message.getId(), layout(message.getLayout()), message.getLeafIdsList());
      if (!ids.add(group.id())) {
        throw new InvalidSchemaException(
            "Invalid column groups: id " + group.id() + " is used twice");
      }
      List<Leaf> leaves = new ArrayList<>();
      for (int id : group.leafIds()) {
        if (!schema.hasLeaf(id) || !leafIds.add(id)) {
          throw new InvalidSchemaException(
              "Invalid column group "
                  + group.id()
                  + ": field id "
                  + id
                  + " (expected a leaf that is in one group only)");
        }
        leaves.add(schema.leaf(id));
      }
      if (group.layout() == Layout.ROW) {
        RowLayout.of(leaves);
      }
      groups.add(group);
    }
    for (Leaf leaf : schema.leaves()) {
      if (!leafIds.contains(leaf.id())) {
        throw new InvalidSchemaException("Invalid column groups: none has the leaf " + leaf.path());
      }
    }
    return groups;
  }

  static MetadataProtos.Layout toProto(Layout layout) {
    return switch (layout) {
      case COLUMN -> MetadataProtos.Layout.COLUMN;
      case ROW -> MetadataProtos.Layout.ROW;
    };
  }

  /**
   * The layout of a message.
   *
   * @throws InvalidSchemaException if it is unknown
   */
  static Layout layout(MetadataProtos.Layout message) {
    return switch (message) {
      case COLUMN -> Layout.COLUMN;
      case ROW -> Layout.ROW;
      case LAYOUT_UNSPECIFIED, UNRECOGNIZED ->
          throw new InvalidSchemaException("Invalid layout: " + message);
    };
  }
}
