// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the rows that a query filters. {@link RandomChangelogTest} has more conditions. */
@ExtendWith(SparkTestSession.class)
class ChangelogFilterTest {

  private static final String CHANGED =
      "SELECT concat_ws(' ', _commit_version, _change_type, id, name) FROM lake.t CHANGES ";

  @TempDir Path directory;

  private SparkSession spark;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.lake", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.toString());
    spark.sql("CREATE TABLE lake.t (id BIGINT NOT NULL, name STRING)");
  }

  private List<String> changes(String range) {
    return spark.sql(CHANGED + range).collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  @Test
  void skipsRowGroupsThatTheFilterRulesOut() throws Exception {
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000)");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id % 500 = 7");
    InputListener all = new InputListener();
    assertThat(read(all, "true")).hasSize(2008);
    InputListener filtered = new InputListener();
    assertThat(read(filtered, "id = 507"))
        .containsExactly("2 insert 507 n507", "4 delete 507 n507", "4 insert 507 x");

    // Nothing is read of the second thousand, which is half of all bytes.
    assertThat(filtered.bytes()).isPositive().isLessThan(all.bytes() * 11 / 20);
    assertThat(plan("id = 507 AND name LIKE '%7'")).contains("PushedPredicates: [", "id = 507");
    InputListener nothing = new InputListener();
    assertThat(read(nothing, "id = 2000")).isEmpty();
    assertThat(nothing.bytes()).isZero();
  }

  private List<String> read(InputListener listener, String where) throws Exception {
    spark.sparkContext().addSparkListener(listener);
    List<String> rows = changes("FROM VERSION 1 WHERE " + where);
    spark.sparkContext().listenerBus().waitUntilEmpty();
    spark.sparkContext().removeSparkListener(listener);
    return rows;
  }

  private String plan(String where) {
    return spark
        .sql(CHANGED + "FROM VERSION 1 WHERE " + where)
        .queryExecution()
        .executedPlan()
        .toString();
  }

  /** Conditions on keys are pushed down; others must see both rows of an update. */
  @Test
  void keepsTheRowsOfUpdatesTogether() {
    spark.sql("ALTER TABLE lake.t ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000)");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id IN (7, 1007)");
    spark.sql("DELETE FROM lake.t WHERE id = 8");
    String updates = "FROM VERSION 5 WITH (computeUpdates = 'true') WHERE ";

    assertThat(changes(updates + "name = 'x'"))
        .containsExactly("5 update_postimage 1007 x", "5 update_postimage 7 x");
    assertThat(changes(updates + "name LIKE 'n%'"))
        .containsExactly("5 update_preimage 1007 n1007", "5 update_preimage 7 n7", "6 delete 8 n8");
    assertThat(changes(updates + "id < 1000"))
        .containsExactly("5 update_postimage 7 x", "5 update_preimage 7 n7", "6 delete 8 n8");
    assertThat(changes(updates + "id < 1000 AND name = 'x'"))
        .containsExactly("5 update_postimage 7 x");
  }
}
