// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.output.JsonObjects;
import io.albis.cli.row.RowValues;
import io.albis.format.schema.Schema;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of valid text, values are the same as those of the library. */
class RowValuesTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void isTheMaterializedRow(long seed) {
    RandomTable random = new RandomTable(seed, type -> true);
    String name = directory.resolve("table").toString();
    random.write(name, random.schema(8, 3), 500);
    try (Table table = Table.open(name);
        RowCursor rows = table.scan().rows()) {
      RowValues values = new RowValues(table.scan().schema());
      while (rows.next()) {
        assertThat(json(table.schema(), values.of(rows.row())))
            .isEqualTo(json(table.schema(), rows.row().materialize()));
      }
    }
  }

  private static List<Object> json(Schema schema, List<Object> row) {
    List<Object> values = new java.util.ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      values.add(JsonObjects.of(schema.fields().get(i).type(), row.get(i)));
    }
    return values;
  }
}
