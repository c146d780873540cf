// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A file of JSON lines. Each part is a range of lines. */
final class JsonTable extends TextRows {

  private final Set<String> names = new HashSet<>();

  /**
   * Opens a file, and counts its rows.
   *
   * @param all all columns
   * @param schema the columns to read
   */
  JsonTable(TextFile file, List<Field> all, Schema schema) throws IOException {
    super(file, schema, TextScanner.json(file.partBytes()));
    all.forEach(field -> names.add(field.name()));
  }

  @Override
  void read(InputStream in, long firstLine, Schema wanted, TextBatch batch) throws IOException {
    JsonRows.read(name(), in, firstLine, new Objects(wanted, batch));
  }

  /** Adds the values of rows. */
  private final class Objects implements JsonRows.Receiver {
    private final TextBatch batch;
    private final List<JsonValues> columns = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();

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
      return true;
    }
  }
}
