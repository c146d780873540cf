// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;

/** A row group, as a manifest lists it (SPEC.md, section 8). Immutable. */
public final class RowGroup {

  /**
   * The whole message is kept, so that rewritten manifests preserve the fields of later minor
   * versions.
   */
  private final MetadataProtos.RowGroup message;

  RowGroup(MetadataProtos.RowGroup message) {
    this.message = message;
  }

  /** Creates a row group. */
  public static RowGroup of(long index, long rowCount) {
    return new RowGroup(
        MetadataProtos.RowGroup.newBuilder().setIndex(index).setRowCount(rowCount).build());
  }

  /** Its number, counted from {@link ManifestRef#rowGroupBase}. */
  public long index() {
    return message.getIndex();
  }

  /** Number of its rows. */
  public long rowCount() {
    return message.getRowCount();
  }

  MetadataProtos.RowGroup toProto() {
    return message;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof RowGroup other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return "row group " + index() + " of " + rowCount() + " rows";
  }
}
