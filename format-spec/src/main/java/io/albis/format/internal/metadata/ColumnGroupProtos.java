// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.ColumnGroup;
import java.util.ArrayList;
import java.util.List;

/** Converts column groups to messages and back. */
final class ColumnGroupProtos {

  private ColumnGroupProtos() {}

  /** The messages of the groups that are listed. */
  static List<MetadataProtos.ColumnGroup> toProto(ColumnGroups groups) {
    return groups.listed().stream().map(ColumnGroupProtos::toProto).toList();
  }

  private static MetadataProtos.ColumnGroup toProto(ColumnGroup group) {
    MetadataProtos.ColumnGroup.Builder message =
        MetadataProtos.ColumnGroup.newBuilder()
            .setId(group.id())
            .setLayout(toProto(Layout.of(group)))
            .setRetired(group.retired());
    for (int i = 0; i < group.leafCount(); i++) {
      message.addLeafIds(group.leafId(i));
    }
    return message.build();
  }

  /**
   * The column groups of messages.
   *
   * @throws InvalidArgumentException if they break a rule of SPEC.md, section 7, that needs no
   *     schema
   */
  static ColumnGroups fromProto(List<MetadataProtos.ColumnGroup> messages, List<Integer> order) {
    List<ColumnGroup> groups = new ArrayList<>(messages.size());
    for (MetadataProtos.ColumnGroup message : messages) {
      boolean isRowLayout = layout(message.getLayout()) == Layout.ROW;
      ColumnGroup group =
          isRowLayout
              ? ColumnGroup.ofRows(message.getId(), message.getLeafIdsList())
              : ColumnGroup.ofColumn(message.getId(), message.getLeafIdsList());
      for (int i = 0; i < group.leafCount(); i++) {
        if (group.leafId(i) < 1) {
          throw new InvalidArgumentException(
              "Invalid column group " + group.id() + ": leaf " + group.leafId(i));
        }
      }
      groups.add(message.getRetired() ? group.asRetired() : group);
    }
    ColumnGroups result = groups.isEmpty() ? ColumnGroups.implicit() : ColumnGroups.of(groups);
    return order.isEmpty() ? result : result.withOrder(order);
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
   * @throws InvalidArgumentException if it is unknown
   */
  static Layout layout(MetadataProtos.Layout message) {
    return switch (message) {
      case COLUMN -> Layout.COLUMN;
      case ROW -> Layout.ROW;
      case LAYOUT_UNSPECIFIED, UNRECOGNIZED ->
          throw new InvalidArgumentException("Invalid layout: " + message);
    };
  }
}
