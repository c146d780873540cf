// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose columns contradict each other: they are made of columns of several valid files. */
class SharedLevelsTest {

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 id;
            optional group m (MAP) {
              repeated group key_value { required int32 key; optional int32 value; }
            }
            optional group s { optional int32 a; required int32 b; repeated int32 c; }
            optional group l (LIST) {
              repeated group list {
                optional group element {
                  optional int32 x;
                  optional group y (LIST) { repeated group list { optional int32 element; } }
                }
              }
            }
          }
          """);

  @TempDir private Path directory;

  /** Writes two rows; of the first one, the map, the struct and the list are given. */
  private LocalInputFile write(String name, int entries, boolean hasStruct, int elements)
      throws Exception {
    Path file = directory.resolve(name);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .build()) {
      for (int row = 0; row < 2; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("id", (long) row);
        Group map = group.addGroup("m");
        for (int i = 0; i < (row == 0 ? entries : 2); i++) {
          map.addGroup(0).append("key", i).append("value", i);
        }
        if (row > 0 || hasStruct) {
          group.addGroup("s").append("a", 1).append("b", 2).append("c", 3).append("c", 4);
        }
        Group list = group.addGroup("l");
        for (int i = 0; i < elements; i++) {
          Group element = list.addGroup(0).addGroup(0);
          element.append("x", i);
          Group inner = element.addGroup("y");
          inner.addGroup(0).append("element", 1);
          inner.addGroup(0);
        }
        writer.write(group);
      }
    }
    return new LocalInputFile(file);
  }

  /** Combines columns of files of the same number of rows. */
  private Path combine(LocalInputFile usual, Map<String, LocalInputFile> others) throws Exception {
    Path file = directory.resolve("combined.parquet");
    ParquetFileWriter writer =
        new ParquetFileWriter(
            new LocalOutputFile(file),
            SCHEMA,
            ParquetFileWriter.Mode.CREATE,
            1 << 20,
            0,
            null,
            ParquetProperties.builder().build());
    writer.start();
    writer.startBlock(2);
    for (ColumnDescriptor column : SCHEMA.getColumns()) {
      String path = String.join(".", column.getPath());
      LocalInputFile source = others.getOrDefault(path, usual);
      try (ParquetFileReader reader = ParquetFileReader.open(source)) {
        List<ColumnChunkMetaData> chunks = reader.getRowGroups().get(0).getColumns();
        ColumnChunkMetaData chunk =
            chunks.stream()
                .filter(each -> each.getPath().toDotString().equals(path))
                .findAny()
                .orElseThrow();
        writer.appendColumnChunk(column, source.newStream(), chunk, null, null, null);
      }
    }
    writer.endBlock();
    writer.end(Map.of());
    return file;
  }

  private CliRun convert(Path file, String... options) {
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of("convert", file.toString(), directory.resolve("t").toString()));
    arguments.addAll(List.of(options));
    return CliRun.albis(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "m.key_value.value, 2, true, 1",
    "m.key_value.value, 4, true, 1",
    "m.key_value.value, 0, true, 1",
    "m.key_value.key, 2, true, 1",
    "s.a, 3, false, 1",
    "s.b, 3, false, 1",
    "s.c, 3, false, 1",
    "l.list.element.x, 3, true, 2",
    "l.list.element.y.list.element, 3, true, 2",
    "l.list.element.y.list.element, 3, true, 0",
  })
  void columnsThatContradictOthersAreRefused(
      String column, int entries, boolean hasStruct, int elements) throws Exception {
    LocalInputFile usual = write("usual.parquet", 3, true, 1);
    LocalInputFile other = write("other.parquet", entries, hasStruct, elements);
    Path file = combine(usual, Map.of(column, other));
    for (String[] options : new String[][] {{}, {"--sort-by", "id"}}) {
      CliRun run = convert(file, options);
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .contains("Cannot read " + file + ": row group 0, column ")
          .contains(column.replaceAll("\\..*", ""));
    }
  }

  @Test
  void columnsThatAgreeAreRead() throws Exception {
    LocalInputFile usual = write("usual.parquet", 3, true, 2);
    CliRun run = convert(combine(usual, Map.of()), "--verify");
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }
}
