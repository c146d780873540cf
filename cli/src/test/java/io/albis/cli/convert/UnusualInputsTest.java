// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.convert.internal.input.OrcTypes;
import io.albis.convert.internal.input.StandardInput;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that are as their formats allow, but not as most writers make them. */
class UnusualInputsTest {

  private static final String NUMBER = "required int64 n;";

  @TempDir Path dir;
  private String in;
  private String table;

  @BeforeEach
  void name() {
    in = dir.resolve("in").toString();
    table = dir.resolve("t").toString();
  }

  private String failure(String... options) {
    String[] command = Arrays.copyOf(options, options.length + 3);
    System.arraycopy(options, 0, command, 3, options.length);
    command[0] = "convert";
    command[1] = in;
    command[2] = table;
    CliRun run = CliRun.albis(command);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    return run.err();
  }

  private void convert() {
    CliRun.ok("convert", in, table, "--verify");
  }

  @Test
  void anErrorAboutAColumnNamesTheFile() throws Exception {
    Path good = ParquetFiles.write(dir.resolve("in/a.parquet"), NUMBER, row -> row.append("n", 1L));
    Path bad =
        ParquetFiles.write(
            dir.resolve("in/b.parquet"),
            NUMBER
                + " optional group v (MAP) { repeated group key_value { required binary key; } }");
    assertThat(failure())
        .contains("Cannot convert " + bad + ": column v: Albis has no type for a map without");
    assertThat(failure("--columns", "n,m"))
        .contains("Cannot convert " + good + ": unknown column: m (");
  }

  @Test
  void orcTypesAreNamedWithTheFile() throws Exception {
    Path file = dir.resolve("in/a.orc");
    orc(file, TypeDescription.fromString("struct<a:int,u:uniontype<int,string>>"));
    assertThat(failure()).contains("Cannot convert " + file + ": column u: Albis has no type for");
    TypeDescription unit = TypeDescription.fromString("struct<a:int,ts:timestamp>");
    unit.getChildren().get(1).setAttribute("albis.unit", "foo");
    Files.delete(file);
    orc(file, TypeDescription.fromString("struct<a:int,b:int,a:int>"));
    assertThat(failure())
        .contains("Cannot convert " + file + ": invalid ", "it has two fields of the name a");
    Files.delete(file);
    orc(file, unit);
    assertThat(failure())
        .contains("Cannot convert " + file + ": column ts: its attribute albis.unit is foo")
        .contains("expected millis, micros or nanos");
    CliRun.ok("convert", in, table, "--columns", "a");
  }

  private static void orc(Path file, TypeDescription type) throws IOException {
    Files.createDirectories(file.getParent());
    OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(OrcTypes.configuration()).setSchema(type))
        .close();
  }

  @Test
  void keysWithoutValuesAreEmptyProperties() throws Exception {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("empty", null);
    metadata.put("other", "x");
    ParquetFiles.write(dir.resolve("in/a.parquet"), NUMBER, metadata, row -> row.append("n", 1L));
    convert();
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties()).containsEntry("empty", "").containsEntry("other", "x");
    }
  }

  @Test
  void filesThatStoreTheSameTypesDifferentlyAreConvertedTogether() throws Exception {
    ParquetFiles.write(
        dir.resolve("in/a.parquet"),
        "required int96 ts; optional int32 d (DECIMAL(7,2)); required binary s (STRING);"
            + " required group g { required int32 d (DECIMAL(5,1)); }",
        row -> {
          row.append("ts", Binary.fromConstantByteArray(new byte[12])).append("d", 125);
          row.append("s", "x").addGroup("g").append("d", 7);
        });
    ParquetFiles.write(
        dir.resolve("in/b.parquet"),
        "required int64 ts (TIMESTAMP(MICROS,true));"
            + " optional fixed_len_byte_array(4) d (DECIMAL(7,2)); required binary s (ENUM);"
            + " required group g { required int64 d (DECIMAL(5,1)); }",
        row -> {
          row.append("ts", 1L).append("d", Binary.fromConstantByteArray(new byte[] {0, 0, 1, 2}));
          row.append("s", "y").addGroup("g").append("d", 8L);
        });
    convert();
    assertThat(CliRun.ok("cat", table))
        .contains("\"d\":1.25,\"s\":\"x\",\"g\":{\"d\":0.7}}")
        .contains("\"d\":2.58,\"s\":\"y\",\"g\":{\"d\":0.8}}");
    try (Table opened = Table.open(table)) {
      assertThat(opened.schema().fields()).allMatch(field -> field.metadata().isEmpty());
    }
    CliRun.ok("convert", in + "/a.parquet", table, "--overwrite");
    String exported = dir.resolve("x.parquet").toString();
    CliRun.ok("export", table, exported);
    CliRun.ok("convert", exported, in + "/b.parquet", table, "--overwrite", "--verify");
  }

  @Test
  void shapesOfAnotherReferenceSystemAreNotTheSame() throws Exception {
    ParquetFiles.write(dir.resolve("in/a.parquet"), "required binary g (GEOMETRY(OGC:CRS84));");
    ParquetFiles.write(dir.resolve("in/b.parquet"), "required binary g (GEOMETRY(EPSG:3857));");
    assertThat(failure()).contains("their columns differ", "with the metadata", "EPSG:3857");
  }

  @Test
  void anEmptyFileBetweenOthersHasNoRows() throws Exception {
    ParquetFiles.write(dir.resolve("in/a.parquet"), NUMBER, row -> row.append("n", 1L));
    ParquetFiles.write(dir.resolve("in/b.parquet"), NUMBER);
    ParquetFiles.write(dir.resolve("in/c.parquet"), NUMBER, row -> row.append("n", 2L));
    convert();
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"n\":1}\n{\"n\":2}\n");
    CliRun.ok("convert", in, table, "--overwrite", "--verify", "--sort-by", "n desc");
    assertThat(CliRun.ok("cat", table)).isEqualTo("{\"n\":2}\n{\"n\":1}\n");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  /** As a pipe whose writer pauses after each member. */
  private static InputStream paused(byte[]... members) {
    return new FilterInputStream(null) {
      private int next;

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = in == null ? -1 : in.read(bytes, offset, length);
        if (count < 0 && next < members.length) {
          in = new ByteArrayInputStream(members[next++]);
          count = in.read(bytes, offset, length);
        }
        return count;
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int available() throws IOException {
        return in == null ? 0 : in.available();
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void allMembersOfGzipOnStandardInputAreRead() throws Exception {
    InputStream piped = paused(gzip("n\n1\n"), gzip("2\n"), gzip("3\n"));
    try (StandardInput input = StandardInput.of(List.of("-"), piped, dir)) {
      assertThat(Path.of(input.in(List.of("-")).get(0))).hasContent("n\n1\n2\n3");
    }
  }
}
