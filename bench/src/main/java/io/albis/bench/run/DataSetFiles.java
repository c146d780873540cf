// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.formats.AvroWriter;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.Table;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a data set with a given number of rows. Each file is created on first use and kept.
 * Albis tables are generated from the data set. All other files are converted from a table: Avro by
 * the benchmark, the rest by {@code albis export}. Files and tables appear atomically, so existing
 * ones are complete.
 */
final class DataSetFiles {

  private final DataSet data;
  private final long rows;
  private final TablePacking packing;
  private final Path directory;

  /**
   * Names the files.
   *
   * @param packing how Albis tables are packed into files
   */
  DataSetFiles(Path root, DataSet data, long rows, TablePacking packing) {
    this.data = data;
    this.rows = rows;
    this.packing = packing;
    this.directory = root.resolve(data.name() + "-" + rows + packing.suffix());
  }

  DataSet data() {
    return data;
  }

  long rows() {
    return rows;
  }

  /** Returns the path of a file or table, creating it if necessary. */
  Path make(DataSetFormat kind) throws Exception {
    Path path = directory.resolve(kind.fileName());
    if (Files.exists(path)) {
      return path;
    }
    Files.createDirectories(directory);
    System.err.println("Making " + path);
    switch (kind) {
      case ALBIS, ALBIS_ROWS -> makeTables();
      case PARQUET -> export(path, "--compression", "none");
      case PARQUET_SNAPPY -> export(path, "--compression", "snappy");
      case PARQUET_ZSTD -> export(path, "--compression", "zstd");
      case ORC -> export(path, "--compression", "none");
      case ORC_ZSTD -> export(path, "--compression", "zstd");
      case ARROW -> exportArrow(path);
      case AVRO -> AvroWriter.write(make(DataSetFormat.ALBIS).toString(), path, "null");
      case AVRO_SNAPPY -> AvroWriter.write(make(DataSetFormat.ALBIS).toString(), path, "snappy");
    }
    return path;
  }

  private void makeTables() throws Exception {
    List<TableWriter> tables = new ArrayList<>();
    try {
      for (DataSetFormat kind : List.of(DataSetFormat.ALBIS, DataSetFormat.ALBIS_ROWS)) {
        tables.add(
            packing
                .applyTo(
                    TableWriter.create(
                        directory.resolve(kind.fileName()).toString(), data.schema()))
                .columnGroups(
                    kind == DataSetFormat.ALBIS ? ColumnGroupSpec.auto() : ColumnGroupSpec.all())
                .rowGroupSize(data.rowGroupSize())
                .open());
      }
      data.write(rows, tables);
      tables.forEach(TableWriter::commit);
    } finally {
      tables.forEach(TableWriter::close);
    }
  }

  private void exportArrow(Path path) throws Exception {
    InProcessAlbis.run(List.of("export", make(DataSetFormat.ALBIS).toString(), path.toString()));
  }

  private void export(Path path, String... options) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("export", make(DataSetFormat.ALBIS).toString(), path.toString()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--row-group-size", Long.toString(data.rowGroupSize())));
    InProcessAlbis.run(arguments);
  }

  /** Returns all regular files of a kind; a table has many. */
  List<Path> files(DataSetFormat kind) throws IOException {
    try (Stream<Path> paths = Files.walk(directory.resolve(kind.fileName()))) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  long bytes(DataSetFormat kind) throws IOException {
    long bytes = 0;
    for (Path file : files(kind)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Returns the natural width of all values of each leaf, in the order of leaves. */
  List<Long> valueBytes() throws Exception {
    try (Table table = Table.open(make(DataSetFormat.ALBIS).toString())) {
      return table.columnStatistics().stream().map(column -> column.valueBytes()).toList();
    }
  }
}
