// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import org.apache.spark.unsafe.Platform;

/** Lists. */
final class ListColumn implements ValueColumn {

  private final Elements elements;
  private final Offsets offsets = new Offsets();

  ListColumn(Elements elements) {
    this.elements = elements;
  }

  @Override
  public void add(Object base, long container, long slot) {
    elements.addAll(base, container + (Platform.getLong(base, slot) >>> 32));
    offsets.add(elements.count());
  }

  @Override
  public void addEmpty() {
    offsets.add(elements.count());
  }

  @Override
  public void setTo(BatchColumn target) {
    target.setOffsets(offsets.values());
    elements.setTo(target.child(0));
  }

  @Override
  public long bytes() {
    return elements.bytes() + offsets.bytes();
  }

  @Override
  public void clear() {
    elements.clear();
    offsets.clear();
  }

  @Override
  public void close() {
    elements.close();
  }
}
