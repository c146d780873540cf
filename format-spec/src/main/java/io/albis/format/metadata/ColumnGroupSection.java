// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.List;

/**
 * A section of a manifest file: the extents of a column group in all row groups of the manifest.
 *
 * @param columnGroupId id of the column group
 * @param extents at most one for each row group, ascending
 */
public record ColumnGroupSection(int columnGroupId, List<Extent> extents) {

  /** Copies the list. */
  public ColumnGroupSection {
    extents = List.copyOf(extents);
  }

  MetadataProtos.ColumnGroupSection toProto() {
    MetadataProtos.ColumnGroupSection.Builder message =
        MetadataProtos.ColumnGroupSection.newBuilder().setColumnGroupId(columnGroupId);
    extents.forEach(extent -> message.addExtents(extent.toProto()));
    return message.build();
  }
}
