// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.text.TextRows;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A CSV or JSON lines file. Each part is a range of lines. */
final class TextSource implements InputSource {

  private final TextRows text;
  private final List<Part> parts = new ArrayList<>();

  TextSource(TextRows text) {
    this.text = text;
    text.parts().forEach(rows -> parts.add(new Part(parts.size(), rows)));
  }

  @Override
  public String name() {
    return text.name();
  }

  @Override
  public Schema schema() {
    return text.schema();
  }

  @Override
  public Map<String, String> properties() {
    return Map.of();
  }

  @Override
  public List<Part> parts() {
    return parts;
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    text.read(part.index(), wanted, batches, written);
  }
}
