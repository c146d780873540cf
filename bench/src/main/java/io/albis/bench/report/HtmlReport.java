// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.samskivert.mustache.Mustache;
import io.albis.bench.report.SweepSection.Sweep;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.webjars.WebJarVersionLocator;

/**
 * Creates an HTML page from the results of the benchmark: charts, each with its data as a table,
 * and the environment. The page is self-contained: it needs no network, and its content security
 * policy allows none. The tables are visible without scripts too.
 *
 * <p>All methods are thread-safe.
 */
public final class HtmlReport {

  private static final ObjectMapper JSON = new ObjectMapper();

  private HtmlReport() {}

  /**
   * Writes the page for results to a file, in UTF-8, replacing an existing file.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(BenchResults results, Path page) throws IOException {
    Files.writeString(page, page(results), StandardCharsets.UTF_8);
  }

  /** Returns the page for results. */
  public static String page(BenchResults results) {
    return page(results.title(), measured(results), sections(results));
  }

  /**
   * Returns a page.
   *
   * @param title may be null
   * @param measured what has been measured, in a sentence
   */
  static String page(String title, String measured, List<Section> sections) {
    List<Chart> charts =
        sections.stream()
            .flatMap(section -> section.figures().stream())
            .map(Figure::chart)
            .toList();
    String library = script(webJar("echarts", "echarts.min.js"));
    String drawing = script(resource("report.js"));
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", title == null ? "" : title);
    model.put("measured", measured);
    model.put("sections", Numbered.of(sections));
    model.put("style", resource("report.css"));
    model.put("library", library);
    model.put("drawing", drawing);
    model.put("hashes", "'%s' '%s'".formatted(hash(library), hash(drawing)));
    model.put("data", data(charts));
    return Mustache.compiler()
        .emptyStringIsFalse(true)
        .compile(resource("report.html"))
        .execute(model);
  }

  private static List<Section> sections(BenchResults results) {
    Scans scans = new Scans(results.scans());
    List<Section> sections = new ArrayList<>();
    sections.add(new OverviewSection(scans).section());
    sections.add(new GoodputSection(scans).section());
    for (Sweep sweep : Sweep.values()) {
      sections.add(new SweepSection(scans, sweep).section());
    }
    sections.add(new SizeSection(scans).section());
    sections.add(new WriteSection(results.writes()).section());
    sections.add(new QuerySection(results.queries()).section());
    sections.add(RunSections.sums(results));
    sections.add(RunSections.environment(results));
    return sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  private static String measured(BenchResults results) {
    TreeSet<Integer> rounds = new TreeSet<>();
    results.scans().forEach(result -> rounds.add(result.seconds().size()));
    results.writes().forEach(result -> rounds.add(result.seconds().size()));
    results.queries().forEach(result -> rounds.add(result.seconds().size()));
    if (rounds.isEmpty()) {
      return "Nothing was measured.";
    }
    long readers = results.scans().stream().map(ScanResult::reader).distinct().count();
    int measurements = results.scans().size() + results.writes().size() + results.queries().size();
    String times =
        rounds.first().equals(rounds.last())
            ? rounds.first().toString()
            : rounds.first() + " to " + rounds.last();
    return "%s%d measurements of %s rounds each."
        .formatted(readers == 0 ? "" : readers + " readers, ", measurements, times);
  }

  /** Returns JSON for a script element: nothing in it can end the element. */
  private static String data(List<Chart> charts) {
    try {
      return JSON.writeValueAsString(charts).replace("<", "\\u003c").replace(">", "\\u003e");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Failed to write charts as JSON", e);
    }
  }

  /**
   * The policy of the page allows only these scripts, so names from results cannot inject others.
   */
  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot hash a script: no SHA-256 in this Java", e);
    }
  }

  /** Browsers hash scripts after HTML has normalized the line endings. */
  private static String script(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n');
  }

  private static String webJar(String name, String file) {
    String path = new WebJarVersionLocator().fullPath(name, file);
    return text(HtmlReport.class.getClassLoader().getResourceAsStream(path), path);
  }

  private static String resource(String name) {
    return text(HtmlReport.class.getResourceAsStream(name), name);
  }

  private static String text(InputStream resource, String name) {
    try (InputStream in = resource) {
      if (in == null) {
        throw new IllegalStateException(
            "Cannot create a report: %s is not on the class path".formatted(name));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to read " + name, e);
    }
  }
}
