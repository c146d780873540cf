// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import org.apache.spark.unsafe.Platform;

/** Maps: Spark's rows have the length of the array of keys, the keys and the values. */
final class MapColumn implements ValueColumn {

  private final Elements keys;
  private final Elements values;
  private final Offsets offsets = new Offsets();

  MapColumn(Elements keys, Elements values) {
    this.keys = keys;
    this.values = values;
  }

  @Override
  public void add(Object base, long container, long slot) {
    long start = container + (Platform.getLong(base, slot) >>> 32);
    long first = start + Long.BYTES;
    keys.addAll(base, first);
    values.addAll(base, first + Platform.getLong(base, start));
    offsets.add(keys.count());
  }

  @Override
  public void addEmpty() {
    offsets.add(keys.count());
  }

  @Override
  public void setTo(BatchColumn target) {
    target.setOffsets(offsets.values());
    keys.setTo(target.child(0));
    values.setTo(target.child(1));
  }

  @Override
  public long bytes() {
    return keys.bytes() + values.bytes() + offsets.bytes();
  }

  @Override
  public void clear() {
    keys.clear();
    values.clear();
    offsets.clear();
  }

  @Override
  public void close() {
    keys.close();
    values.close();
  }
}
