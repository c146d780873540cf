// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.Schema;
import io.albis.storage.internal.backend.PageCache;
import io.albis.tools.output.Quantities;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * A directory of tables in several formats. Tables of Albis are generated, and those of other
 * formats are written by Spark with the same rows. A table that is complete is used again.
 */
final class BenchmarkTables {

  private final Path directory;
  private final SparkSession spark;

  BenchmarkTables(Path directory, SparkSession spark) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.spark = spark;
  }

  /** Generates rows. */
  interface Generator {
    void generate(RowWriter rows) throws Exception;
  }

  /** Creates a table of Albis, unless it is there. */
  void create(TableFormat format, String name, Schema schema, Generator generator)
      throws Exception {
    Path table = format.path(directory, name);
    if (isComplete(table)) {
      return;
    }
    delete(table);
    try (TableWriter writer =
        TableWriter.create(table.toString(), schema).columnGroups(format.columnGroups()).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        generator.generate(rows);
      }
      writer.commit();
    }
    Files.createFile(marker(table));
  }

  /** Creates a table of another format from one of Albis, unless it is there. */
  void convert(String name, TableFormat from, TableFormat to) throws IOException {
    Path table = to.path(directory, name);
    if (isComplete(table)) {
      return;
    }
    delete(table);
    to.write(from.load(spark, from.path(directory, name), false), table);
    Files.createFile(marker(table));
  }

  boolean isComplete(TableFormat format, String name) {
    return isComplete(format.path(directory, name));
  }

  /** Returns the lengths of all files of some tables, by format, for people. */
  String sizes(List<TableFormat> formats, List<String> names) throws IOException {
    List<String> sizes = new ArrayList<>();
    for (TableFormat format : formats) {
      sizes.add(format.label() + " " + Quantities.bytes(bytes(format, names)));
    }
    return String.join(", ", sizes);
  }

  /** Returns the length of all files of some tables. */
  long bytes(TableFormat format, List<String> names) throws IOException {
    long bytes = 0;
    for (Path file : regularFiles(format, names)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Drops tables of a format from the page cache. */
  void dropFromPageCache(TableFormat format, List<String> names) throws IOException {
    for (Path file : regularFiles(format, names)) {
      PageCache.drop(file);
    }
  }

  private List<Path> regularFiles(TableFormat format, List<String> names) throws IOException {
    List<Path> regular = new ArrayList<>();
    for (String name : names) {
      files(format.path(directory, name)).stream()
          .filter(Files::isRegularFile)
          .forEach(regular::add);
    }
    return regular;
  }

  Path path(TableFormat format, String name) {
    return format.path(directory, name);
  }

  private static boolean isComplete(Path table) {
    return Files.exists(marker(table));
  }

  private static Path marker(Path table) {
    return table.resolveSibling(table.getFileName() + ".complete");
  }

  /** Returns what a table consists of, files before their directories. */
  private static List<Path> files(Path table) throws IOException {
    if (!Files.exists(table)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(table)) {
      return walk.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** Deletes a table. */
  static void delete(Path table) throws IOException {
    for (Path file : files(table)) {
      Files.delete(file);
    }
  }
}
