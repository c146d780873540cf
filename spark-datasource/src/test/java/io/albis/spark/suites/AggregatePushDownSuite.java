// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.Plans;
import io.albis.spark.internal.aggregate.StatisticsScan;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.ParquetAggregatePushDownSuite;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Aggregates that file sources push down. Albis has no switch for that, and pushes down more: where
 * file sources must not, only the results count.
 */
public final class AggregatePushDownSuite extends ParquetAggregatePushDownSuite {

  private static final long serialVersionUID = 1L;

  private static final Pattern PUSHED =
      Pattern.compile(
          "PushedAggregation: (\\[.*?\\])(?:, PushedFilters: \\[\\], PushedGroupBy: (\\[.*?\\]))?");

  /** For the runner. */
  public AggregatePushDownSuite() {}

  @Override
  public String format() {
    return WritableSource.NAME;
  }

  @Override
  public String dataSourceName() {
    return WritableSource.NAME;
  }

  @Override
  public String vectorizedReaderEnabledKey() {
    return SuiteTables.COLUMN_LAYOUT;
  }

  /** Compares with the description of the scan, as the plan of a local scan does not show it. */
  @Override
  public void checkKeywordsExistsInExplain(Dataset<Row> query, Seq<String> keywords) {
    for (String keyword : CollectionConverters.asJava(keywords)) {
      Matcher expected = PUSHED.matcher(keyword);
      assertThat(expected.matches()).isTrue();
      if (!expected.group(1).equals("[]")) {
        String groups = expected.group(2) == null ? "" : " by " + expected.group(2);
        assertThat(Plans.scansOfOptimizedPlan(query))
            .singleElement()
            .isInstanceOfSatisfying(
                StatisticsScan.class,
                scan ->
                    assertThat(scan.description())
                        .isEqualTo("albis statistics: " + expected.group(1) + groups));
      }
    }
  }
}
