// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files with the faults of certain writers. */
class ParquetWritersTest {

  private static final MessageType NUMBERS =
      MessageTypeParser.parseMessageType("message m { required int64 n; }");

  private static final int ROWS = 1000;

  @TempDir private Path directory;

  private Path write(
      ParquetProperties.WriterVersion version,
      CompressionCodecName codec,
      MessageType type,
      List<Consumer<Group>> rows)
      throws IOException {
    Path file = directory.resolve("numbers.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withWriterVersion(version)
            .withCompressionCodec(codec)
            .withDictionaryEncoding(false)
            .withPageWriteChecksumEnabled(false)
            .build()) {
      for (Consumer<Group> row : rows) {
        Group group = new SimpleGroup(type);
        row.accept(group);
        writer.write(group);
      }
    }
    return file;
  }

  /** Noise, which deltas do not make small, in few values, which snappy does. */
  private static List<Consumer<Group>> noise() {
    return LongStream.range(0, ROWS)
        .<Consumer<Group>>mapToObj(n -> row -> row.add("n", n % 7 * 0x9e3779b97f4a7c15L))
        .toList();
  }

  /** Says of the first page that it is not compressed, which it is. */
  private static void denyCompression(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int start;
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      start = (int) reader.getRowGroups().get(0).getColumns().get(0).getFirstDataPageOffset();
    }
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, start, bytes.length - start);
    PageHeader header = Util.readPageHeader(in);
    int length = bytes.length - start - in.available();
    assertThat(header.data_page_header_v2.is_compressed).isTrue();
    header.data_page_header_v2.setIs_compressed(false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writePageHeader(header, out);
    assertThat(out.size()).isEqualTo(length);
    System.arraycopy(out.toByteArray(), 0, bytes, start, length);
    Files.write(file, bytes);
  }

  private static void rename(Path file, String from, String to) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    byte[] wanted = from.getBytes(US_ASCII);
    int found = 0;
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        System.arraycopy(to.getBytes(US_ASCII), 0, bytes, i, wanted.length);
        found++;
      }
    }
    assertThat(found).isEqualTo(1);
    Files.write(file, bytes);
  }

  /** Where rows begin is not known otherwise. */
  @Test
  void theFirstValueStartsARow() throws Exception {
    Path file =
        write(
            ParquetProperties.WriterVersion.PARQUET_1_0,
            CompressionCodecName.UNCOMPRESSED,
            MessageTypeParser.parseMessageType("message m { repeated int32 n; }"),
            List.of(row -> row.append("n", 1), row -> row.append("n", 2).append("n", 3)));
    byte[] bytes = Files.readAllBytes(file);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, 4, bytes.length - 4);
    assertThat(Util.readPageHeader(in).isSetData_page_header()).isTrue();
    int levels = bytes.length - in.available() + Integer.BYTES;
    assertThat(bytes[levels]).as("header of a run of eight levels").isEqualTo((byte) 3);
    assertThat(bytes[levels + 1]).as("levels 0, 0, 1").isEqualTo((byte) 4);
    bytes[levels + 1] = 5;
    Files.write(file, bytes);
    CliRun run = albis("convert", file.toString(), directory.resolve("t").toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("column n: the first value does not start a row");
  }

  /** Arrow before 3.0, whose writer had the name parquet-cpp, said so of all pages of version 2. */
  @Test
  void pagesAreCompressedWhateverParquetCppSays() throws Exception {
    Path file =
        write(
            ParquetProperties.WriterVersion.PARQUET_2_0,
            CompressionCodecName.SNAPPY,
            NUMBERS,
            noise());
    String table = directory.resolve("t").toString();
    ok("convert", file.toString(), table);
    String expected = ok("cat", table);
    assertThat(expected.lines()).hasSize(ROWS);
    denyCompression(file);
    CliRun run = albis("convert", file.toString(), directory.resolve("u").toString());
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .contains("Cannot read " + file + ": row group 0, column n: a page of ")
        .contains("bytes that are not compressed (expected ");
    rename(file, "parquet-mr version ", "parquet-cpp version");
    assertThat(albis("convert", file.toString(), directory.resolve("u").toString()).exitCode())
        .as("parquet-cpp without a version")
        .isEqualTo(ExitCodes.FAILED);
    rename(file, "parquet-cpp version1", "parquet-cpp version ");
    for (String option : new String[] {"--threads=1", "--sort-by=n"}) {
      ok("convert", file.toString(), table, "--overwrite", "--verify", option);
      assertThat(ok("cat", table).lines().sorted().toList())
          .isEqualTo(expected.lines().sorted().toList());
    }
  }
}
