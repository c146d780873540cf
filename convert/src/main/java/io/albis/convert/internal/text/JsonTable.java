// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** A file of JSON lines. Each part is a range of lines. */
final class JsonTable implements TextRows {

  private final TextFile file;
  private final Set<String> names = new HashSet<>();
  private final Schema schema;
  private final List<TextPart> ranges;

  /**
   * Opens a file, and counts its rows.
   *
   * @param all all columns
   * @param schema the columns to read
   */
  JsonTable(TextFile file, List<Field> all, Schema schema) throws IOException {
    this.file = file;
    all.forEach(field -> names.add(field.name()));
    this.schema = schema;
    try (InputStream in = file.open()) {
      this.ranges =
          TextScanner.json(in, file.isSplittable() ? TextScanner.PART_BYTES : Long.MAX_VALUE);
    }
  }

  @Override
  public String name() {
    return file.path().toString();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public List<Long> parts() {
    return ranges.stream().map(TextPart::rows).toList();
  }

  @Override
  public void read(int part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    TextPart range = ranges.get(part);
    TextBatch batch = new TextBatch(wanted, batches, written);
    Objects objects = new Objects(wanted, batch);
    JsonRows.read(name(), file.open(range), range.firstLine(), objects);
    batch.flush();
    range.requireRows(name(), objects.rows);
  }

  /** Adds the values of rows. */
  private final class Objects implements JsonRows.Receiver {
    private final TextBatch batch;
    private final List<JsonValues> columns = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private long rows;

    Objects(Schema wanted, TextBatch batch) {
      this.batch = batch;
      TextValues values = new TextValues();
      for (Field field : wanted.fields()) {
        indexes.put(field.name(), columns.size());
        columns.add(new JsonValues(name(), field.name(), field.type(), values));
      }
    }

    @Override
    public boolean row(JsonParser json, long line) throws IOException {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String column = json.currentName();
        Integer index = indexes.get(column);
        json.nextToken();
        if (index != null) {
          columns.get(index).add(json, line, batch.column(index));
        } else if (names.contains(column)) {
          json.skipChildren();
        } else {
          throw JsonValues.unknown(name(), line, column);
        }
      }
      batch.endRow();
      rows++;
      return true;
    }
  }
}
