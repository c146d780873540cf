// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users do with cached data frames. */
@ExtendWith(SparkTestSession.class)
class CacheTest {

  private final SparkSession session;

  CacheTest(SparkSession session) {
    this.session = session;
  }

  @BeforeEach
  void useAlbis() {
    CacheSession.useAlbis(session);
  }

  @AfterEach
  void clear() {
    CacheSession.clear(session);
    CacheSession.useSpark(session);
  }

  private Dataset<Row> frame(long rows) {
    return session
        .range(0, rows, 1, 4)
        .selectExpr("id", "cast(id as string) s", "if(id % 3 = 0, null, id / 7) d", "id % 2 = 0 b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MEMORY_ONLY",
        "MEMORY_AND_DISK",
        "DISK_ONLY",
        "MEMORY_ONLY_SER",
        "MEMORY_AND_DISK_SER",
        "OFF_HEAP",
        "MEMORY_ONLY_2",
        "DISK_ONLY_2"
      })
  void readsWhatWasCached(String level) {
    Dataset<Row> frame = frame(100_000);
    var expected = frame.selectExpr("sum(id)", "max(s)", "sum(d)", "count_if(b)").collectAsList();

    frame.persist(StorageLevel.fromString(level));

    for (int round = 0; round < 2; round++) {
      assertThat(frame.selectExpr("sum(id)", "max(s)", "sum(d)", "count_if(b)").collectAsList())
          .isEqualTo(expected);
      assertThat(frame.count()).isEqualTo(100_000);
    }
    boolean isInMemory = level.equals("MEMORY_ONLY") || level.equals("MEMORY_AND_DISK");
    assertThat(CacheSession.cachedBytes() > 0)
        .isEqualTo(isInMemory || level.equals("MEMORY_ONLY_2"));
  }
}
