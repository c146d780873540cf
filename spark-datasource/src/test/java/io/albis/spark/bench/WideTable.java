// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A batch of a table with many columns, in turn int, bigint, double, decimal(7,2) and string, of
 * which 5 % of the values are null, and with the number of the row. It stays in memory until it is
 * closed.
 */
final class WideTable implements AutoCloseable {

  private static final List<Type> TYPES =
      List.of(Type.int32(), Type.int64(), Type.float64(), Type.decimal(7, 2), Type.string());

  private final Path directory;
  private final Table table;
  private final BatchCursor cursor;

  /** Writes the table and reads its first batch. */
  WideTable(int columns, int rowCount, ColumnGroupSpec groups) throws IOException {
    directory = Files.createTempDirectory("albis-wide");
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.nullable("c" + i, TYPES.get(i % TYPES.size())));
    }
    fields.add(Field.required("n", Type.int32()));
    String uri = directory.resolve("table").toUri().toString();
    try (TableWriter writer =
        TableWriter.create(uri, Schema.of(fields)).columnGroups(groups).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, columns, rowCount);
      }
      writer.commit();
    }
    table = Table.open(uri);
    cursor = table.scan().batches();
    cursor.next();
  }

  private static void write(RowWriter rows, int columns, int rowCount) {
    Random random = new Random(7);
    for (int row = 0; row < rowCount; row++) {
      for (int i = 0; i < columns; i++) {
        int number = random.nextInt(100_000);
        if (random.nextInt(100) < 5) {
          rows.setNull(i);
        } else {
          switch (i % TYPES.size()) {
            case 0 -> rows.setInt(i, number);
            case 1 -> rows.setLong(i, number);
            case 2 -> rows.setDouble(i, number);
            case 3 -> rows.setUnscaledDecimal(i, number);
            default -> rows.setString(i, Integer.toString(number));
          }
        }
      }
      rows.setInt(columns, row);
      rows.endRow();
    }
  }

  Schema schema() {
    return table.schema();
  }

  ColumnBatch batch() {
    return cursor.batch();
  }

  @Override
  public void close() throws IOException {
    cursor.close();
    table.close();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
