// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares {@code LIKE} and {@code RLIKE} in a scan with Spark's over Parquet. */
@ExtendWith(SparkTestSession.class)
class PatternTest {

  private static final String[] WORDS = {
    "special",
    "requests",
    "the",
    " ",
    "ä",
    "日本",
    "𝄞",
    "\n",
    "%",
    "_",
    "\\",
    "\uFFFD",
    "a",
    "The",
    "ß",
    "SS",
    "K",
    "\u0130",
    "Σ",
    "Q"
  };

  private static final byte[][] INVALID = {
    {(byte) 0xff}, {(byte) 0xe6, (byte) 0x97}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}
  };

  @TempDir static Path directory;

  private static String table;

  /** Creates the views a, of Albis, and p, of Parquet, with the same strings. */
  private static void open(SparkSession spark) {
    if (table == null) {
      table = write(directory.resolve("t").toString());
      spark.read().format("albis").load(table).write().parquet(directory.resolve("p").toString());
    }
    spark.read().format("albis").load(table).createOrReplaceTempView("a");
    spark.read().parquet(directory.resolve("p").toString()).createOrReplaceTempView("p");
  }

  private static String write(String uri) {
    Random random = new Random(11);
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("Text", Type.string()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 4_000; i++) {
          rows.setLong(0, i);
          if (random.nextInt(8) > 0) {
            rows.setBytes(1, text(random));
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    return uri;
  }

  private static byte[] text(Random random) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = random.nextInt(9); i > 0; i--) {
      text.writeBytes(
          random.nextInt(12) == 0
              ? INVALID[random.nextInt(INVALID.length)]
              : WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8));
    }
    return text.toByteArray();
  }

  private static Dataset<Row> compare(SparkSession spark, String query) {
    Dataset<Row> found = spark.sql(query.replace("TABLE", "a"));
    assertThat(found.collectAsList())
        .as(query)
        .isEqualTo(spark.sql(query.replace("TABLE", "p")).collectAsList());
    return found;
  }

  private static void assertPushed(Dataset<Row> query) {
    assertThat(query.queryExecution().executedPlan().toString())
        .contains("LIKE")
        .doesNotContain("Filter ");
    assertThat(Plans.scans(query).get(0).description()).contains("LIKE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text like '%special%requests%'",
        "text not like '%special%requests%'",
        "text like 'special%_a'",
        "text like '_'",
        "text like '_%_'",
        "text not like '%ä_%'",
        "text like '%\uFFFD%a%'",
        "text like '_\uFFFD%'",
        "text like '%\\\\%%a'",
        "text like '%!%%_%a' escape '!'",
        "text like '%the%a%' or id < 100",
        "not (text like '%the%a%' and id > 100)",
        "text like '%the%' and text not like '%a%ä%' and id > 50",
        "text like '%\\n_'",
        "text rlike 'special'",
        "text not rlike '^(the|a)'",
        "text rlike 'requests$|^ä'",
        "text rlike '�.*'",
        "text rlike '(?s)(the|a).*ä' and id > 50",
        "text rlike '[at]h?e ' or id < 100",
        "lower(text) like '%the%a'",
        "upper(text) not like '%S%E%'",
        "upper(text) like '%\\_%Q'",
        "lower(text) like '%k%' or upper(text) like 'TH%'",
        "upper(text) like '%k%' or id = 5",
        "text ilike '%ThE%!%%' escape '!'",
        "upper(text) rlike '^(SPECIAL|SS)'",
      })
  void pushed(String condition) {
    SparkSession spark = SparkSession.active();
    open(spark);
    assertPushed(compare(spark, "select id from TABLE where " + condition + " order by id"));
    spark.sql("set spark.sql.adaptive.enabled=false");
    try {
      assertPushed(compare(spark, "select id from TABLE where " + condition + " order by id"));
    } finally {
      spark.sql("reset spark.sql.adaptive.enabled");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lower(text) = 'thethe'",
        "lower(text) <> 'the'",
        "upper(text) in ('SS', 'THE', '%', '_', '\\\\')",
        "not (upper(text) in ('SS', 'THE'))",
        "startswith(lower(text), 'the')",
        "endswith(upper(text), '%')",
        "contains(upper(text), '_') and not startswith(lower(text), 'a')",
      })
  void pushedOfOneCase(String condition) {
    SparkSession spark = SparkSession.active();
    open(spark);
    Dataset<Row> found = compare(spark, "select id from TABLE where " + condition + " order by id");
    assertThat(found.queryExecution().executedPlan().toString()).doesNotContain("Filter ");
  }

  /** The reader converts by Java, and Spark by ICU, which may know more characters. */
  @Test
  void convertsCharactersToAsciiAsSpark() {
    List<String> characters =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
            .mapToObj(Character::toString)
            .toList();
    List<Row> converted =
        SparkSession.active()
            .createDataset(characters, Encoders.STRING())
            .selectExpr("value", "lower(value)", "upper(value)")
            .collectAsList();
    assertThat(converted).hasSize(characters.size());
    assertThat(converted).filteredOn(row -> !isAsSpark(row)).isEmpty();
  }

  /** Whether Java converts a character to the ASCII characters to which Spark does. */
  private static boolean isAsSpark(Row row) {
    String character = row.getString(0);
    return ascii(character.toLowerCase(Locale.ROOT)).equals(ascii(row.getString(1)))
        && ascii(character.toUpperCase(Locale.ROOT)).equals(ascii(row.getString(2)));
  }

  /** What a pattern of ASCII sees of a text. */
  private static String ascii(String text) {
    return text.codePoints()
        .mapToObj(point -> point < 0x80 ? Character.toString(point) : "?")
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text rlike 'special.*requests' and id > 5",
        "text rlike '^.a|the.+$'",
        "text rlike '[^a]the\\\\s'",
      })
  void pushedInPart(String condition) {
    SparkSession spark = SparkSession.active();
    open(spark);
    Dataset<Row> found = compare(spark, "select id from TABLE where " + condition + " order by id");
    assertThat(Plans.scans(found).get(0).description()).contains("LIKE");
    assertThat(found.queryExecution().executedPlan().toString()).contains("Filter ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text not rlike 'special.*requests'",
        "text rlike '(?i)THE'",
        "text rlike '\\\\bthe'",
        "text like '%𝄞%a'",
        "text like '%the%a' or length(text) = 4",
        "lower(text) like '%ä%'",
        "lower(text) like '%q_'",
        "text collate utf8_lcase like '%THE%a'",
        "text like concat('%a', left('the', int(id % 4)))",
        "text like any ('%a%the%', 'a_')",
      })
  void leftToSpark(String condition) {
    SparkSession spark = SparkSession.active();
    open(spark);
    Dataset<Row> found = compare(spark, "select id from TABLE where " + condition + " order by id");
    assertThat(Plans.scans(found).get(0).description()).doesNotContain("LIKE");
  }

  /** What Spark pushes after the filters. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) c, min(id) m from TABLE where Text like '%the%a%'",
        "select count(*) from TABLE where text not like '%the%a%' and id < 0",
        "select count(*) from (select id from TABLE where text like '%the%a%' limit 7)",
        "select id from TABLE where text like '%the%a%' order by id limit 7",
        "select id from TABLE where text like '%the%a%' order by id limit 7 offset 3",
        "select count(*) from TABLE x join TABLE y on x.id = y.id"
            + " where x.text like '%a%the%' and y.text not like '_%a'",
        "select count(*) from TABLE x join TABLE y on x.id = y.id"
            + " where x.text rlike 'a.*the' and y.text not rlike '^a'",
        "select x.id, y.id from TABLE x left join TABLE y on x.id = y.id"
            + " and y.text not like '%special%requests%' order by 1, 2",
        "select count(*) from TABLE where id in (select id from TABLE where text like 'a%the_%')",
        "select (select max(id) from TABLE where text like '%the%a'), (select max(id) from TABLE)",
        "select count(*) from (select id from TABLE where text like '%a%the%' union all"
            + " select id from TABLE where text like '%the%a%' union all"
            + " select id from TABLE where text like '%a%the%')",
      })
  void underOtherOperators(String query) {
    SparkSession spark = SparkSession.active();
    open(spark);
    compare(spark, query);
    spark.sql("set spark.sql.adaptive.enabled=false");
    try {
      compare(spark, query);
    } finally {
      spark.sql("reset spark.sql.adaptive.enabled");
    }
  }

  @Test
  void sparkReportsInvalidPatterns(SparkSession spark) {
    open(spark);
    for (String pattern : List.of("%a%\\\\", "%\\\\a%b")) {
      assertThatThrownBy(
              () -> spark.sql("select id from a where text like '" + pattern + "'").collectAsList())
          .hasMessageContaining("INVALID_FORMAT");
    }
  }
}
