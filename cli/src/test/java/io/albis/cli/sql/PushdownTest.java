// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a query reads of a table. */
class PushdownTest {

  private static final List<String> ALL = List.of("id", "name", "price", "day", "moment", "ratio");

  @TempDir Path dir;
  private DuckDb database;
  private Opened table;

  @BeforeEach
  void create() throws Exception {
    String parquet = dir.resolve("t.parquet").toString();
    CliRun.ok(
        "sql",
        "copy (select 1 as id, 'a' as name, 1.5::decimal(9,2) as price, date '2026-01-01' as day,"
            + " timestamp '2026-01-01 10:00:00' as moment, 0.1::float as ratio) to '"
            + parquet
            + "' (format parquet)");
    CliRun.ok("convert", parquet, dir.resolve("t.albis").toString());
    database = DuckDb.open();
    table = Opened.of(database, dir.resolve("t.albis").toString());
  }

  @AfterEach
  void close() {
    table.close();
    database.close();
  }

  private void reads(String sql, String... columns) throws Exception {
    assertThat(table.columns(sql)).as(sql).containsExactly(List.of(columns));
  }

  private void readsAll(String sql) throws Exception {
    assertThat(table.columns(sql)).as(sql).isNotEmpty().allMatch(ALL::equals);
  }

  @Test
  void onlyNamedColumnsAreRead() throws Exception {
    reads("select NAME, sum(t.price) from %s t where id > 3 group by 1", "id", "name", "price");
    reads("select count(*) from %s", "id");
    reads("select 1 from (values (1)) v(x) where exists (select * from %s where id = x)", "id");
    reads("select x.name from (select name, id from %s) x", "id", "name");
    reads("select a.name from %s a join (select 1 as id) b using (id)", "id", "name");
  }

  @Test
  void allColumnsAreReadWhereTheyMayMatter() throws Exception {
    readsAll("select * from %s");
    readsAll("from %s");
    readsAll("select t from %s t");
    readsAll("select count(t) from %s as T");
    readsAll("select columns('n.*') from %s");
    readsAll("select a from %s as t(a, b)");
    readsAll("select #1 from %s");
    readsAll("select id from %s natural join (select 'a' as name)");
    readsAll("describe %s");
    readsAll("summarize %s");
    readsAll("with x as (select * from %s) select name from x");
  }

  @Test
  void conditionsThatDuckDbTreatsAlikeArePushed() throws Exception {
    String from = "select 1 from %s t where ";
    assertThat(table.condition(from + "id > 3 and name = 'x'"))
        .isEqualTo("(id > 3 and name = 'x')");
    assertThat(table.condition(from + "3 > t.ID")).isEqualTo("id < 3");
    assertThat(table.condition(from + "id = -3 or id in (1, 2)"))
        .isEqualTo("(id = -3 or id in (1, 2))");
    assertThat(table.condition(from + "day >= date '1998-12-01' - interval '90' day"))
        .isEqualTo("day >= 10471");
    assertThat(table.condition(from + "moment < '1970-01-02'")).isEqualTo("moment < 86400000000");
    assertThat(table.condition(from + "price between 1 and 2.5"))
        .isEqualTo("(price >= 1 and price <= 2.5)");
    assertThat(table.condition(from + "name like 'ab%'")).isEqualTo("name like 'ab%'");
    assertThat(table.condition(from + "name not like 'a_b'")).isEqualTo("not (name like 'a_b')");
    assertThat(table.condition(from + "id is not null and random() < 2"))
        .isEqualTo("id is not null");
    assertThat(table.condition("select 1 from %s t join (select 1 as k) on k = id and id < 9"))
        .isEqualTo("id < 9");
    assertThat(
            table.condition("select 1 from %s t left join (select 1 as k) on k = id where id < 9"))
        .isEqualTo("id < 9");
  }

  @Test
  void otherConditionsAreLeftToDuckDb() throws Exception {
    for (String condition :
        List.of(
            "ratio = 0.1",
            "id > 2.5",
            "price = 1.555",
            "id + 1 > 3",
            "id > 3 or random() < 0.5",
            "not (id > 3 or random() < 2)",
            "name like 'a_b' escape 'x'",
            "id = null",
            "day > timestamp '2026-01-01 10:00:00'",
            "day > 'tomorrow'",
            "name > 3",
            "lower(name) = 'x'",
            "id = (select 1)")) {
      assertThat(table.condition("select 1 from %s t where " + condition)).as(condition).isNull();
    }
    assertThat(table.condition("select 1 from %s t tablesample 10% where id > 3")).isNull();
    assertThat(table.condition("select 1 from %s t where id > 3 using sample 5")).isNull();
    assertThat(table.condition("select 1 from %s as t(name, id) where id = 3")).isNull();
    assertThat(
            table.condition("select 1 from %s t full join (select 1 as k) on k = id where id < 9"))
        .isNull();
    assertThat(
            table.condition("select 1 from %s t right join (select 1 as k) on k = id where id < 9"))
        .isNull();
  }

  @Test
  void tablesThatAreReadTwiceAreCopied() throws Exception {
    String cte = "with x as not materialized (select id from %s) ";
    assertThat(table.isRepeated(cte + "select * from x")).isFalse();
    assertThat(table.isRepeated(cte + "select * from x a, x b")).isTrue();
    String inlined = ", y as not materialized (from x) select * from y a, y b";
    assertThat(table.isRepeated(cte + inlined)).isTrue();
    // DuckDB keeps the rows.
    assertThat(table.isRepeated("with x as (select id from %s) select * from x a, x b")).isFalse();
    assertThat(
            table.isRepeated(
                "with recursive r(n) as (select 1 union all select id + n from r, %s where n < 3)"
                    + " select * from r"))
        .isTrue();
  }
}
