// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of Spark's user interface, as a browser gets them. */
public final class CachePages {

  /** A cell of a table that has no table itself, with the exact number if it shows one. */
  private static final Pattern CELL =
      Pattern.compile("<td(?: sorttable_customkey=\"(-?\\d+)\")?>((?:(?!<td).)*?)</td>");

  private static final Pattern ROW = Pattern.compile("<tr>(.*?)</tr>", Pattern.DOTALL);

  private CachePages() {}

  /** Requests a page; null if there is none. */
  public static String get(String url) {
    HttpResponse<String> response;
    try {
      response =
          HttpClient.newBuilder()
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build()
              .send(
                  HttpRequest.newBuilder(URI.create(url)).build(),
                  HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("Cannot get " + url, e);
    }
    if (response.statusCode() == 404) {
      return null;
    }
    if (response.statusCode() != 200) {
      throw new IllegalStateException("Status " + response.statusCode() + " of " + url);
    }
    return response.body();
  }

  /**
   * Returns the rows of a table of the page about caches, without those of the tables in it.
   *
   * @param table executors, columns or queries
   */
  public static List<List<String>> rows(String page, String table) {
    int start = page.indexOf("id=\"column-cache-" + table + "\"");
    if (start < 0) {
      throw new IllegalArgumentException("No table of " + table + " in " + page);
    }
    int next = page.indexOf("<h4>", start);
    String text = page.substring(start, next < 0 ? page.length() : next);
    Matcher row = ROW.matcher(text.replaceAll("(?s)<details>.*?</details>", ""));
    List<List<String>> rows = new ArrayList<>();
    while (row.find()) {
      List<String> cells = new ArrayList<>();
      Matcher cell = CELL.matcher(row.group(1));
      while (cell.find()) {
        cells.add(cell.group(1) == null ? cell.group(2).replaceAll("<[^>]*>", "") : cell.group(1));
      }
      if (!cells.isEmpty()) {
        rows.add(cells);
      }
    }
    return rows;
  }
}
