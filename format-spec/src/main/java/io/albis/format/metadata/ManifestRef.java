// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.List;

/** A snapshot's reference to a manifest (SPEC.md, section 5). Immutable. */
public final class ManifestRef {

  /**
   * The whole message is kept, so that later snapshots preserve the fields of later minor versions.
   */
  private final MetadataProtos.ManifestRef message;

  ManifestRef(MetadataProtos.ManifestRef message) {
    this.message = message;
  }

  /** Creates a builder. */
  public static Builder builder() {
    return new Builder(MetadataProtos.ManifestRef.newBuilder());
  }

  /** Creates a builder with the values of this reference. */
  public Builder toBuilder() {
    return new Builder(message.toBuilder());
  }

  /** Path, relative to the table directory. */
  public String path() {
    return message.getPath();
  }

  /** Length of the file, in bytes. */
  public long length() {
    return message.getLength();
  }

  /** Length of its footer in bytes, without the tail. */
  public int footerLength() {
    return message.getFooterLength();
  }

  /** Number, in the table, of the row group with index 0. */
  public long rowGroupBase() {
    return message.getRowGroupBase();
  }

  /** Number of its row groups. */
  public long rowGroupCount() {
    return message.getRowGroupCount();
  }

  /** Number of rows of all its row groups. */
  public long rowCount() {
    return message.getRowCount();
  }

  /** Total length of its extents, in bytes. */
  public long dataBytes() {
    return message.getDataBytes();
  }

  /** Ids of the column groups that have sections, ascending. */
  public List<Integer> columnGroupIds() {
    return message.getColumnGroupIdsList();
  }

  MetadataProtos.ManifestRef toProto() {
    return message;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ManifestRef other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return path() + " of " + rowGroupCount() + " row groups";
  }

  /** Builds references to manifests. Not thread-safe. */
  public static final class Builder {

    private final MetadataProtos.ManifestRef.Builder message;

    private Builder(MetadataProtos.ManifestRef.Builder message) {
      this.message = message;
    }

    /** Sets the path, relative to the table directory. */
    public Builder path(String path) {
      message.setPath(path);
      return this;
    }

    /** Sets the length of the file and that of its footer. */
    public Builder file(ManifestFile.Encoded encoded) {
      message.setLength(encoded.bytes().length).setFooterLength(encoded.footerLength());
      return this;
    }

    /** Sets the number, in the table, of the row group with index 0. */
    public Builder rowGroupBase(long number) {
      message.setRowGroupBase(number);
      return this;
    }

    /** Sets the number of row groups. */
    public Builder rowGroupCount(long count) {
      message.setRowGroupCount(count);
      return this;
    }

    /** Sets the number of rows. */
    public Builder rowCount(long count) {
      message.setRowCount(count);
      return this;
    }

    /** Sets the total length of the extents, in bytes. */
    public Builder dataBytes(long bytes) {
      message.setDataBytes(bytes);
      return this;
    }

    /** Sets the ids of the column groups, ascending. */
    public Builder columnGroupIds(List<Integer> ids) {
      message.clearColumnGroupIds().addAllColumnGroupIds(ids);
      return this;
    }

    /** Builds the reference. */
    public ManifestRef build() {
      return new ManifestRef(message.build());
    }
  }
}
