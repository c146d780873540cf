// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryComparisonTest {

  private static QueryResult result(String query, String format, double... seconds) {
    return new QueryResult(
        "TPC-DS",
        query,
        format,
        Arrays.stream(seconds).boxed().toList(),
        List.of(),
        null,
        !query.equals("q2"));
  }

  private static final List<QueryResult> RESULTS =
      List.of(
          result("q1", "albis", 0.1, 0.3, 0.2),
          result("q1", "parquet", 0.4),
          result("q2", "albis", 0.8),
          result("q2", "parquet", 0.4),
          result("q3", "albis", 0.5));

  @Test
  void comparesMediansWithTheFirstFormat() {
    QueryComparison comparison = QueryComparison.of(RESULTS).get(0);
    assertThat(comparison.formats()).containsExactly("albis", "parquet");
    assertThat(comparison.queries()).as("measured with all formats").containsExactly("q1", "q2");
    assertThat(comparison.ratio("q1", 1)).isEqualTo(2);
    assertThat(comparison.ratio("q2", 1)).isEqualTo(0.5);
    assertThat(comparison.geometricMean(0)).isCloseTo(0.4, within(1e-9));
    assertThat(comparison.geometricMean(1)).isCloseTo(0.4, within(1e-9));
    assertThat(comparison.differing()).containsExactly("q2");
  }

  @Test
  void printsTimesSpreadsRatiosAndMeans() {
    QueryComparison comparison = QueryComparison.of(RESULTS).get(0);
    StringWriter text = new StringWriter();
    comparison.table().printMarkdown(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly(
            "| query | albis, ms | spread | parquet, ms | spread | × parquet |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            "| q1 | 200 | -50+50 % | 400 | -0+0 % | 2.00 |",
            "| q2 | 800 | -0+0 % | 400 | -0+0 % | 0.50 |",
            "| geometric mean | 400 |  | 400 |  | 1.00 |");
  }

  @Test
  void showsAllocationWhereItWasMeasured() {
    QueryResult measured = new QueryResult("w", "q", "albis", List.of(1.0), List.of(), 0.25, true);
    StringWriter text = new StringWriter();
    QueryComparison.of(List.of(measured)).get(0).table().print(new PrintWriter(text));
    assertThat(text.toString().lines().findFirst().orElseThrow()).endsWith("albis, heap B/row");
    assertThat(text.toString()).contains("0.25");
  }

  @Test
  void showsProcessorTimeWhereItWasMeasured() {
    List<QueryResult> measured =
        List.of(
            new QueryResult("w", "q", "albis", List.of(1.0), List.of(0.5), null, true),
            new QueryResult("w", "q", "parquet", List.of(1.0), List.of(2.0), null, true));
    StringWriter text = new StringWriter();
    QueryComparison.of(measured).get(0).table().printMarkdown(new PrintWriter(text));
    assertThat(text.toString())
        .contains("| albis, CPU ms | parquet, CPU ms | × CPU of parquet |")
        .contains("| 500 | 2,000 | 4.00 |");
  }

  @Test
  void keepsWorkloadsApart() {
    List<QueryResult> two =
        List.of(
            new QueryResult("a", "q", "albis", List.of(1.0), List.of(), null, true),
            new QueryResult("b", "q", "albis", List.of(1.0), List.of(), null, true));
    assertThat(QueryComparison.of(two))
        .extracting(QueryComparison::workload)
        .containsExactly("a", "b");
    assertThat(QueryComparison.of(List.of())).isEmpty();
  }
}
