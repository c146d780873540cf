// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.internal.input.OrcTypes;
import io.albis.reader.AlbisFile;
import io.albis.reader.Table;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Key-value metadata, field ids and type attributes survive conversion and export. */
class ConvertMetadataTest {

  private static final MessageType WITH_IDS =
      MessageTypeParser.parseMessageType(
          """
          message albis {
            required int64 id = 11;
            optional group s = 12 { optional int32 x = 13; }
            optional group l (LIST) = 14 {
              repeated group list { optional int32 element = 15; }
            }
            optional group m (MAP) = 16 {
              repeated group key_value {
                required binary key (STRING) = 17;
                optional double value = 18;
              }
            }
            optional int32 plain;
          }
          """);

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private String parquet(String name, MessageType schema, Map<String, String> metadata)
      throws Exception {
    Path file = dir.resolve(name);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withExtraMetaData(metadata)
            .build()) {
      Group row = new SimpleGroup(schema);
      row.add("id", 7L);
      writer.write(row);
    }
    return file.toString();
  }

  private static FileMetaData footer(Path file) throws Exception {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      return reader.getFileMetaData();
    }
  }

  @Test
  void keepsKeyValueMetadataAndFieldIdsOfParquet() throws Exception {
    Map<String, String> metadata =
        Map.of("owner", "räumer", "iceberg.schema", "{}", "empty", "", "albis.x", "reserved");
    String file = parquet("a.parquet", WITH_IDS, metadata);
    CliRun run = albis("convert", file, table);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.err()).contains("key-value metadata that is not kept").contains("albis.x");
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties())
          .containsEntry("owner", "räumer")
          .containsEntry("iceberg.schema", "{}")
          .containsEntry("empty", "")
          .doesNotContainKey("albis.x");
      assertThat(opened.schema().field("id").metadata()).containsEntry("parquet.field-id", "11");
      assertThat(opened.schema().field("s.x").metadata()).containsEntry("parquet.field-id", "13");
    }
    Path exported = dir.resolve("out.parquet");
    ok("export", table, exported.toString());
    FileMetaData footer = footer(exported);
    assertThat(footer.getKeyValueMetaData())
        .containsEntry("owner", "räumer")
        .containsEntry("iceberg.schema", "{}")
        .containsEntry("empty", "")
        .doesNotContainKey("convert.columns");
    assertThat(footer.getSchema()).isEqualTo(WITH_IDS);
    assertThat(footer.getSchema().toString()).isEqualTo(WITH_IDS.toString());
    // What describes the columns is not true of others.
    Path part = dir.resolve("part.parquet");
    ok("export", table, part.toString(), "--columns", "id,plain");
    assertThat(footer(part).getKeyValueMetaData())
        .containsEntry("owner", "räumer")
        .doesNotContainKey("iceberg.schema");
    String one = dir.resolve("one.albis").toString();
    ok("convert", exported.toString(), one);
    try (AlbisFile opened = AlbisFile.open(one)) {
      assertThat(opened.properties()).containsEntry("owner", "räumer");
    }
  }

  @Test
  void keepsAllFieldIds() throws Exception {
    // The first two are those of the columns of position deletes of Iceberg.
    MessageType ids =
        MessageTypeParser.parseMessageType(
            """
            message albis {
              required binary file_path (STRING) = 2147483546;
              required int64 id = 2147483545;
              optional int32 largest = 2147483647;
              optional int32 smallest = -2147483648;
              optional int32 zero = 0;
            }
            """);
    Path file = dir.resolve("deletes.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(ids)
            .build()) {
      Group row = new SimpleGroup(ids);
      row.add("file_path", "a");
      row.add("id", 7L);
      writer.write(row);
    }
    ok("convert", file.toString(), table);
    Path exported = dir.resolve("out.parquet");
    ok("export", table, exported.toString());
    assertThat(footer(exported).getSchema().toString()).isEqualTo(ids.toString());
  }

  @Test
  void keepsWhatFilesHaveInCommon() throws Exception {
    String first = parquet("a.parquet", WITH_IDS, Map.of("same", "1", "other", "a", "single", "x"));
    MessageType ids =
        MessageTypeParser.parseMessageType(
            WITH_IDS.toString().replace("x = 13", "x = 99").replace("element = 15", "element"));
    String second = parquet("b.parquet", ids, Map.of("same", "1", "other", "b"));
    CliRun run = albis("convert", first, second, table);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.err()).contains("not kept").contains("other, single");
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties()).containsEntry("same", "1").doesNotContainKey("other");
      assertThat(opened.schema().field("id").metadata()).containsEntry("parquet.field-id", "11");
      assertThat(opened.schema().field("s.x").metadata()).doesNotContainKey("parquet.field-id");
      assertThat(opened.schema().field("l.element").metadata())
          .doesNotContainKey("parquet.field-id");
    }
    // A table keeps its own.
    ok("convert", parquet("c.parquet", ids, Map.of("same", "2")), table, "--append");
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties()).containsEntry("same", "1");
      assertThat(opened.rowCount()).isEqualTo(3);
    }
  }

  @Test
  void keepsUserMetadataAndAttributesOfOrc() throws Exception {
    TypeDescription type = TypeDescription.fromString("struct<id:bigint,s:struct<x:bigint>>");
    type.getChildren().get(0).setAttribute("iceberg.id", "1");
    type.getChildren().get(1).getChildren().get(0).setAttribute("iceberg.id", "3");
    Path file = dir.resolve("a.orc");
    byte[] binary = {(byte) 0xff, 0, 1};
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(OrcTypes.configuration()).setSchema(type))) {
      writer.addUserMetadata("text", ByteBuffer.wrap("schön".getBytes(UTF_8)));
      writer.addUserMetadata("bytes", ByteBuffer.wrap(binary));
      VectorizedRowBatch batch = type.createRowBatch();
      ((LongColumnVector) batch.cols[0]).vector[0] = 5;
      batch.size = 1;
      writer.addRowBatch(batch);
    }
    ok("convert", file.toString(), table);
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties())
          .containsEntry("text", "schön")
          .containsEntry("orc.base64.bytes", "/wAB");
      assertThat(opened.schema().field("s.x").metadata())
          .containsEntry("orc.attribute.iceberg.id", "3");
    }
    Path exported = dir.resolve("out.orc");
    ok("export", table, exported.toString());
    try (Reader reader =
        OrcFile.createReader(
            new org.apache.hadoop.fs.Path(exported.toUri()),
            OrcFile.readerOptions(OrcTypes.configuration()))) {
      assertThat(reader.getMetadataKeys()).containsExactlyInAnyOrder("text", "bytes");
      assertThat(reader.getMetadataValue("text"))
          .isEqualTo(ByteBuffer.wrap("schön".getBytes(UTF_8)));
      assertThat(reader.getMetadataValue("bytes")).isEqualTo(ByteBuffer.wrap(binary));
      assertThat(reader.getSchema().getChildren().get(0).getAttributeValue("iceberg.id"))
          .isEqualTo("1");
    }
    Path parquet = dir.resolve("out.parquet");
    ok("export", table, parquet.toString());
    assertThat(footer(parquet).getKeyValueMetaData())
        .containsEntry("text", "schön")
        .doesNotContainKey("orc.base64.bytes");
  }
}
