// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tests.RowInput;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes small tables. */
final class TestTable {

  private TestTable() {}

  /** Writes rows in segments of 4 KiB, so that there are many batches. */
  static String write(
      Path directory, Schema schema, ColumnGroupSpec groups, List<? extends List<?>> rows) {
    String uri = directory.toUri().toString();
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(groups)
            .rowGroupSize(64 << 10)
            .segmentSize(4 << 10)
            .open()) {
      try (RowWriter target = writer.newRowWriter()) {
        RowInput.write(target, schema, rows);
      }
      writer.commit();
    }
    return uri;
  }

  /** Writes a column {@code c}. */
  static String writeColumn(Path directory, String type, Object... values) {
    Schema schema = Schema.of(Field.nullable("c", Type.parse(type)));
    List<List<Object>> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(Collections.singletonList(value));
    }
    return write(directory, schema, ColumnGroupSpec.single(), rows);
  }
}
