// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes small Parquet files with parquet-java. */
public final class ParquetFiles {

  private ParquetFiles() {}

  /**
   * Writes a file, and the directories above it.
   *
   * @param message the columns, as Parquet writes them: {@code required int64 n;}
   * @param rows each fills one row
   */
  @SafeVarargs
  public static Path write(Path file, String message, Consumer<Group>... rows) throws IOException {
    return write(file, message, Map.of(), rows);
  }

  /** Writes a file with key-value metadata; as {@link #write(Path, String, Consumer[])}. */
  @SafeVarargs
  public static Path write(
      Path file, String message, Map<String, String> metadata, Consumer<Group>... rows)
      throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { " + message + " }");
    Files.createDirectories(file.getParent());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withExtraMetaData(metadata)
            .withRowGroupRowCountLimit(500)
            .build()) {
      for (Consumer<Group> row : rows) {
        Group group = new SimpleGroup(type);
        row.accept(group);
        writer.write(group);
      }
    }
    return file;
  }
}
