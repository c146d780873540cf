// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries over Albis have the results of the same queries over Parquet. */
class TpchTest {

  @TempDir static Path dir;

  private static TpchTables tables;

  @BeforeAll
  static void createTables() throws Exception {
    tables = new TpchTables(dir);
    tables.write(1, "--sort-by", "l_shipdate", "--row-group-size", "64KiB");
  }

  private String overAlbis(String sql) {
    List<String> arguments = new ArrayList<>(List.of("sql", sql, "--format", "csv"));
    arguments.addAll(List.of("--threads", "1"));
    tables.albis().forEach((name, path) -> arguments.addAll(List.of("--table", name + "=" + path)));
    return CliRun.ok(arguments.toArray(String[]::new));
  }

  private String overParquet(String sql) {
    return CliRun.ok(
        "sql", String.join("", tables.views()) + sql, "--format", "csv", "--threads", "1");
  }

  @Test
  void allQueriesHaveEqualResults() throws Exception {
    assertThat(TpchTables.queries()).hasSize(22);
    String queries = String.join(";", TpchTables.queries());
    String expected = overParquet(queries);
    assertThat(overAlbis(queries)).isEqualTo(expected);
    // Nearly all queries have rows: names, and then more lines than names.
    assertThat(expected.lines().count()).isGreaterThan(200);
  }

  @Test
  void conditionsSkipRowGroups() throws Exception {
    try (DuckDb database = DuckDb.open();
        Opened lineitem = Opened.of(database, tables.albis("lineitem"))) {
      assertThat(lineitem.dataset().layout().rowGroups()).hasSizeGreaterThan(5);
      var scan = lineitem.scan("select 1 from %s where l_shipdate >= date '1998-07-01'");
      assertThat(scan.statistics().rowCount()).isLessThan(lineitem.dataset().rowCount() / 5);
    }
  }

  @Test
  void randomConditionsHaveEqualResults() {
    long seed = Long.getLong("albis.seed", 16);
    Random random = new Random(seed);
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      script.append(query(random)).append(";\n");
    }
    assertThat(overAlbis(script.toString()))
        .as("seed %s: %s", seed, script)
        .isEqualTo(overParquet(script.toString()));
  }

  private static String query(Random random) {
    String from =
        switch (random.nextInt(6)) {
          case 0 -> "lineitem left join orders on l_orderkey = o_orderkey and " + condition(random);
          case 1 -> "orders left join lineitem on l_orderkey = o_orderkey";
          case 2 -> "orders full join lineitem on l_orderkey = o_orderkey + 100";
          case 3 -> "orders join lineitem on l_orderkey = o_orderkey and " + condition(random);
          case 4 -> "(select * from lineitem where " + condition(random) + ") as lineitem";
          default -> "lineitem";
        };
    return "select count(*), sum(l_quantity), min(l_shipdate), max(l_shipmode) from "
        + from
        + " where "
        + condition(random)
        + (random.nextBoolean() ? " and " : " or ")
        + condition(random);
  }

  private static String condition(Random random) {
    return switch (random.nextInt(14)) {
      case 0 -> "l_shipdate " + comparison(random) + " date '199" + random.nextInt(9) + "-06-15'";
      case 1 -> "l_shipdate " + comparison(random) + " '199" + random.nextInt(9) + "-02-01'";
      case 2 ->
          "l_shipdate "
              + comparison(random)
              + " timestamp '1995-03-01 12:00:00' + interval "
              + random.nextInt(900)
              + " day";
      case 3 -> random.nextInt(60) + " " + comparison(random) + " l_quantity";
      case 4 -> "l_quantity between " + random.nextInt(20) + ".5 and " + random.nextInt(50);
      case 5 -> "l_discount in (0.0" + random.nextInt(9) + ", 0.05, " + random.nextInt(2) + ")";
      case 6 -> "l_shipmode like '" + "AIRMFS".charAt(random.nextInt(6)) + "%'";
      case 7 -> "l_shipmode not like '%A%'";
      case 8 -> "not (l_orderkey " + comparison(random) + " " + random.nextInt(1500) + ")";
      case 9 -> "l_orderkey " + comparison(random) + " " + random.nextInt(1500) + ".5";
      case 10 -> "l_comment is " + (random.nextBoolean() ? "not " : "") + "null";
      case 11 -> "l_shipmode " + comparison(random) + " 'MAIL'";
      case 12 -> "(l_linenumber = 3 or l_tax > 0.0" + random.nextInt(8) + ")";
      default -> "l_orderkey % 7 = " + random.nextInt(7);
    };
  }

  private static String comparison(Random random) {
    return List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
  }
}
