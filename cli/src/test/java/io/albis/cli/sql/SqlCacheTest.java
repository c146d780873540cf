// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.output.RowFormat;
import io.albis.reader.cache.ColumnCache;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements find in the cache what others have read before them. */
class SqlCacheTest {

  private static final String QUERY = "select int, text from t order by int";

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void convert() {
    table = dir.resolve("t").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table);
  }

  private static String run(SqlSession session) throws Exception {
    StringWriter out = new StringWriter();
    session.run(QUERY, RowFormat.CSV, new PrintWriter(out));
    return out.toString();
  }

  @Test
  void statementsShareColumns() throws Exception {
    try (ColumnCache cache = ColumnCache.builder().limit(64 << 20).build();
        SqlSession session =
            new SqlSession(Map.of("t", table), new StorageArguments(), Optional.of(cache))) {
      String first = run(session);
      assertThat(first.lines()).hasSize(6);
      // What was read once is not kept yet.
      assertThat(run(session)).isEqualTo(first);
      long misses = cache.statistics().misses();
      assertThat(run(session)).isEqualTo(first);
      assertThat(cache.statistics().misses()).isEqualTo(misses);
      assertThat(cache.statistics().hits()).isPositive();
    }
  }

  @Test
  void changesOfATableAreSeen() throws Exception {
    try (ColumnCache cache = ColumnCache.builder().limit(64 << 20).build();
        SqlSession session =
            new SqlSession(Map.of("t", table), new StorageArguments(), Optional.of(cache))) {
      for (int i = 0; i < 3; i++) {
        assertThat(run(session).lines()).hasSize(6);
      }
      CliRun.ok("convert", "src/test/fixtures/all-types.parquet", table, "--append");
      assertThat(run(session).lines()).hasSize(11);
    }
  }

  @Test
  void cacheIsAnOption() {
    String twice = QUERY + ";" + QUERY;
    String expected = CliRun.ok("sql", QUERY, "--table", "t=" + table, "--format", "csv").repeat(2);
    for (String size : new String[] {"0", "1MiB"}) {
      assertThat(
              CliRun.ok("sql", twice, "--table", "t=" + table, "--format", "csv", "--cache", size))
          .isEqualTo(expected);
    }
    assertThat(CliRun.ok("sql", twice, "--table", "t=" + table, "--format", "csv"))
        .isEqualTo(expected);
  }
}
