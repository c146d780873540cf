// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.List;

/** How a snapshot refers to a manifest (SPEC.md, section 11). Immutable and thread-safe. */
public final class ManifestRef {

  private final MetadataProtos.ManifestRef message;

  ManifestRef(MetadataProtos.ManifestRef message) {
    this.message = message;
  }

  static void check(MetadataProtos.ManifestRef ref, Check check) {
    check.path(ref.getPath());
    check.notNegative("footer length of a manifest", ref.getFooterLength());
    check.that(
        ref.getLength()
            >= (long) ref.getFooterLength() + FileLayout.BODY_START + FileLayout.TAIL_LENGTH,
        "length of a manifest",
        "room for its footer of " + ref.getFooterLength(),
        Long.toUnsignedString(ref.getLength()));
    check.notNegative("row group base", ref.getRowGroupBase());
    check.notNegative("row group count", ref.getRowGroupCount());
    check.notNegative("row count of a manifest", ref.getRowCount());
    check.notNegative("data bytes", ref.getDataBytes());
    check.notNegative("file count", ref.getFileCount());
  }

  /** Starts a reference. */
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

  /** Length of its footer, in bytes. */
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

  /** Number of the data files that it refers to. */
  public int fileCount() {
    return message.getFileCount();
  }

  /** Statistics of leaves that are partition sources or in a sort order; may be empty. */
  public List<ColumnStatistics> bounds() {
    return ColumnStatistics.of(message.getBoundsList());
  }

  /** Bounds of its partitions, one for each spec of its row groups; empty if unknown. */
  public List<PartitionBounds> partitionBounds() {
    Check check = new Check(path(), -1);
    return message.getPartitionBoundsList().stream()
        .map(bounds -> PartitionBounds.decode(bounds, check))
        .toList();
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

  /** Collects the description of a manifest. For one thread. */
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
    public Builder file(EncodedEnd encoded) {
      message.setLength(encoded.bytes().length).setFooterLength(encoded.footerLength());
      return this;
    }

    /** Sets the number, in the table, of the row group with index 0. */
    public Builder rowGroupBase(long number) {
      message.setRowGroupBase(number);
      return this;
    }

    /** Sets the number of row groups and of their rows. */
    public Builder rowGroups(RowGroups rowGroups) {
      message.setRowGroupCount(rowGroups.count()).setRowCount(rowGroups.totalRows());
      return this;
    }

    /** Sets the total length of the extents, in bytes. */
    public Builder dataBytes(long bytes) {
      message.setDataBytes(bytes);
      return this;
    }

    /** Sets the number of data files. */
    public Builder fileCount(int count) {
      message.setFileCount(count);
      return this;
    }

    /** Sets the statistics of leaves that are partition sources or in a sort order. */
    public Builder bounds(List<ColumnStatistics> bounds) {
      message.clearBounds();
      bounds.forEach(one -> message.addBounds(one.toProto()));
      return this;
    }

    /** Sets the bounds of the partitions. */
    public Builder partitionBounds(List<PartitionBounds> bounds) {
      message.clearPartitionBounds();
      bounds.forEach(one -> message.addPartitionBounds(one.toProto()));
      return this;
    }

    /** Builds the reference. */
    public ManifestRef build() {
      return new ManifestRef(message.build());
    }
  }
}
