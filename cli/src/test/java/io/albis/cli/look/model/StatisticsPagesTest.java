// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsPagesTest {

  @TempDir private Path directory;

  /** As in tables of values, so that different bytes look different. */
  @Test
  void showsBytesThatAreNotUtf8() {
    String table = directory.resolve("t").toString();
    Schema schema = Schema.of(Field.nullable("s", Type.string()));
    try (TableWriter writer = TableWriter.create(table, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setBytes(0, new byte[] {'a', (byte) 0xfe});
        rows.endRow();
        rows.setBytes(0, new byte[] {'a', (byte) 0xff});
        rows.endRow();
      }
      writer.commit();
    }
    try (Table opened = Table.open(table)) {
      List<String> cells = StatisticsPages.cells(opened.columnStatistics().get(0), "s");
      assertThat(cells).endsWith("a\\xfe", "a\\xff");
    }
  }
}
