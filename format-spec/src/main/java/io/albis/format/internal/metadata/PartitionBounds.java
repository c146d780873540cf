// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds of the partitions of the row groups of a manifest, for one partition spec.
 *
 * @param specId id of the spec; 0 for row groups in no partition
 * @param fields one for each field of the spec
 */
public record PartitionBounds(int specId, List<FieldBounds> fields) {

  /** Copies the list. */
  public PartitionBounds {
    fields = List.copyOf(fields);
  }

  /**
   * Bounds of the values of a partition field.
   *
   * @param hasNull whether a value is null
   * @param hasNan whether a value is NaN
   * @param bounds least and greatest value apart from null and NaN, in plain encoding of the
   *     transform's result, or of a type that widens to it; null if there is no such value
   */
  public record FieldBounds(boolean hasNull, boolean hasNan, Bounds bounds) {}

  static PartitionBounds decode(MetadataProtos.PartitionBounds message, Check check) {
    check.notNegative("partition spec of bounds", message.getSpecId());
    List<FieldBounds> fields = new ArrayList<>(message.getFieldsCount());
    for (MetadataProtos.FieldBounds field : message.getFieldsList()) {
      Bounds bounds =
          field.getHasMinMax()
              ? Bounds.exact(field.getMin().toByteArray(), field.getMax().toByteArray())
              : null;
      fields.add(new FieldBounds(field.getHasNull(), field.getHasNan(), bounds));
    }
    return new PartitionBounds(message.getSpecId(), fields);
  }

  MetadataProtos.PartitionBounds toProto() {
    MetadataProtos.PartitionBounds.Builder message =
        MetadataProtos.PartitionBounds.newBuilder().setSpecId(specId);
    for (FieldBounds field : fields) {
      MetadataProtos.FieldBounds.Builder one =
          MetadataProtos.FieldBounds.newBuilder()
              .setHasNull(field.hasNull())
              .setHasNan(field.hasNan());
      if (field.bounds() != null) {
        one.setHasMinMax(true)
            .setMin(ByteString.copyFrom(field.bounds().min()))
            .setMax(ByteString.copyFrom(field.bounds().max()));
      }
      message.addFields(one);
    }
    return message.build();
  }
}
