// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.reader.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Defaults of columns, which SQL sets and uses, and which files store. */
@ExtendWith(SparkTestSession.class)
class ColumnDefaultsTest {

  @TempDir Path directory;

  private String uri;
  private String name;

  @BeforeEach
  void name() {
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
  }

  private List<String> rows(SparkSession spark) {
    return spark.table(name).sort("id").toJSON().collectAsList();
  }

  private Field field(String column) {
    try (Table table = Table.open(uri)) {
      return table.schema().field(column);
    }
  }

  @Test
  void insertsUseDefaults(SparkSession spark) throws Exception {
    spark.sql("CREATE TABLE " + name + " (id INT, c INT DEFAULT 40 + 2, s STRING DEFAULT 'it''s')");
    assertThat(field("c").writeDefault()).contains(42);
    assertThat(field("c").initialDefault()).isEmpty();
    spark.sql("INSERT INTO " + name + " (id) VALUES (1)");
    spark.sql("INSERT INTO " + name + " VALUES (2, DEFAULT, NULL)");
    spark.sql("SELECT 3 AS id").writeTo(name).append();
    spark.sql("SELECT 4 AS id").write().format("albis").mode(SaveMode.Append).save(uri);
    spark.sql("UPDATE " + name + " SET s = 'x', c = DEFAULT WHERE id = 4");
    spark.sql(
        "MERGE INTO "
            + name
            + " t USING (SELECT 5 AS id) s ON t.id = s.id"
            + " WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)");
    assertThat(rows(spark))
        .containsExactly(
            "{\"id\":1,\"c\":42,\"s\":\"it's\"}",
            "{\"id\":2,\"c\":42}",
            "{\"id\":3,\"c\":42,\"s\":\"it's\"}",
            "{\"id\":4,\"c\":42,\"s\":\"x\"}",
            "{\"id\":5,\"c\":42,\"s\":\"it's\"}");
    assertThat(
            spark.sql("DESCRIBE EXTENDED " + name).collectAsList().stream()
                .map(row -> row.getString(0) + " " + row.getString(2)))
        .contains("c 42");
  }

  @Test
  void defaultsAreAddedSetAndDropped(SparkSession spark) {
    spark.sql("CREATE TABLE " + name + " (id INT)");
    spark.sql("INSERT INTO " + name + " VALUES (1)");
    spark.sql("ALTER TABLE " + name + " ADD COLUMN c INT DEFAULT 7");
    assertThat(field("c").initialDefault()).contains(7);
    spark.sql("INSERT INTO " + name + " (id) VALUES (2)");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN c SET DEFAULT 8");
    spark.sql("INSERT INTO " + name + " (id) VALUES (3)");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN c DROP DEFAULT");
    spark.sql("INSERT INTO " + name + " (id) VALUES (4)");
    assertThat(field("c").writeDefault()).isEmpty();
    assertThat(rows(spark))
        .containsExactly(
            "{\"id\":1,\"c\":7}", "{\"id\":2,\"c\":7}", "{\"id\":3,\"c\":8}", "{\"id\":4}");
    // Statistics know that rows without the column have the default.
    assertThat(spark.table(name).filter("c = 7").count()).isEqualTo(2);
  }

  @Test
  void storesValuesOfAllTypes(SparkSession spark) {
    spark.sql(
        "CREATE TABLE "
            + name
            + " (id INT, b BOOLEAN DEFAULT true, y TINYINT DEFAULT 1, h SMALLINT DEFAULT 2,"
            + " l BIGINT DEFAULT 3, f FLOAT DEFAULT 1.5, d DOUBLE DEFAULT 2.5,"
            + " n DECIMAL(7, 2) DEFAULT 12.5, t DATE DEFAULT DATE'2026-01-31',"
            + " ts TIMESTAMP DEFAULT TIMESTAMP'2026-01-31 12:00:00.000001',"
            + " tn TIMESTAMP_NTZ DEFAULT TIMESTAMP_NTZ'2026-01-31 12:00:00.000001',"
            + " v VARCHAR(5) DEFAULT 'abc', x BINARY DEFAULT X'0aff',"
            + " i INTERVAL DAY TO SECOND DEFAULT INTERVAL '1' DAY)");
    assertThat(field("n").writeDefault()).contains(new BigDecimal("12.50"));
    spark.sql("INSERT INTO " + name + " (id) VALUES (1)");
    assertThat(rows(spark).get(0))
        .isEqualTo(
            spark
                .sql(
                    "SELECT 1 AS id, true AS b, 1Y AS y, 2S AS h, 3L AS l, 1.5F AS f, 2.5D AS d,"
                        + " 12.50BD AS n, DATE'2026-01-31' AS t,"
                        + " TIMESTAMP'2026-01-31 12:00:00.000001' AS ts,"
                        + " TIMESTAMP_NTZ'2026-01-31 12:00:00.000001' AS tn, 'abc' AS v,"
                        + " X'0aff' AS x, INTERVAL '1 00:00:00' DAY TO SECOND AS i")
                .toJSON()
                .first());
  }

  @Test
  void refusesWhatIsNoConstant(SparkSession spark) {
    assertThatThrownBy(
            () -> spark.sql("CREATE TABLE " + name + " (id INT, t DATE DEFAULT current_date())"))
        .hasMessageContaining("Cannot store the default current_date() of column t")
        .hasMessageContaining("it is no constant");
    assertThatThrownBy(
            () -> spark.sql("CREATE TABLE " + name + " (id INT, a ARRAY<INT> DEFAULT array(1))"))
        .hasMessageContaining("Cannot store the default array(1) of column a");
    assertThatThrownBy(() -> spark.sql("CREATE TABLE " + name + " (id INT DEFAULT 'x')"))
        .isInstanceOf(AnalysisException.class);
    spark.sql("CREATE TABLE " + name + " (id INT DEFAULT NULL)");
    assertThat(field("id").writeDefault()).isEqualTo(Optional.empty());
  }

  @Test
  void copiesOfRowsHaveNoDefaults(SparkSession spark) {
    spark.sql("CREATE TABLE " + name + " (id INT DEFAULT 5)");
    spark.sql("INSERT INTO " + name + " VALUES (1)");
    String source = name;
    for (String copy : List.of("sql", "save")) {
      uri = directory.resolve(copy).toString();
      if (copy.equals("sql")) {
        spark.sql("CREATE TABLE albis.`" + uri + "` AS SELECT * FROM " + source);
      } else {
        spark.table(source).write().format("albis").save(uri);
      }
      assertThat(field("id").writeDefault()).isEmpty();
    }
  }
}
