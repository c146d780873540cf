// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlCommandTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void convert() {
    table = dir.resolve("t").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table);
  }

  private String csv(String sql) {
    return CliRun.ok("sql", sql, "--table", "t=" + table, "--format", "csv");
  }

  @Test
  void namesPathsFilesAndAliases() {
    String file = dir.resolve("t.albis").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", file);
    assertThat(csv("select count(*) as n from '" + table + "'")).isEqualTo("n\n5\n");
    assertThat(csv("select count(*) as n from \"" + file + "\" x")).isEqualTo("n\n5\n");
    assertThat(csv("select count(*) as n from T")).isEqualTo("n\n5\n");
    assertThat(csv("select count(*) as n from 'src/test/fixtures/all-types.parquet'"))
        .isEqualTo("n\n5\n");
  }

  @Test
  void allTypesAreReadAsFromParquet() {
    String columns = "* exclude (ulong)";
    String parquet = "from 'src/test/fixtures/all-types.parquet'";
    assertThat(csv("select int, text, day, money, huge, flag, double, nested from t"))
        .isEqualTo(csv("select int, text, day, money, huge, flag, double, nested " + parquet));
    assertThat(csv("select " + columns + " from t").lines()).hasSize(6);
    String types =
        "select column_type from (describe select int, text, day, money, huge, flag, double, nested"
            + " ";
    assertThat(csv(types + "from t)")).isEqualTo(csv(types + parquet + ")"));
  }

  /** DuckDB stores them in 2, 4, 8 or 16 bytes, Albis in 4, 8 or 16. */
  @Test
  void decimalsOfAllWidthsAreRead() {
    StringBuilder columns = new StringBuilder();
    for (int precision : new int[] {1, 4, 5, 9, 10, 18, 19, 38}) {
      int scale = precision / 2;
      String largest = "9".repeat(precision - scale) + "." + "9".repeat(scale);
      String type = "decimal(" + precision + "," + scale + ")";
      String value =
          "(case i % 3 when 0 then '" + largest + "' when 1 then '-" + largest + "' end)";
      String decimal = value + "::" + type;
      columns.append(", %s as d%d".formatted(decimal, precision));
      columns.append(", [%s, null, 0] as l%d".formatted(decimal, precision));
      columns.append(", {'a': %s} as s%d".formatted(decimal, precision));
      columns.append(", map {i: %s} as m%d".formatted(decimal, precision));
    }
    String parquet = dir.resolve("decimals.parquet").toString();
    String decimals = dir.resolve("decimals.albis").toString();
    CliRun.ok("sql", "copy (select i" + columns + " from range(7) r(i)) to '" + parquet + "'");
    CliRun.ok("convert", parquet, decimals);
    assertThat(csv("from '" + decimals + "'")).isEqualTo(csv("from '" + parquet + "'"));
    String types = "select column_type from (describe from '%s')";
    assertThat(csv(types.formatted(decimals))).isEqualTo(csv(types.formatted(parquet)));
  }

  /** Without it, DuckDB takes any stream for one row. */
  @Test
  void planKnowsTheNumberOfRows() {
    for (int i = 0; i < 7; i++) {
      CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table, "--append");
    }
    assertThat(csv("explain select * from t order by int")).contains("ALBIS_ROWS", "~40 rows");
  }

  @Test
  void tablesCanBeReadMoreThanOnce() {
    assertThat(csv("select count(*) as n from t a join t b on a.int = b.int")).startsWith("n\n");
    for (String materialized : List.of("", "materialized", "not materialized")) {
      String cte = "with x as " + materialized + "(select int from t) ";
      assertThat(csv(cte + "select (select count(*) from x) as a, (select count(*) from x) as b"))
          .isEqualTo("a,b\n5,5\n");
      assertThat(csv(cte + "from x union all from x").lines()).hasSize(11);
      assertThat(csv(cte + ", y as (from x) select count(*) as n from x, y, y as z"))
          .isEqualTo("n\n125\n");
    }
    assertThat(
            csv(
                "with recursive r(n) as (select 1 union all select n + 1 from r, t where n < 3 and"
                    + " t.required is not null) select max(n) as n from r"))
        .isEqualTo("n\n3\n");
  }

  @Test
  void commonTablesMayHaveNamesOfTables() throws Exception {
    assertThat(csv("with t as (select int from t where int is null) select count(*) as n from t"))
        .isEqualTo(csv("select count(*) as n from t where int is null"));
    String cte = "with x as (select 1 as a) ";
    assertThat(
            csv(
                "with t as (select int from '"
                    + table
                    + "'), u as (with t as (select 1 as a from t limit 2) from t)"
                    + " select (select count(*) from t) as n, (select count(*) from u) as m"))
        .isEqualTo("n,m\n5,2\n");
    // Outside of the subquery, t is the table.
    assertThat(csv("select count(*) as n, (with t as (select 7 as a) select a from t) as a from t"))
        .isEqualTo("n,a\n5,7\n");
    // A common table does not see those behind it.
    assertThat(csv("with a as (select count(*) as n from t), t as (select 1) from a"))
        .isEqualTo("n\n5\n");
    assertThat(csv("with t as (from t), u as (from t), v as (from t) select count(*) n from u, v"))
        .isEqualTo("n\n25\n");
    assertThat(csv(cte + "select (select count(*) from t) as n, a from x")).isEqualTo("n,a\n5,1\n");
    Path copy = dir.resolve("cte.csv");
    csv("copy (with t as (select int from t) select * from t) to '" + copy + "' (header)");
    assertThat(Files.readAllLines(copy)).hasSize(6);
  }

  @Test
  void otherStatementsUseTables() throws Exception {
    Path copy = dir.resolve("copy.csv");
    csv("copy (select int from t) to '" + copy + "' (header)");
    assertThat(Files.readAllLines(copy)).hasSize(6);
    assertThat(
            csv(
                "create view v as from '"
                    + table
                    + "'; select count(*) as n from v; select count(int) as n from v"))
        .startsWith("n\n5\nn\n");
    assertThat(csv("create macro f() as 5; select f() as n from t limit 1")).isEqualTo("n\n5\n");
    assertThat(csv("explain select int from t")).contains("ARROW_SCAN");
  }

  @Test
  void printsNullsTextsAndNestedValues() throws Exception {
    String sql =
        "select null as a, 'null' as b, '' as c, 'x\ty\u001b[1m' as d, [1, null] as e,"
            + " {'k': date '2026-01-02'} as f, map {'x': 1.50} as g, 'nan'::double as h,"
            + " 'ab'::blob as i, timestamp '1500-01-01 00:00:00' as j";
    assertThat(CliRun.ok("sql", sql))
        .contains("null", "'null'", "''", "x\u2409y\u241b[1m", "[1,null]")
        .contains("{\"k\":\"2026-01-02\"}", "NaN", "YWI=", "1500-01-01T00:00:00")
        .doesNotContain("\u001b");
    assertThat(CliRun.ok("sql", sql, "--format", "vertical")).contains("-- row 1\na  null\n");
    JsonNode row = new ObjectMapper().readTree(CliRun.ok("sql", sql, "--json")).get(0);
    assertThat(row.get("a").isNull()).isTrue();
    assertThat(row.get("b").asText()).isEqualTo("null");
    assertThat(row.get("e").get(0).asInt()).isEqualTo(1);
    assertThat(row.get("g").get(0).get("value").asDouble()).isEqualTo(1.5);
    assertThat(CliRun.ok("sql", sql, "--format", "csv")).contains("\n,null,\"\",");
    assertThat(CliRun.ok("sql", "select 1 as a, 2 as a", "--format", "jsonl"))
        .isEqualTo("{\"a\":1,\"a_1\":2}\n");
    assertThat(CliRun.ok("sql", "select 1 as a where false", "--json")).isEqualTo("[]\n");
  }

  @Test
  void readsStandardInput() {
    InputStream original = System.in;
    try {
      System.setIn(
          new ByteArrayInputStream(
              "select 1 as a; -- one;\nselect ';' as b;".getBytes(StandardCharsets.UTF_8)));
      assertThat(CliRun.ok("sql", "-", "--format", "csv")).isEqualTo("a\n1\nb\n;\n");
    } finally {
      System.setIn(original);
    }
  }

  @Test
  void reportsErrorsInOneLine() throws Exception {
    assertFails("selec 1", "Cannot parse the statement: syntax error at or near \"selec\"");
    assertFails("select x from t", "Cannot run the statement: ", "\"x\" not found");
    assertFails("select 1 from nothing", "Table with name nothing does not exist");
    assertFails("select 1 from 'none/such.albis'", "none/such.albis");
    assertThat(albis("sql", "select 1", "--json", "--format", "csv").exitCode())
        .isEqualTo(ExitCodes.USAGE);
    assertThat(albis("sql", "select 1", "--threads", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
  }

  private void assertFails(String sql, String... messages) {
    CliRun run = albis("sql", sql, "--table", "t=" + table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains(messages);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void corruptTablesAreReportedAsSuch() throws Exception {
    Path file;
    try (var files = Files.walk(Path.of(table))) {
      file = files.filter(path -> path.toString().endsWith(".albis")).findAny().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 64; i < 600; i++) {
      bytes[i] ^= 1;
    }
    Files.write(file, bytes);
    CliRun run = albis("sql", "select * from '" + table + "'");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("hecksum").contains(file.getFileName().toString());
  }
}
