// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileInputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/** Reads an Arrow file with Arrow's own reader. */
final class ArrowRows {

  private ArrowRows() {}

  /** Compares numbers, booleans, text and nulls of the columns, and the number of rows. */
  static void assertHolds(Path file, List<JsonNode> expected) throws Exception {
    int compared = 0;
    try (BufferAllocator allocator = new RootAllocator();
        FileInputStream in = new FileInputStream(file.toFile());
        ArrowFileReader reader = new ArrowFileReader(in.getChannel(), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema().getFields()).hasSize(expected.get(0).size());
      int first = 0;
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          for (FieldVector vector : root.getFieldVectors()) {
            JsonNode value = expected.get(first + row).get(vector.getName());
            assertThat(vector.isNull(row)).as(vector.getName()).isEqualTo(value.isNull());
            if (value.isBigDecimal()) {
              assertThat(((Number) vector.getObject(row)).doubleValue())
                  .as(vector.getName())
                  .isEqualTo(value.doubleValue());
              compared++;
            } else if (value.isNumber()) {
              assertThat(new BigDecimal(vector.getObject(row).toString()))
                  .as(vector.getName())
                  .isEqualByComparingTo(value.decimalValue());
              compared++;
            } else if (vector.getName().equals("text")) {
              assertThat(vector.getObject(row) == null ? null : vector.getObject(row).toString())
                  .isEqualTo(value.isNull() ? null : value.asText());
              compared++;
            }
          }
        }
        first += root.getRowCount();
      }
      assertThat(first).isEqualTo(expected.size());
      assertThat(compared).isGreaterThan(50);
    }
  }
}
