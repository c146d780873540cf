// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.Albis;
import io.albis.cli.CliRun;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings that are not UTF-8 are shown, kept or refused, and are not equal to others. */
class InvalidTextTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("s", Type.string()),
          Field.nullable("l", Type.list(Field.nullable("element", Type.string()))),
          Field.nullable("p", Type.struct(Field.nullable("x", Type.string()))));

  @TempDir private Path directory;

  private String table(String name, byte[] text) {
    String table = directory.resolve(name).toString();
    try (TableWriter writer = TableWriter.create(table, SCHEMA).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setBytes(0, text);
        rows.value(1).beginList();
        rows.value(1).element().setString("b");
        rows.value(1).element().setBytes(text);
        rows.value(1).endList();
        rows.value(2).beginStruct();
        rows.value(2).field(0).setBytes(text);
        rows.value(2).endStruct();
        rows.endRow();
        rows.endRow();
      }
      writer.commit();
    }
    return table;
  }

  private static byte[] bytes(int last) {
    return new byte[] {(byte) 0xc3, (byte) 0xa4, 'a', (byte) last};
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "l", "p"})
  void differentBytesDiffer(String column) {
    String left = table("left", bytes(0xff));
    String right = table("right", bytes(0xfe));
    CliRun run = albis("diff", left, right, "--columns", column);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.out()).contains("\u00e4a\\\\xff", "\u00e4a\\\\xfe");
    assertThat(albis("diff", left, right, "--columns", column, "--json").out())
        .contains("\u00e4a\\\\xff", "\u00e4a\\\\xfe");
    assertThat(albis("diff", left, table("same", bytes(0xff))).exitCode()).isZero();
    String replacement = table("replacement", "\u00e4a\ufffd".getBytes(StandardCharsets.UTF_8));
    assertThat(albis("diff", left, replacement).exitCode()).isEqualTo(ExitCodes.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"head", "tail", "sample"})
  void viewsShowTheBytes(String command) {
    String table = table("t", bytes(0xff));
    assertThat(ok(command, table, "--columns", "s")).contains("\u00e4a\\xff");
    assertThat(ok(command, table, "--vertical").lines())
        .contains("s  \u00e4a\\xff", "l  [\"b\",\"\u00e4a\\xff\"]", "p  {\"x\":\"\u00e4a\\xff\"}");
    assertThat(ok(command, table, "--columns", "s", "--invalid-utf8", "replace"))
        .contains("\u00e4a\ufffd");
    assertJsonIsRefused(command, table, "--json");
  }

  @Test
  void statisticsShowTheBytes() {
    String table = table("t", bytes(0xff));
    assertThat(ok("stats", table)).contains("\u00e4a\\xff  \u00e4a\\xff").doesNotContain("\ufffd");
    assertThat(ok("stats", table, "--json"))
        .contains("\"min\" : \"\u00e4a\\\\xff\"", "\"max\" : \"\u00e4a\\\\xff\"")
        .doesNotContain("\ufffd");
    try (Table opened = Table.open(table)) {
      ColumnSummary column = opened.columnStatistics().get(0);
      assertThat(column.minBytes()).contains(bytes(0xff));
      assertThat(column.min()).contains("\u00e4a\ufffd");
      assertThat(column.minIsExact()).isTrue();
      assertThat(column.hasUtf8Bounds()).isFalse();
      assertThat(column.exactMin()).isEmpty();
      assertThat(column.exactMax()).isEmpty();
    }
    assertThat(ok("stats", table("valid", bytes('b')))).contains("\u00e4ab  \u00e4ab");
  }

  private static void assertJsonIsRefused(String command, String table, String option) {
    for (String column : new String[] {"s", "l", "p"}) {
      CliRun run = albis(command, table, "--columns", column, option);
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .contains("column " + column, table, "not valid UTF-8", "a\\xff", "--invalid-utf8");
      assertThat(ok(command, table, "--columns", column, option, "--invalid-utf8=replace"))
          .contains("\u00e4a\ufffd");
    }
    assertThat(albis(command, table, option, "--invalid-utf8=keep").exitCode())
        .isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void catKeepsOrRefusesTheBytes() throws Exception {
    String table = table("t", bytes(0xff));
    assertJsonIsRefused("cat", table, "--format=jsonl");
    assertJsonIsRefused("cat", table, "--json");
    assertThat(albis("cat", table, "--format=csv", "--invalid-utf8=refuse").err())
        .contains("column s");
    assertThat(ok("cat", table, "--format=csv", "--columns=s", "--invalid-utf8=replace"))
        .isEqualTo("s\n\u00e4a\ufffd\n\n");
    Path csv = directory.resolve("t.csv");
    List<String> command = CliRun.java(Albis.class);
    command.addAll(List.of("cat", table, "--format=csv", "--columns=s"));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(csv.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllBytes(csv))
        .isEqualTo(new byte[] {'s', '\n', (byte) 0xc3, (byte) 0xa4, 'a', (byte) 0xff, '\n', '\n'});
  }
}
