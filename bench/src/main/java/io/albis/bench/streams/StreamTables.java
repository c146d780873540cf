// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tools.output.Progress;
import io.albis.tools.tpcds.TpcdsColumn;
import io.albis.tools.tpcds.TpcdsTable;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The generated tables as Albis tables and Parquet files in a directory. Files appear under their
 * names when they are complete, and are kept.
 */
public final class StreamTables {

  /** So small that a scan of a month leaves out most row groups. */
  static final long ROW_GROUP_SIZE = 16L << 20;

  private final Path directory;

  /** Names the directory of a scale factor. */
  public StreamTables(Path root, double scale) {
    this.directory = root.resolve("tpcds-" + scale);
  }

  private StreamTables(Path directory) {
    this.directory = directory;
  }

  /** Tables that have been made. */
  static StreamTables in(String directory) {
    return new StreamTables(Path.of(directory));
  }

  /** The directory of all tables. */
  public Path directory() {
    return directory;
  }

  Path albis(String table) {
    return directory.resolve(table + ".albis");
  }

  Path parquet(String table) {
    return directory.resolve(table + ".parquet");
  }

  /**
   * Makes the tables that do not exist.
   *
   * @param export writes a table to a Parquet file: the source, the target
   */
  public void make(double scale, Exporter export) throws Exception {
    Files.createDirectories(directory);
    for (String name : TpcdsQueries.TABLES) {
      if (!Files.exists(albis(name))) {
        write(new TpcdsTable(name, scale));
      }
      if (!Files.exists(parquet(name))) {
        export.export(albis(name), parquet(name), ROW_GROUP_SIZE);
      }
    }
  }

  /** Writes Parquet files. */
  public interface Exporter {
    /** Writes a file. */
    void export(Path table, Path file, long rowGroupSize);
  }

  private void write(TpcdsTable table) throws Exception {
    System.err.println("Making " + albis(table.name()));
    List<TpcdsColumn> columns = table.columns();
    List<Field> fields = new ArrayList<>();
    for (TpcdsColumn column : columns) {
      Type type =
          switch (column.kind()) {
            case INT -> Type.int32();
            case LONG -> Type.int64();
            case DOUBLE -> Type.float64();
            case TEXT -> Type.string();
          };
      fields.add(Field.nullable(column.name(), type));
    }
    try (Progress progress = Progress.start(table.name(), table.units(), "units");
        TableWriter writer =
            TableWriter.create(albis(table.name()).toString(), Schema.of(fields))
                .rowGroupSize(ROW_GROUP_SIZE)
                .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        table.generate(
            Runtime.getRuntime().availableProcessors(),
            block -> {
              for (List<String> row : block) {
                write(columns, row, rows);
              }
              progress.add(block.size());
            });
      }
      writer.commit();
    }
  }

  private static void write(List<TpcdsColumn> columns, List<String> row, RowWriter target) {
    for (int i = 0; i < columns.size(); i++) {
      String value = row.get(i);
      if (value != null && !value.isEmpty()) {
        switch (columns.get(i).kind()) {
          case INT -> target.setInt(i, Integer.parseInt(value));
          case LONG -> target.setLong(i, Long.parseLong(value));
          case DOUBLE -> target.setDouble(i, Double.parseDouble(value));
          case TEXT -> target.setString(i, value);
        }
      }
    }
    target.endRow();
  }

  /** All regular files, of all formats. */
  public List<Path> files() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The bytes of the tables in a format, of large and small tables. */
  public long bytes(boolean parquet) throws IOException {
    long bytes = 0;
    for (Path file : files()) {
      if (file.toString().endsWith(".parquet") == parquet) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
