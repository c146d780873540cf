// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import org.apache.spark.unsafe.Platform;

/** Variants: Spark's rows have the length of the value, the value and the metadata. */
final class VariantColumn implements ValueColumn {

  private final int metadataOrdinal;
  private final BytesColumn metadata = new BytesColumn();
  private final BytesColumn values = new BytesColumn();

  /**
   * Creates a column.
   *
   * @param isMetadataFirst whether it is the first field of the struct
   */
  VariantColumn(boolean isMetadataFirst) {
    this.metadataOrdinal = isMetadataFirst ? 0 : 1;
  }

  @Override
  public void add(Object base, long container, long slot) {
    long word = Platform.getLong(base, slot);
    long start = container + (word >>> 32);
    int length = Platform.getInt(base, start);
    long value = start + Integer.BYTES;
    values.add(base, value, length, false);
    metadata.add(base, value + length, (int) word - Integer.BYTES - length, false);
  }

  @Override
  public void addEmpty() {
    values.addEmpty();
    metadata.addEmpty();
  }

  @Override
  public void setTo(BatchColumn target) {
    metadata.setTo(target.child(metadataOrdinal));
    values.setTo(target.child(1 - metadataOrdinal));
  }

  @Override
  public long bytes() {
    return metadata.bytes() + values.bytes();
  }

  @Override
  public void clear() {
    metadata.clear();
    values.clear();
  }
}
