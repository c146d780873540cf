// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lz4.Lz4Compressor;
import io.albis.cli.CliRun;
import io.albis.cli.convert.parquet.ParquetCodecs;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parquet files that are damaged, unusual, or cannot be read. */
class ParquetFaultsTest {

  private static final MessageType NUMBERS =
      MessageTypeParser.parseMessageType("message m { required int64 n; optional binary s; }");

  @TempDir Path directory;

  private Path write(int rows, FileEncryptionProperties encryption) throws IOException {
    Path file = directory.resolve("numbers.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(NUMBERS)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withDictionaryEncoding(false)
            .withEncryption(encryption)
            .withRowGroupRowCountLimit(1000)
            .withPageWriteChecksumEnabled(true)
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
    assertThat(ParquetTypes.schema(message, TimeUnit.MICROS).field("l").type().toString())
        .isEqualTo(type);
  }

  private static byte[] lz4(byte[] data, int from, int length) {
    byte[] output = new byte[2 * length + 64];
    int written = new Lz4Compressor().compress(data, from, length, output, 0, output.length);
    return Arrays.copyOf(output, written);
  }

  @Test
  void readsLz4InTheFramesOfHadoopAndWithout() throws IOException {
    byte[] page = "Parquet, page by page. ".repeat(100).getBytes(StandardCharsets.US_ASCII);
    byte[] first = lz4(page, 0, 1000);
    byte[] second = lz4(page, 1000, 500);
    byte[] third = lz4(page, 1500, page.length - 1500);
    ByteBuffer frames = ByteBuffer.allocate(10_000);
    frames.putInt(1500).putInt(first.length).put(first).putInt(second.length).put(second);
    frames.putInt(page.length - 1500).putInt(third.length).put(third).flip();
    var codec = new ParquetCodecs().getDecompressor(CompressionCodecName.LZ4);
    assertThat(
            codec.decompress(BytesInput.from(frames), page.length).toInputStream().readAllBytes())
        .isEqualTo(page);
    byte[] plain = lz4(page, 0, page.length);
    assertThat(codec.decompress(BytesInput.from(plain), page.length).toInputStream().readAllBytes())
        .isEqualTo(page);
    byte[] cut = Arrays.copyOf(plain, plain.length - 20);
    assertThatThrownBy(() -> codec.decompress(BytesInput.from(cut), page.length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("LZ4");
  }

  @Test
  void readsBrotli() throws IOException {
    byte[] page = "Parquet, page by page. ".repeat(10).getBytes(StandardCharsets.US_ASCII);
    com.aayushatharva.brotli4j.Brotli4jLoader.ensureAvailability();
    byte[] compressed = com.aayushatharva.brotli4j.encoder.Encoder.compress(page);
    var codec = new ParquetCodecs().getDecompressor(CompressionCodecName.BROTLI);
    assertThat(
            codec
                .decompress(BytesInput.from(compressed), page.length)
                .toInputStream()
                .readAllBytes())
        .isEqualTo(page);
    assertThatThrownBy(() -> new ParquetCodecs().getDecompressor(CompressionCodecName.LZO))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("LZO");
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
