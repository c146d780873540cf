// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.albis.convert.internal.input.OrcTypes;
import io.albis.format.schema.Field;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files written by other libraries, with the values that Python reads from them. */
class ForeignFilesTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private static Path fixture(String name) {
    return Path.of("src/test/fixtures", name);
  }

  private static CliRun run(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    return run;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "all-types.parquet",
        "all-types.orc",
        "int96.parquet",
        "all-types.feather",
        "all-types.arrow",
        "all-types.arrows"
      })
  void readsTheValuesThatPythonWrote(String file) throws Exception {
    run("convert", fixture(file).toString(), table, "--verify", "--timestamps", "nanos");
    Path exported = dir.resolve("rows.jsonl");
    run("export", table, exported.toString());
    JsonRows.assertSame(exported, fixture(file.replaceAll("feather|arrows", "arrow") + ".jsonl"));
  }

  /** Every type that the library has, nested in every way, by columns and by rows. */
  @ParameterizedTest
  @CsvSource({
    "foreign-pyarrow-v2.parquet, all",
    "foreign-pyarrow-delta.parquet, all",
    "foreign-duckdb.parquet, all",
    "foreign-pyorc.orc, all",
    "foreign-spark.parquet, all",
    "foreign-spark.orc, all",
    "foreign-polars.parquet, no-maps",
    "foreign-polars.arrow, no-maps",
    "foreign-pandas.parquet, flat",
    "foreign-fastparquet.parquet, flat"
  })
  void readsTheValuesOfOtherLibraries(String file, String rows) throws Exception {
    run("convert", fixture(file).toString(), table, "--verify");
    Path exported = dir.resolve("rows.jsonl");
    run("export", table, exported.toString());
    JsonRows.assertSame(exported, fixture("foreign-" + rows + ".jsonl"));
    // Back into the format, and once more.
    if (!file.endsWith(".arrow")) {
      Path back = dir.resolve("back." + file.replaceAll(".*\\.", ""));
      run("export", table, back.toString());
      String again = dir.resolve("again").toString();
      run("convert", back.toString(), again, "--verify");
      assertThat(run("diff", table, again).exitCode()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types.parquet", "int96.parquet"})
  void parquetRoundTrips(String file) throws Exception {
    String input = fixture(file).toString();
    run("convert", input, table, "--verify", "--column-groups", "single", "--timestamps", "nanos");
    Path exported = dir.resolve("back.parquet");
    run("export", table, exported.toString());
    assertThat(parquetSchema(exported)).isEqualTo(parquetSchema(fixture(file)));
    assertSameAgain(exported, file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types.orc", "int96.parquet"})
  void nanosecondsAreNotRounded(String file) {
    CliRun run = albis("convert", fixture(file).toString(), table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("a timestamp of 64 bits in micros cannot hold", "--timestamps");
  }

  @Test
  void orcRoundTrips() throws Exception {
    String input = fixture("all-types.orc").toString();
    run("convert", input, table, "--verify", "--timestamps", "nanos");
    Path exported = dir.resolve("back.orc");
    run("export", table, exported.toString());
    assertThat(orcSchema(exported)).isEqualTo(orcSchema(fixture("all-types.orc")));
    assertSameAgain(exported, "all-types.orc");
  }

  /** Converts the exported file again, and compares tables and values. */
  private void assertSameAgain(Path exported, String file) throws Exception {
    String again = dir.resolve("again").toString();
    run("convert", exported.toString(), again, "--verify", "--timestamps", "nanos");
    try (Table first = Table.open(table);
        Table second = Table.open(again)) {
      assertThat(second.schema().withoutIds()).isEqualTo(first.schema().withoutIds());
    }
    Path rows = dir.resolve("again.jsonl");
    run("export", again, rows.toString());
    JsonRows.assertSame(rows, fixture(file + ".jsonl"));
  }

  static MessageType parquetSchema(Path file) throws Exception {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      MessageType schema = reader.getFileMetaData().getSchema();
      // The name of the root message depends on the writer.
      return new MessageType("rows", schema.getFields());
    }
  }

  private static String orcSchema(Path file) throws Exception {
    try (Reader reader =
        OrcFile.createReader(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.readerOptions(OrcTypes.configuration()))) {
      return reader.getSchema().toString();
    }
  }

  @Test
  void preservesTypes() {
    run("convert", fixture("all-types.parquet").toString(), table);
    try (Table opened = Table.open(table)) {
      List<String> types = new ArrayList<>();
      for (Field field : opened.schema().fields()) {
        types.add(field.name() + " " + field.type() + (field.nullable() ? "" : " required"));
      }
      assertThat(types)
          .contains(
              "tiny int8",
              "utiny int16",
              "usmall int32",
              "uint int64",
              "ulong decimal(20,0)",
              "half float",
              "money decimal(7,2)",
              "huge decimal(38,10)",
              "uuid uuid",
              "fixed fixed_binary(5)",
              "required int32 required");
    }
  }

  @Test
  void arrowHoldsTheSameRows() throws Exception {
    run("convert", fixture("all-types.parquet").toString(), table);
    Path exported = dir.resolve("rows.arrow");
    run("export", table, exported.toString());
    List<JsonNode> expected = JsonRows.of(fixture("all-types.parquet.jsonl"));
    ArrowRows.assertHolds(exported, expected);
  }

  @Test
  void convertsSelectedColumnsInTheirOrder() {
    run("convert", fixture("all-types.orc").toString(), table, "--columns", "text,int");
    try (Table opened = Table.open(table)) {
      assertThat(opened.schema().fields()).extracting(Field::name).containsExactly("text", "int");
    }
    CliRun unknown =
        albis("convert", fixture("all-types.orc").toString(), table + "2", "--columns", "txt");
    assertThat(unknown.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(unknown.err()).contains("txt").contains("text");
  }
}
