// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.bench.result.BenchResults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {

  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  @Test
  void drawsEachReaderInEachKindOfChart() throws Exception {
    JsonNode charts = charts(HtmlReport.page(SampleResults.all()));
    for (String kind : List.of("BARS", "POINTS")) {
      assertThat(names(charts.get(first(charts, kind))))
          .contains(
              "albis batches",
              "parquet-java columns · parquet zstd",
              "orc vectorized · orc zstd",
              "avro");
    }
    assertThat(names(charts.get(first(charts, "LINES"))))
        .as("the fastest of several kinds of files")
        .contains("raw read", "albis batches", "parquet-java columns · parquet", "avro")
        .doesNotContain("parquet-java columns · parquet zstd");
  }

  @Test
  void showsGoodputWithTheSpreadOfItsRounds() throws Exception {
    BenchResults results = SampleResults.least("sales", "albis batches");
    JsonNode panel = charts(HtmlReport.page(results)).get(0).get("panels").get(0);
    assertThat(panel.get("x").asText()).isEqualTo("goodput, GB/s");
    JsonNode point = panel.get("series").get(0).get("points").get(0);
    assertThat(point.get("x").asDouble()).isEqualTo(900 / 0.5 / 1e9);
    assertThat(point.get("low").asDouble()).isEqualTo(point.get("high").asDouble());

    JsonNode sample = charts(HtmlReport.page(SampleResults.all())).get(0);
    sample
        .findValues("points")
        .forEach(
            points -> {
              assertThat(points.get(0).get("low").asDouble())
                  .isLessThan(points.get(0).get("x").asDouble());
              assertThat(points.get(0).get("high").asDouble())
                  .isGreaterThan(points.get(0).get("x").asDouble());
            });
  }

  @Test
  void numbersFiguresAndHasATableForEach() {
    String page = HtmlReport.page(SampleResults.all());
    List<String> titles =
        List.of(
            "Goodput by reader: store_sales",
            "Goodput by reader: ints",
            "Goodput by reader: wide",
            "Goodput by threads: store_sales",
            "Goodput by projectivity: ints",
            "Goodput by selectivity: ints",
            "Size and speed: store_sales",
            "Size and speed: ints",
            "Size and speed: wide",
            "Write rates: store_sales",
            "TPC-DS",
            "store_sales");
    for (int i = 0; i < titles.size(); i++) {
      assertThat(page)
          .contains(
              "data-chart=\"%d\" role=\"img\" aria-label=\"%s\"".formatted(i, titles.get(i)),
              "<b>Figure %d.</b> <b>%s.</b>".formatted(i + 1, titles.get(i)));
    }
    assertThat(count(page, "data-chart=\"")).isEqualTo(titles.size());
    for (String figure : page.split("<figure>", -1)) {
      assertThat(figure).contains("<table>");
    }
  }

  @Test
  void tablesShowTheMeasurements() {
    String page = HtmlReport.page(SampleResults.least("sales", "albis batches"));
    assertThat(page)
        .contains(
            "1 readers, 1 measurements of 1 rounds each.",
            "<td class=\"text\">albis batches</td><td class=\"text\">albis</td>",
            "2,880,404 rows, 23 columns, one thread.")
        .as("nanoseconds per row")
        .contains("<td class=\"figure\">174</td>");
  }

  @Test
  void worksWithoutUnavailableMeasurements() {
    String page = HtmlReport.page(SampleResults.least("sales", "albis batches"));
    assertThat(page).contains("<td class=\"figure\">–</td>");
    assertThat(page.substring(0, page.indexOf("<script")))
        .doesNotContain(">null<", "NaN", "Infinity")
        .doesNotContain("id=\"threads\"", "id=\"write\"", "id=\"sums\"", "id=\"environment\"");
  }

  @Test
  void comparesQueriesWithThoseOfTheFirstFormat() throws Exception {
    String page = HtmlReport.page(SampleResults.all());
    assertThat(page)
        .contains(
            "99 queries. The results of all formats are equal.",
            "1 queries. Results differ between formats: sum of all columns.");
    JsonNode charts = charts(page);
    JsonNode queries = charts.get(charts.size() - 2).get("panels");
    assertThat(queries.findValuesAsText("title"))
        .containsExactly("geometric mean", "time of parquet snappy", "time of orc");
    JsonNode parquet = queries.get(1).get("series");
    assertThat(parquet).hasSize(100);
    assertThat(parquet.get(0).get("points").get(0).get("x").asDouble()).isEqualTo(2.5);
    assertThat(parquet.get(98).get("name").asText()).as("last of the slowest").isEqualTo("q90");
    assertThat(parquet.get(99).get("family").asText()).isEqualTo("ceiling");
    JsonNode single = charts.get(charts.size() - 1).get("panels");
    assertThat(single).hasSize(1);
    assertThat(single.get(0).get("series").findValuesAsText("name"))
        .containsExactly("albis", "parquet snappy", "orc");
  }

  @Test
  void createsAPageWithoutResults() {
    assertThat(HtmlReport.page(new BenchResults(null, null, null, null, null, null)))
        .contains("Nothing was measured.")
        .doesNotContain("<section");
  }

  @Test
  void escapesNames() throws Exception {
    String hostile = "</script><script>alert('1')</script><img src=x onerror=\"alert(2)\">&amp;";
    String page = HtmlReport.page(SampleResults.least(hostile, hostile));
    assertThat(page)
        .doesNotContain("<script>alert", "<img src=x")
        .contains("&lt;img src&#x3D;x onerror&#x3D;&quot;alert(2)&quot;&gt;&amp;amp;");
    assertThat(names(charts(page).get(0))).containsExactly(hostile);
    assertThat(count(page, "<script"))
        .isEqualTo(count(HtmlReport.page(SampleResults.all()), "<script"));
  }

  @Test
  void isSelfContained() {
    String page = HtmlReport.page(SampleResults.all());
    // Hashes of scripts may have two slashes.
    String own = SCRIPT.matcher(page).replaceAll("").replaceAll("'sha256-[^']*'", "");
    assertThat(own).doesNotContainPattern("(?i)https?:|//[a-z]|@import|url\\(|<link|<iframe| src=");
    assertThat(page)
        .contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
  }

  @Test
  void allowsOnlyItsOwnScripts() throws Exception {
    String page = HtmlReport.page(SampleResults.all());
    String policy =
        page.substring(
            page.indexOf("script-src "), page.indexOf("\">", page.indexOf("script-src ")));
    List<String> hashes = new ArrayList<>();
    Matcher scripts = SCRIPT.matcher(page);
    while (scripts.find()) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(scripts.group(1).getBytes(StandardCharsets.UTF_8));
      hashes.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
    }
    assertThat(hashes).hasSize(2);
    assertThat(policy).isEqualTo("script-src " + String.join(" ", hashes));
  }

  @Test
  void writesAFile(@TempDir Path directory) throws Exception {
    Path page = directory.resolve("report.html");
    HtmlReport.write(SampleResults.all(), page);
    assertThat(Files.readString(page)).isEqualTo(HtmlReport.page(SampleResults.all()));
  }

  @Test
  void resultsRoundTripThroughJson() throws Exception {
    ObjectMapper json = new ObjectMapper();
    BenchResults results = SampleResults.all();
    BenchResults read = json.readValue(json.writeValueAsString(results), BenchResults.class);
    assertThat(HtmlReport.page(read)).isEqualTo(HtmlReport.page(results));
  }

  private static JsonNode charts(String page) throws Exception {
    Matcher data = DATA.matcher(page);
    assertThat(data.find()).isTrue();
    return new ObjectMapper().readTree(data.group(1));
  }

  private static int first(JsonNode charts, String kind) {
    for (int i = 0; i < charts.size(); i++) {
      if (charts.get(i).get("kind").asText().equals(kind)) {
        return i;
      }
    }
    throw new AssertionError("No chart of " + kind);
  }

  private static List<String> names(JsonNode chart) {
    return chart.findValues("name").stream().map(JsonNode::asText).distinct().toList();
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
