// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** head, tail, sample, cat and count, with columns and conditions. */
class RowsCommandsTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void create() {
    table = convert("t", "");
  }

  private String convert(String name, String change) {
    String parquet = dir.resolve(name + ".parquet").toString();
    CliRun.ok(
        "sql",
        "copy (select i::int as id, if(i % 3 = 0, null, 'v' || i) as text, i / 4.0 as number,"
            + " (i / 4)::decimal(9,2) as price, date '2026-01-01' + i::int as day,"
            + " timestamp '2026-01-01 00:00:00' + to_hours(i) as moment, i % 2 = 0 as even,"
            + " {'x': i, 'y,z': [i, null]} as place"
            + change
            + " from range(100) t(i)) to '"
            + parquet
            + "' (format parquet)");
    String target = dir.resolve(name).toString();
    CliRun.ok("convert", parquet, target);
    return target;
  }

  private static JsonNode json(String... args) throws Exception {
    return new ObjectMapper().readTree(CliRun.ok(args));
  }

  private List<String> ids(String... args) {
    String[] all = new String[args.length + 4];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = table;
    all[args.length + 1] = "--columns";
    all[args.length + 2] = "id";
    all[args.length + 3] = "--json";
    return CliRun.ok(all)
        .lines()
        .filter(line -> line.contains("id"))
        .map(line -> line.replaceAll("\\D", ""))
        .toList();
  }

  @Test
  void headSkipsAndSelects() {
    assertThat(ids("head", "-n", "2")).containsExactly("0", "1");
    assertThat(ids("head", "-n", "2", "--offset", "98")).containsExactly("98", "99");
    assertThat(ids("head", "-n", "5", "--offset", "98")).containsExactly("98", "99");
    assertThat(ids("head", "--offset", "1000")).isEmpty();
    assertThat(ids("head", "-n", "3", "--offset", "1", "--where", "id >= 50 and even"))
        .containsExactly("52", "54", "56");
    assertThat(ids("tail", "-n", "2")).containsExactly("98", "99");
    assertThat(ids("tail", "-n", "2", "--where", "id < 10")).containsExactly("8", "9");
    assertThat(ids("tail", "-n", "0")).isEmpty();
  }

  @Test
  void conditionsSelectRowsOfAllTypes() {
    assertThat(count("id in (1, 2, 1000) or id between 97 and 200")).isEqualTo("5");
    assertThat(count("text is null")).isEqualTo("34");
    assertThat(count("text like 'v1%'")).isEqualTo("8");
    assertThat(count("not (text like '%1')")).isEqualTo("59");
    assertThat(count("text like 'v_'")).isEqualTo("6");
    assertThat(count("text like 'v%5'")).isEqualTo("7");
    assertThat(count("text like 'v\\1%'")).isEqualTo("0");
    assertThat(count("text not like '_1%'")).isEqualTo("58");
    assertThat(count("number >= 24.5")).isEqualTo("2");
    assertThat(count("price = 3.25")).isEqualTo("1");
    assertThat(count("day = '2026-01-03'")).isEqualTo("1");
    assertThat(count("day > date '2026-01-03' + interval 90 day")).isEqualTo("7");
    assertThat(count("moment < '2026-01-01T10:00:00'")).isEqualTo("10");
    assertThat(count("even = false")).isEqualTo("50");
    assertThat(count("place.x >= 90")).isEqualTo("10");
    assertThat(count("text is distinct from 'v1'")).isEqualTo("99");
  }

  @Test
  void conditionsCompareColumns() {
    String changed = convert("u", ", (i * i % 50)::bigint as square");
    assertThat(CliRun.ok("count", changed, "--where", "id > square").strip())
        .isEqualTo("" + IntStream.range(0, 100).filter(i -> i > i * i % 50).count());
    assertThat(CliRun.ok("count", changed, "--where", "even and id between square and 60").strip())
        .isEqualTo("" + IntStream.range(0, 61).filter(i -> i % 2 == 0 && i >= i * i % 50).count());
    assertThat(count("id <> place.x")).isEqualTo("0");
    assertThat(count("text is not distinct from text")).isEqualTo("100");
    assertThat(count("text = text")).isEqualTo("66");
  }

  private String count(String condition) {
    return CliRun.ok("count", table, "--where", condition).strip();
  }

  @Test
  void invalidConditionsAreExplained() {
    assertInvalid("id >", "Cannot parse");
    assertInvalid("idd = 1", "idd");
    assertInvalid("id = 'x'", "Cannot compare column id of type int32 with 'x'");
    assertInvalid("id = null", "IS NULL");
    assertInvalid("id + 1 = 2", "Invalid condition: id + 1 = 2");
    assertInvalid("text like 'a_b' escape 'x'", "LIKE");
    assertInvalid("text > 3", "Cannot compare column text");
    assertInvalid("id < text", "column id of type int32 with column text of type string");
    assertInvalid("id in (place.x)", "Invalid condition");
  }

  private void assertInvalid(String condition, String message) {
    CliRun run = albis("head", table, "--where", condition);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains(message);
  }

  @Test
  void columnsHavePathsAndQuotes() throws Exception {
    JsonNode row =
        json("head", table, "-n", "1", "--json", "--columns", "price,place.`y,z`,place.x").get(0);
    assertThat(row.get("price").asDouble()).isZero();
    assertThat(row.get("place").get("y,z").isArray()).isTrue();
    assertThat(row.get("place").get("y,z").get(1).isNull()).isTrue();
    CliRun open = albis("head", table, "--columns", "`a,b");
    assertThat(open.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(open.err()).contains("closing backquote");
  }

  @Test
  void wideTablesArePrintedVertically() {
    assertThat(CliRun.ok("head", table, "-n", "2", "--vertical"))
        .contains("-- row 1\nid      0\ntext    null\n")
        .contains("place   {\"x\":1,\"y,z\":[1,null]}");
  }

  @Test
  void samplesAreReproducible() {
    List<String> sample = ids("sample", "-n", "10");
    assertThat(sample).hasSize(10).doesNotHaveDuplicates();
    assertThat(ids("sample", "-n", "10")).isEqualTo(sample);
    assertThat(ids("sample", "-n", "10", "--seed", "7")).isNotEqualTo(sample);
    assertThat(ids("sample", "-n", "1000")).hasSize(100);
    assertThat(ids("sample", "-n", "5", "--where", "id < 3")).hasSize(3);
    assertThat(ids("sample", "-n", "0")).isEmpty();
  }

  @Test
  void catPrintsAllRows() throws Exception {
    String lines = CliRun.ok("cat", table, "--columns", "id,text");
    assertThat(lines.lines()).hasSize(100);
    assertThat(lines).startsWith("{\"id\":0,\"text\":null}\n{\"id\":1,\"text\":\"v1\"}\n");
    assertThat(CliRun.ok("cat", table, "--format", "csv", "--columns", "id,text"))
        .startsWith("id,text\n0,\n1,v1\n");
    assertThat(json("cat", table, "--json", "--where", "id > 97")).hasSize(2);
  }

  @Test
  void describeTellsWhatATableIs() throws Exception {
    assertThat(CliRun.ok("describe", table)).contains("kind         table", "rows         100");
    JsonNode found = json("describe", table, "--json");
    assertThat(found.get("rows").asLong()).isEqualTo(100);
    assertThat(found.get("snapshotId").asLong()).isEqualTo(1);
    assertThat(found.get("columnCount").asInt()).isEqualTo(8);
  }

  @Test
  void diffComparesSchemaAndRows() throws Exception {
    assertThat(albis("diff", table, convert("same", "")).exitCode()).isEqualTo(ExitCodes.OK);
    CliRun wider = albis("diff", table, convert("wider", ", 1 as more"));
    assertThat(wider.exitCode()).isEqualTo(1);
    assertThat(wider.out()).isEqualTo("> column more int32\n");
    String parquet = dir.resolve("other.parquet").toString();
    CliRun.ok(
        "sql",
        "copy (select * replace (if(id = 7, 'other', text) as text) from '"
            + dir.resolve("t.parquet")
            + "' limit 99) to '"
            + parquet
            + "' (format parquet)");
    String other = dir.resolve("other").toString();
    CliRun.ok("convert", parquet, other);
    CliRun rows = albis("diff", table, other);
    assertThat(rows.exitCode()).isEqualTo(1);
    assertThat(rows.out())
        .startsWith("row 7\n< {\"text\":\"v7\"}\n> {\"text\":\"other\"}\nrow 99\n< {\"id\":99,");
    assertThat(albis("diff", table, other, "--schema-only").exitCode()).isZero();
    assertThat(albis("diff", table, other, "--columns", "id,text", "-n", "1").out())
        .contains("2 rows differ (of 100 and 99)");
    JsonNode json = new ObjectMapper().readTree(albis("diff", table, other, "--json").out());
    assertThat(json.get("equal").asBoolean()).isFalse();
    assertThat(json.get("differentRows").asLong()).isEqualTo(2);
    CliRun trouble = albis("diff", table, dir.resolve("none").toString());
    assertThat(trouble.exitCode()).isEqualTo(2);
    assertThat(trouble.err()).contains("none");
  }

  @Test
  void rollbackRestoresAnEarlierSnapshot() throws Exception {
    CliRun.ok("convert", dir.resolve("t.parquet").toString(), table, "--append");
    CliRun.ok("tag", table, "before", "--snapshot", "1");
    assertThat(CliRun.ok("count", table).strip()).isEqualTo("200");
    JsonNode result = json("rollback", table, "before", "--json");
    assertThat(result.get("snapshotId").asLong()).isEqualTo(4);
    assertThat(CliRun.ok("count", table).strip()).isEqualTo("100");
    assertThat(CliRun.ok("count", table, "--snapshot", "2").strip()).isEqualTo("200");
    assertThat(CliRun.ok("tag", table)).contains("before");
    CliRun.ok("convert", dir.resolve("t.parquet").toString(), table, "--append");
    assertThat(CliRun.ok("rollback", table, "2")).contains("snapshot 2, as snapshot 6");
    assertThat(CliRun.ok("verify", table)).startsWith("Sound");
    assertThat(CliRun.ok("count", table).strip()).isEqualTo("200");
    assertThat(albis("rollback", table, "99").err()).contains("99").contains("there is none");
    assertThat(albis("rollback", table, "no-such").err()).contains("there is no tag no-such");
  }
}
