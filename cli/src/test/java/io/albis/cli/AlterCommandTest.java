// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code albis alter}. */
class AlterCommandTest {

  @TempDir Path directory;
  private String table;

  @BeforeEach
  void write() {
    table = directory.resolve("t").toString();
    Schema schema =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.nullable("price", Type.decimal(7, 2)),
            Field.required(
                "place",
                Type.struct(
                    Field.nullable("city", Type.string()), Field.nullable("x.y", Type.float32()))),
            Field.nullable("last, first", Type.string()));
    try (TableWriter writer = TableWriter.create(table, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setInt(0, 7);
        rows.setUnscaledDecimal(1, 1250);
        ValueWriter place = rows.value(2);
        place.beginStruct();
        place.field(0).setString("Bern");
        place.field(1).setFloat(0.5f);
        place.endStruct();
        rows.setString(3, "x");
        rows.endRow();
      }
      writer.commit();
    }
  }

  private Schema schema() {
    try (Table opened = Table.open(table)) {
      return opened.schema();
    }
  }

  private String row() {
    return CliRun.ok("cat", table).strip();
  }

  private CliRun alter(String... options) {
    List<String> arguments = new ArrayList<>(List.of("alter", table));
    Collections.addAll(arguments, options);
    return CliRun.albis(arguments.toArray(String[]::new));
  }

  @Test
  void changesAreMadeInOrderInOneCommit() throws Exception {
    CliRun run =
        alter(
            "--add-column",
            "note=string",
            "--rename-column",
            "note=remark",
            "--comment",
            "remark=what was said = text",
            "--type",
            "id=int64",
            "--type",
            "price=decimal(12,2)",
            "--drop-not-null",
            "id",
            "--drop-column",
            "`last, first`",
            "--move-column",
            "remark=first",
            "--set-property",
            "owner=team=a",
            "--json");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertThat(result.get("snapshotId").asLong()).isEqualTo(2);
    assertThat(result.get("changes")).hasSize(9);
    Schema changed = schema();
    assertThat(changed.fields().stream().map(Field::name))
        .containsExactly("remark", "id", "price", "place");
    assertThat(changed.field("remark").doc()).isEqualTo("what was said = text");
    assertThat(changed.field("id").type()).isEqualTo(Type.int64());
    assertThat(changed.field("id").nullable()).isTrue();
    assertThat(changed.field("price").type()).isEqualTo(Type.decimal(12, 2));
    try (Table opened = Table.open(table)) {
      assertThat(opened.properties()).containsEntry("owner", "team=a");
    }
    assertThat(row())
        .isEqualTo(
            "{\"remark\":null,\"id\":7,\"price\":12.50,"
                + "\"place\":{\"city\":\"Bern\",\"x.y\":0.5}}");
    assertThat(CliRun.ok("verify", table)).startsWith("Sound");
  }

  @Test
  void nestedFieldsAreNamedByPaths() {
    assertThat(
            alter(
                "--add-column",
                "place.floor=int16 required default -2",
                "--add-column",
                "place.`a.b=c`=list<int32 required>",
                "--rename-column",
                "place.`x.y`=z",
                "--type",
                "place.z=double"))
        .satisfies(run -> assertThat(run.exitCode()).as(run.toString()).isZero());
    assertThat(row())
        .isEqualTo(
            "{\"id\":7,\"price\":12.50,\"place\":{\"city\":\"Bern\",\"z\":0.5,\"floor\":-2,"
                + "\"a.b=c\":null},\"last, first\":\"x\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "boolean | true | true",
        "int8 | -3 | -3",
        "int64 | 9223372036854775807 | 9223372036854775807",
        "float | 1.5 | 1.5",
        "double | NaN | \"NaN\"",
        "decimal(30,2) | -12345678901234567890.5 | -12345678901234567890.50",
        "date | 1500-01-02 | \"1500-01-02\"",
        "time(micros) | 23:59:59.5 | \"23:59:59.5\"",
        "timestamp(millis) | 2026-01-02 03:04:05 | \"2026-01-02T03:04:05\"",
        "string | a default 'b' | \"a default 'b'\"",
        "binary | AAE= | \"AAE=\"",
        "uuid | 00112233-4455-6677-8899-aabbccddeeff | \"00112233-4455-6677-8899-aabbccddeeff\"",
      })
  void existingRowsHaveTheDefault(String type, String value, String json) {
    CliRun run = alter("--add-column", "n=" + type + " required default " + value);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(row()).endsWith(",\"n\":" + json + "}");
  }

  @Test
  void defaultsOfNewRowsCanBeSetAndRemoved() {
    assertThat(alter("--set-default", "place.city=Basel", "--set-default", "id=12").exitCode())
        .isZero();
    assertThat(schema().field("place.city").writeDefault()).isPresent();
    assertThat(schema().field("id").writeDefault()).contains(12);
    assertThat(row()).contains("Bern");
    assertThat(alter("--drop-default", "place.city", "--set-default", "id=").err())
        .contains("Invalid default of id: '' (expected int32)");
    assertThat(alter("--drop-default", "place.city").exitCode()).isZero();
    assertThat(schema().field("place.city").writeDefault()).isEmpty();
  }

  @Test
  void dryRunsOnlyCheck() {
    CliRun run = alter("--drop-column", "price", "--dry-run");
    assertThat(run.out()).isEqualTo("Would drop price\n");
    assertThat(alter("--drop-column", "prize", "--dry-run").err()).contains("prize", "price");
    assertThat(schema().find("price")).isPresent();
    assertThat(CliRun.ok("count", table, "--snapshot", "1")).isEqualTo("1\n");
    assertThat(CliRun.albis("count", table, "--snapshot", "2").exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--add-column|note|expected NAME=VALUE",
        "--add-column|note=strin|strin",
        "--add-column|note=string NOT NULL|NOT",
        "--add-column|note=int32 default x|'x' (expected int32)",
        "--add-column|note=int32 required 7|TYPE [required] [default VALUE]",
        "--type|id|expected NAME=VALUE",
        "--move-column|id=up|expected first, last",
        "--set-property|albis.x=1|reserved",
      })
  void invalidOptionsAreNamed(String line) {
    String[] parts = line.split("\\|", -1);
    CliRun run = alter(parts[0], parts[1]);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains(parts[2]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--type|id=int16|from int32 to int16",
        "--type|id=string|from int32 to string",
        "--add-column|id=int32|there is one of this name",
        "--add-column|n=int32 required|existing rows could not be read",
        "--add-column|id.x=int32|id is of type int32",
        "--drop-not-null|place|it is a struct",
        "--set-default|place=1|Invalid default of place",
        "--rename-column|city=town|city",
        "--move-column|id=after id|neighbour",
      })
  void refusedChangesLeaveTheTable(String line) {
    String[] parts = line.split("\\|", -1);
    CliRun run = alter("--add-column", "first=int8", parts[0], parts[1]);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains(parts[2]);
    assertThat(schema().find("first")).isEmpty();
  }

  @Test
  void aCommandWithoutChangesIsInvalid() {
    assertThat(alter().exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(alter("--dry-run").exitCode()).isEqualTo(ExitCodes.USAGE);
  }
}
