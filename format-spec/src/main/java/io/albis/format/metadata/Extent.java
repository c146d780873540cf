// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.Arrays;
import java.util.List;

/**
 * The location of a column group of a row group (SPEC.md, section 8). Immutable and thread-safe.
 *
 * <p>The copy of the footer in the manifest stays encoded: {@link DataFile#decodeInManifest}.
 */
public final class Extent {

  /**
   * The whole message is kept, so that rewritten manifests preserve the fields of later minor
   * versions.
   */
  private final MetadataProtos.Extent message;

  private final LazyStatistics statistics;

  Extent(MetadataProtos.Extent message) {
    this.message = message;
    this.statistics = new LazyStatistics(message.getStatisticsList());
  }

  /**
   * Creates an extent that is a whole file, in the first row group of a manifest.
   *
   * @param path relative to the table directory
   * @param length of the file, in bytes
   * @param end of the file
   * @param valueBytes natural width of all values, in bytes
   * @param statistics of the row group, one for each leaf
   */
  public static Extent ofFile(
      String path,
      long length,
      DataFile.Encoded end,
      long valueBytes,
      List<ColumnStatistics> statistics) {
    MetadataProtos.Extent.Builder message =
        MetadataProtos.Extent.newBuilder()
            .setPath(path)
            .setLength(length)
            .setFooterLength(end.footerLength())
            .setValueBytes(valueBytes)
            .setFooter(end.footerInManifest());
    statistics.forEach(one -> message.addStatistics(one.toProto()));
    return new Extent(message.build());
  }

  /** Position of its row group in the manifest. */
  public int rowGroup() {
    return message.getRowGroup();
  }

  /** Path of its file, relative to the table directory. */
  public String path() {
    return message.getPath();
  }

  /** Its offset in the file, in bytes: a multiple of 4096. */
  public long offset() {
    return message.getOffset();
  }

  /** Its length in bytes, including its tail. */
  public long length() {
    return message.getLength();
  }

  /** Length of its footer in bytes, without the tail. */
  public int footerLength() {
    return message.getFooterLength();
  }

  /** Natural width of all non-null values, in bytes. */
  public long valueBytes() {
    return message.getValueBytes();
  }

  /** Statistics of the row group, one for each leaf. */
  public List<ColumnStatistics> statistics() {
    return statistics.get();
  }

  /** Whether the manifest contains the footer, so that it need not be read from the file. */
  public boolean hasFooter() {
    return !message.getFooter().isEmpty();
  }

  /** Whether the footer in the manifest equals these bytes. */
  public boolean footerEquals(byte[] bytes) {
    return Arrays.equals(message.getFooter().toByteArray(), bytes);
  }

  ByteString footer() {
    return message.getFooter();
  }

  /** Returns the same extent for another row group of its manifest. */
  public Extent withRowGroup(int rowGroup) {
    return new Extent(message.toBuilder().setRowGroup(rowGroup).build());
  }

  /** Returns the same extent without a footer: readers use that of the file. */
  public Extent withoutFooter() {
    return new Extent(message.toBuilder().clearFooter().build());
  }

  MetadataProtos.Extent toProto() {
    return message;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Extent other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return path() + " from " + offset() + ", " + length() + " bytes";
  }
}
