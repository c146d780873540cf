// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow files contain each value once, even if batches share memory. */
class ArrowFileTest {

  private static final int ROWS = 20_000;

  @TempDir private Path directory;

  @Test
  void batchesContainOnlyTheirOwnValues() throws Exception {
    String table = directory.resolve("table").toString();
    write(table);
    Path file = directory.resolve("file.arrow");

    assertThat(CliRun.albis("export", table, file.toString()).exitCode()).isZero();

    int batches = 0;
    int row = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(FileChannel.open(file), allocator)) {
      while (reader.loadNextBatch()) {
        batches++;
        VarCharVector texts = (VarCharVector) reader.getVectorSchemaRoot().getVector("text");
        ListVector lists = (ListVector) reader.getVectorSchemaRoot().getVector("list");
        for (int i = 0; i < texts.getValueCount(); i++, row++) {
          assertThat(texts.getObject(i)).hasToString("text of row " + row);
          assertThat(lists.getObject(i)).isEqualTo(List.of(row, -row));
        }
      }
    }
    assertThat(row).isEqualTo(ROWS);
    assertThat(batches).isGreaterThan(10);
    // A number, a string and its offset, a list of two elements and its offset.
    long values = ROWS * (8L + "text of row 12345".length() + 4 + 2 * 4 + 4);
    assertThat(Files.size(file)).isBetween(values, values * 21 / 20);
  }

  /** Segments end at different rows in each column, and batches at all of them. */
  private static void write(String uri) {
    Schema schema =
        Schema.of(
            Field.required("number", Type.int64()),
            Field.required("text", Type.string()),
            Field.required("list", Type.list(Field.required("element", Type.int32()))));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.single())
            .segmentSize(1 << 14)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < ROWS; row++) {
          rows.setLong(0, row);
          rows.setString(1, "text of row " + row);
          ValueWriter list = rows.value(2);
          list.beginList();
          list.element().setInt(row);
          list.element().setInt(-row);
          list.endList();
          rows.endRow();
        }
      }
      writer.commit();
    }
  }
}
