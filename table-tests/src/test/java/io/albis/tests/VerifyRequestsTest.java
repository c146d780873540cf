// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.reader.Verification;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verification reads small segments that are near each other together. */
class VerifyRequestsTest {

  private static final int COLUMNS = 50;
  private static final int APPENDS = 20;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void write() {
    uri = TestRoot.uri(directory);
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      fields.add(Field.nullable("c" + c, Type.int64()));
    }
    for (int a = 0; a < APPENDS; a++) {
      TableWriter.Builder builder =
          a == 0
              ? TableWriter.create(uri, Schema.of(fields)).columnGroups(ColumnGroupSpec.single())
              : TableWriter.append(uri);
      try (TableWriter writer = builder.open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int row = 0; row < 100; row++) {
            for (int c = 0; c < COLUMNS; c++) {
              rows.setLong(c, (long) a * row + c);
            }
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
  }

  private long requests(int segments) {
    try (Table table = TestTables.open(uri)) {
      long before = table.metrics().readRequests();
      Verification found = table.verify(bytes -> {});
      assertThat(found.problems()).isEmpty();
      assertThat(found.segments()).isEqualTo(segments);
      return table.metrics().readRequests() - before;
    }
  }

  @Test
  void readsRowGroupsAsWholes() {
    // Before segments were read together, these were 4 requests for each segment.
    assertThat(requests(COLUMNS * APPENDS)).isLessThan(COLUMNS * APPENDS / 4);
  }

  @Test
  void readsOptimizedColumnsTogether() {
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      maintenance.optimize(RewriteOptions.defaults());
    }
    assertThat(requests(COLUMNS * APPENDS)).isLessThan(COLUMNS * APPENDS / 4);
  }
}
