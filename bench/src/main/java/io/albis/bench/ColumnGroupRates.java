/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.Table;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads tables of few and of many columns with each choice of column groups: how fast
 * rows and batches are written, and what the choice means for reading. One thread, by turns,
 * medians. Argument: a directory, best one in memory.
 */
public final class ColumnGroupRates {

  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 3);
  private static final int BATCH = 8192;
  private static final List<String> CHOICES = List.of("single", "all", "auto");

  private final Path directory;
  private final Map<String, double[]> nanosPerValue = new LinkedHashMap<>();

  private ColumnGroupRates(Path directory) {
    this.directory = directory;
  }

  /** Runs; see the description of the class. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: bench/run groups DIRECTORY");
      System.exit(2);
    }
    run(Path.of(arguments[0]), 23, 2_000_000, System.out);
    run(Path.of(arguments[0]), 1187, 40_000, System.out);
  }

  private static void run(Path parent, int columns, int rows, PrintStream out) throws IOException {
    Path directory = Files.createTempDirectory(parent, "albis-groups");
    try {
      ColumnGroupRates rates = new ColumnGroupRates(directory);
      for (int round = -1; round < ROUNDS; round++) {
        for (String groups : CHOICES) {
          rates.measure(groups, columns, rows, Math.max(0, round));
        }
      }
      rates.print(columns, rows, out);
    } finally {
      WarmTable.delete(directory);
    }
  }

  /** Half int32, half double. */
  private static Schema schema(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.nullable("c" + i, i % 2 == 0 ? Type.int32() : Type.float64()));
    }
    return Schema.of(fields);
  }

  private void measure(String groups, int columns, int rows, int round) {
    String uri = directory.resolve(groups).toString();
    Schema schema = schema(columns);
    ColumnGroupSpec spec = ColumnGroupSpec.parse(groups);
    time(
        groups,
        "write rows",
        round,
        (long) rows * columns,
        () -> writeRows(uri, schema, spec, rows));
    time(
        groups,
        "write batches",
        round,
        (long) rows * columns,
        () -> writeBatches(uri, schema, spec, rows));
    time(groups, "read all columns", round, (long) rows * columns, () -> sum(uri, columns));
    int few = Math.max(2, columns / 100);
    time(groups, "read " + few + " columns", round, (long) rows * few, () -> sum(uri, few));
  }

  private void time(String groups, String what, int round, long values, Runnable work) {
    long start = System.nanoTime();
    work.run();
    double nanos = (System.nanoTime() - start) / (double) values;
    nanosPerValue.computeIfAbsent(what + "/" + groups, key -> new double[ROUNDS])[round] = nanos;
  }

  private static void writeRows(String uri, Schema schema, ColumnGroupSpec groups, int count) {
    int columns = schema.fields().size();
    try (TableWriter writer = TableWriter.overwrite(uri, schema).columnGroups(groups).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < count; row++) {
          for (int i = 0; i < columns; i += 2) {
            rows.setInt(i, row + i);
          }
          for (int i = 1; i < columns; i += 2) {
            rows.setDouble(i, row + i);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static void writeBatches(String uri, Schema schema, ColumnGroupSpec groups, int count) {
    int columns = schema.fields().size();
    int[] ints = new int[BATCH];
    double[] doubles = new double[BATCH];
    for (int i = 0; i < BATCH; i++) {
      ints[i] = i;
      doubles[i] = i;
    }
    try (TableWriter writer = TableWriter.overwrite(uri, schema).columnGroups(groups).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (int row = 0; row < count; row += BATCH) {
          for (int i = 0; i < columns; i++) {
            if (i % 2 == 0) {
              batches.setInts(i, ints);
            } else {
              batches.setDoubles(i, doubles);
            }
          }
          batches.endBatch(Math.min(BATCH, count - row));
        }
      }
      writer.commit();
    }
  }

  private static void sum(String uri, int columns) {
    String[] names = new String[columns];
    for (int i = 0; i < columns; i++) {
      names[i] = "c" + i;
    }
    double total = 0;
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().select(names).batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        for (int c = 0; c < columns; c++) {
          ColumnVector column = batch.column(c);
          for (int row = 0, rows = column.rowCount(); row < rows; row++) {
            total += c % 2 == 0 ? column.getInt(row) : column.getDouble(row);
          }
        }
      }
    }
    if (total == 0) {
      throw new IllegalStateException("The sum of " + uri + " is 0");
    }
  }

  private void print(int columns, int rows, PrintStream out) {
    out.printf("%,d columns, %,d rows, ns per value (median of %d)%n", columns, rows, ROUNDS);
    out.printf("%-20s", "");
    CHOICES.forEach(groups -> out.printf("%10s", groups));
    out.println();
    List<String> whats =
        nanosPerValue.keySet().stream().map(key -> key.split("/", -1)[0]).distinct().toList();
    for (String what : whats) {
      out.printf("%-20s", what);
      for (String groups : CHOICES) {
        double[] sorted = nanosPerValue.get(what + "/" + groups).clone();
        Arrays.sort(sorted);
        out.printf("%10.2f", sorted[sorted.length / 2]);
      }
      out.println();
    }
  }
}
