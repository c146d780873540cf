// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.convert.internal.input.ParquetTypes;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.column.schema.EdgeInterpolationAlgorithm;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parquet files that are damaged, unusual, or cannot be read. */
class ParquetFaultsTest {

  private static final MessageType NUMBERS =
      MessageTypeParser.parseMessageType("message m { required int64 n; optional binary s; }");

  @TempDir Path directory;

  private Path write(int rows, FileEncryptionProperties encryption) throws IOException {
    return write(rows, encryption, true);
  }

  private Path write(int rows, FileEncryptionProperties encryption, boolean hasChecksums)
      throws IOException {
    Path file = directory.resolve("numbers.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(NUMBERS)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withDictionaryEncoding(false)
            .withEncryption(encryption)
            .withRowGroupRowCountLimit(1000)
            .withPageWriteChecksumEnabled(hasChecksums)
            .build()) {
      for (long n = 0; n < rows; n++) {
        Group row = new SimpleGroup(NUMBERS);
        row.add("n", n);
        writer.write(row);
      }
    }
    return file;
  }

  private String failure(Path file) {
    CliRun run = albis("convert", file.toString(), directory.resolve("t").toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(directory.resolve("t/_albis")).doesNotExist();
    return run.err();
  }

  @Test
  void namesFileRowGroupAndColumnOfDamagedPages() throws Exception {
    Path file = write(3000, null);
    long start;
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      start = reader.getRowGroups().get(1).getColumns().get(0).getFirstDataPageOffset();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) start + 4000] ^= 1;
    Files.write(file, bytes);
    assertThat(failure(file))
        .contains("Cannot read " + file + ": row group 1, column n: ")
        .contains("CRC");
  }

  @Test
  void saysThatFilesAreEncrypted() throws Exception {
    byte[] key = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    assertThat(failure(write(10, FileEncryptionProperties.builder(key).build())))
        .contains("numbers.parquet: it is a Parquet file with an encrypted footer");
    ColumnPath path = ColumnPath.get("n");
    ColumnEncryptionProperties column =
        ColumnEncryptionProperties.builder(path).withKey(key).build();
    FileEncryptionProperties columns =
        FileEncryptionProperties.builder(key)
            .withPlaintextFooter()
            .withEncryptedColumns(Map.of(path, column))
            .build();
    assertThat(failure(write(10, columns))).contains("numbers.parquet").contains("encrypted");
  }

  /** The rules of LogicalTypes.md, and what readers of other libraries make of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optional group l (LIST) { repeated group list { optional int32 element; } }"
            + "|list<int32>",
        "optional group l (LIST) { repeated int32 element; }|list<int32 required>",
        "optional group l (LIST) { repeated group e { required int32 a; required int32 b; } }"
            + "|list<struct<a: int32 required, b: int32 required> required>",
        "optional group l (LIST) { repeated group array { required int32 a; } }"
            + "|list<struct<a: int32 required> required>",
        "optional group l (LIST) { repeated group l_tuple { required int32 a; } }"
            + "|list<struct<a: int32 required> required>",
        "optional group l (LIST) { repeated group e { required int32 a; } }|list<int32 required>",
        "optional group l (LIST) { repeated group e { repeated int32 a; } }"
            + "|list<struct<a: list<int32 required> required> required>",
        "repeated int32 l|list<int32 required>",
        "repeated group l { required int32 a; }|list<struct<a: int32 required> required>",
        "optional group l (MAP) { repeated group map { required int32 k; optional int32 v; } }"
            + "|map<int32, int32>"
      })
  void mapsListsAndMapsOfOldWriters(String field, String type) {
    MessageType message =
        MessageTypeParser.parseMessageType(
            "message m { " + field + (field.endsWith("}") ? " }" : "; }"));
    Schema schema =
        ParquetTypes.schema(message, Type.timestampWithZone(TimeUnit.MICROS), SparkSchema.of(null));
    assertThat(schema.field("l").type().toString()).isEqualTo(type);
  }

  /** Its name is JSON, which the syntax of Parquet's schemas cannot hold. */
  @Test
  void keepsGeometriesWithTheirReferenceSystem() throws Exception {
    String crs = "{\"$schema\": \"https://proj.org\", \"name\": \"(x) v\"}".repeat(40);
    MessageType type =
        Types.buildMessage()
            .optional(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.geometryType(crs))
            .named("g")
            .optional(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.geographyType(crs, EdgeInterpolationAlgorithm.KARNEY))
            .named("e")
            .named("m");
    Path file = directory.resolve("geometry.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .build()) {
      writer.write(new SimpleGroup(type));
    }
    String table = directory.resolve("t").toString();
    String back = directory.resolve("back.parquet").toString();
    assertThat(albis("convert", file.toString(), table).exitCode()).isZero();
    assertThat(albis("export", table, back).exitCode()).isZero();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(Path.of(back)))) {
      assertThat(reader.getFileMetaData().getSchema().getFields()).isEqualTo(type.getFields());
    }
  }

  /** Returns a file whose first page header has other values. */
  private Path forge(Consumer<PageHeader> change) throws Exception {
    Path file = write(3000, null, false);
    long start;
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      start = reader.getRowGroups().get(0).getColumns().get(0).getFirstDataPageOffset();
    }
    byte[] bytes = Files.readAllBytes(file);
    ByteArrayInputStream in =
        new ByteArrayInputStream(bytes, (int) start, bytes.length - (int) start);
    PageHeader header = Util.readPageHeader(in);
    change.accept(header);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    Util.writePageHeader(header, changed);
    // A longer header takes the place of the first values.
    changed.writeTo(
        new OutputStream() {
          private int at = (int) start;

          @Override
          public void write(int value) {
            bytes[at++] = (byte) value;
          }
        });
    Files.write(file, bytes);
    return file;
  }

  @Test
  void doesNotAllocateForgedSizes() throws Exception {
    String column = ": row group 0, column n: ";
    assertThat(failure(forge(header -> header.setUncompressed_page_size(Integer.MAX_VALUE))))
        .contains(column + "a page of 2147483647 bytes after UNCOMPRESSED");
    assertThat(failure(forge(header -> header.setCompressed_page_size(Integer.MAX_VALUE))))
        .contains(column + "a page of 2147483647 bytes (the column chunk has ");
    assertThat(failure(forge(header -> header.setCompressed_page_size(-1))))
        .contains(column)
        .contains("negative");
    assertThat(failure(forge(header -> header.data_page_header.setNum_values(2_000_000_000))))
        .contains(column + "a page of 2000000000 values (the column chunk has 1000 more)");
  }

  @Test
  void skipsRowGroupsWithoutRows() throws Exception {
    Path file = Path.of("src/test/fixtures/empty-row-groups.parquet");
    String table = directory.resolve("t").toString();
    CliRun run = albis("convert", file.toString(), table, "--verify");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    try (Table written = Table.open(table)) {
      assertThat(written.rowCount()).isEqualTo(3);
    }
  }

  /** Pages of one value each, after which parquet-cpp writes pages of none. */
  @ParameterizedTest
  @ValueSource(strings = {"--verify", "--sort-by=n"})
  void skipsPagesWithoutValues(String option) {
    String table = directory.resolve("t").toString();
    ok("convert", "src/test/fixtures/empty-pages.parquet", table, option);
    assertThat(ok("cat", table).lines())
        .containsExactly(
            "{\"n\":0,\"l\":[1]}",
            "{\"n\":1,\"l\":null}",
            "{\"n\":2,\"l\":[]}",
            "{\"n\":3,\"l\":[null]}",
            "{\"n\":4,\"l\":[4,5]}");
  }

  @Test
  void namesFilesWithoutColumns() {
    Path file = Path.of("src/test/fixtures/no-columns.parquet");
    assertThat(failure(file)).contains("Cannot convert " + file + ": it has no columns");
  }

  @Test
  void convertsATableWithoutRows() throws Exception {
    String table = directory.resolve("t").toString();
    CliRun run = albis("convert", write(0, null).toString(), table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    try (Table written = Table.open(table)) {
      assertThat(written.rowCount()).isZero();
    }
  }
}
