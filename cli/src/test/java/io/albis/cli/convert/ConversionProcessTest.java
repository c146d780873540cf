// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.Albis;
import io.albis.cli.CliRun;
import io.albis.convert.internal.conversion.StoppedConversion;
import io.albis.reader.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversions in processes of their own: with little heap, and interrupted. */
class ConversionProcessTest {

  private static final int COLUMNS = 40;

  @TempDir Path directory;

  private static Process start(String heap, Class<?> main, String... arguments) throws IOException {
    List<String> command = CliRun.java(main, "-Xmx" + heap);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Two row groups of 32 MB, in two threads. */
  private Path wide() throws IOException {
    Types.GroupBuilder<MessageType> message = Types.buildMessage();
    for (int c = 0; c < COLUMNS; c++) {
      message.required(PrimitiveTypeName.INT64).named("c" + c);
    }
    MessageType type = message.named("m");
    Path file = directory.resolve("wide.parquet");
    // The same rows again, at distances at which Snappy does not find them.
    Random random = new Random(1);
    Group[] rows = new Group[20_011];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = new SimpleGroup(type);
      for (int c = 0; c < COLUMNS; c++) {
        rows[row].add(c, random.nextLong());
      }
    }
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(type)
            .withDictionaryEncoding(false)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withRowGroupRowCountLimit(100_000)
            .withPageSize(128 << 10)
            .build()) {
      for (int row = 0; row < 200_000; row++) {
        writer.write(rows[row % rows.length]);
      }
    }
    return file;
  }

  @Test
  void needsLessHeapThanTheRowGroupsHave() throws Exception {
    Path file = wide();
    Path table = directory.resolve("t");
    Process process =
        start("64m", Albis.class, "convert", file.toString(), table.toString(), "--threads", "2");
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    try (Table written = Table.open(table.toString())) {
      assertThat(written.rowCount()).isEqualTo(200_000);
    }
  }

  @ParameterizedTest
  @CsvSource({"t,", "above/t,", "f.albis,", "above/f.albis,", "above/f.albis,verify", "t,verify"})
  void interruptLeavesNothingBehind(String target, String verify) throws Exception {
    stop(target, verify, Process::destroy);
    try (Stream<Path> left = Files.walk(directory)) {
      assertThat(left).containsExactly(directory);
    }
  }

  @Test
  void aKilledProcessLeavesNoFileThatIsNotVerified() throws Exception {
    stop("f.albis", "verify", Process::destroyForcibly);
    assertThat(directory.resolve("f.albis")).doesNotExist();
  }

  private void stop(String target, String verify, Consumer<Process> end) throws Exception {
    String path = directory.resolve(target).toString();
    String[] arguments = verify == null ? new String[] {path} : new String[] {path, verify};
    Process process = start("256m", StoppedConversion.class, arguments);
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(output.readLine()).isEqualTo("written");
      end.accept(process);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
