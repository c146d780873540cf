// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Transform;
import io.albis.format.schema.TransformKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Partition specs, partitions and sort orders as messages and back. */
final class PartitionProtos {

  private PartitionProtos() {}

  static MetadataProtos.PartitionSpec toProto(PartitionSpec spec) {
    MetadataProtos.PartitionSpec.Builder message =
        MetadataProtos.PartitionSpec.newBuilder().setId(spec.id());
    for (PartitionField field : spec.fields()) {
      message.addFields(
          MetadataProtos.PartitionField.newBuilder()
              .setId(field.id())
              .setSourceId(field.sourceId())
              .setTransform(toProto(field.transform().kind()))
              .setParameter(field.transform().parameter())
              .setName(field.name()));
    }
    return message.build();
  }

  /**
   * The specs of messages.
   *
   * @throws InvalidArgumentException if one is invalid, or two have the same id
   */
  static List<PartitionSpec> specs(List<MetadataProtos.PartitionSpec> messages) {
    List<PartitionSpec> specs = new ArrayList<>(messages.size());
    Set<Integer> ids = new HashSet<>();
    for (MetadataProtos.PartitionSpec message : messages) {
      List<PartitionField> fields = new ArrayList<>();
      for (MetadataProtos.PartitionField field : message.getFieldsList()) {
        TransformKind kind = kind(field.getTransform());
        fields.add(
            new PartitionField(
                field.getId(),
                field.getSourceId(),
                new Transform(kind, field.getParameter()),
                field.getName()));
      }
      specs.add(new PartitionSpec(message.getId(), fields));
      requireNew(ids, message.getId(), "partition spec");
    }
    return List.copyOf(specs);
  }

  private static void requireNew(Set<Integer> ids, int id, String what) {
    if (!ids.add(id)) {
      throw new InvalidArgumentException("Invalid " + what + ": id " + id + " is used twice");
    }
  }

  private static MetadataProtos.TransformKind toProto(TransformKind kind) {
    return switch (kind) {
      case IDENTITY -> MetadataProtos.TransformKind.IDENTITY;
      case BUCKET -> MetadataProtos.TransformKind.BUCKET;
      case TRUNCATE -> MetadataProtos.TransformKind.TRUNCATE;
      case YEAR -> MetadataProtos.TransformKind.YEAR;
      case MONTH -> MetadataProtos.TransformKind.MONTH;
      case DAY -> MetadataProtos.TransformKind.DAY;
      case HOUR -> MetadataProtos.TransformKind.HOUR;
      case UNKNOWN ->
          throw new InvalidArgumentException("Cannot write a partition spec: unknown transform");
    };
  }

  private static TransformKind kind(MetadataProtos.TransformKind message) {
    return switch (message) {
      case IDENTITY -> TransformKind.IDENTITY;
      case BUCKET -> TransformKind.BUCKET;
      case TRUNCATE -> TransformKind.TRUNCATE;
      case YEAR -> TransformKind.YEAR;
      case MONTH -> TransformKind.MONTH;
      case DAY -> TransformKind.DAY;
      case HOUR -> TransformKind.HOUR;
      case UNRECOGNIZED -> TransformKind.UNKNOWN;
      case TRANSFORM_KIND_UNSPECIFIED ->
          throw new InvalidArgumentException("Invalid partition field: it has no transform");
    };
  }

  static MetadataProtos.PartitionTuple toProto(PartitionTuple partition) {
    MetadataProtos.PartitionTuple.Builder message =
        MetadataProtos.PartitionTuple.newBuilder().setSpecId(partition.specId());
    for (int i = 0; i < partition.size(); i++) {
      byte[] value = partition.value(i);
      message.addValues(value == null ? ByteString.EMPTY : ByteString.copyFrom(value));
      if (value == null) {
        message.addNulls(i);
      }
    }
    return message.build();
  }

  static PartitionTuple fromProto(MetadataProtos.PartitionTuple message, Check check) {
    check.notNegative("partition spec of a partition", message.getSpecId());
    check.that(
        message.getSpecId() != 0 || message.getValuesCount() == 0,
        "partition without a spec",
        "no values",
        message.getValuesCount());
    List<byte[]> values = new ArrayList<>(message.getValuesCount());
    for (ByteString value : message.getValuesList()) {
      values.add(value.toByteArray());
    }
    int last = -1;
    for (int position : message.getNullsList()) {
      check.that(
          position > last && position < values.size() && values.get(position).length == 0,
          "null of a partition",
          "positions of empty values, ascending",
          position);
      last = position;
      values.set(position, null);
    }
    return new PartitionTuple(message.getSpecId(), values);
  }

  static MetadataProtos.SortOrder toProto(SortOrder order) {
    MetadataProtos.SortOrder.Builder message =
        MetadataProtos.SortOrder.newBuilder().setId(order.id());
    for (SortField field : order.fields()) {
      message.addFields(
          MetadataProtos.SortField.newBuilder()
              .setLeafId(field.leafId())
              .setDescending(field.descending())
              .setNullsLast(field.nullsLast()));
    }
    return message.build();
  }

  /**
   * The sort orders of messages.
   *
   * @throws InvalidArgumentException if one is invalid, or two have the same id
   */
  static List<SortOrder> orders(List<MetadataProtos.SortOrder> messages) {
    List<SortOrder> orders = new ArrayList<>(messages.size());
    Set<Integer> ids = new HashSet<>();
    for (MetadataProtos.SortOrder message : messages) {
      List<SortField> fields = new ArrayList<>();
      for (MetadataProtos.SortField field : message.getFieldsList()) {
        fields.add(new SortField(field.getLeafId(), field.getDescending(), field.getNullsLast()));
      }
      orders.add(new SortOrder(message.getId(), fields));
      requireNew(ids, message.getId(), "sort order");
    }
    return List.copyOf(orders);
  }
}
