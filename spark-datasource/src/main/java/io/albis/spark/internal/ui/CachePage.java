// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.ColumnUse;
import io.albis.spark.internal.compat.SparkPage;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.ui.UIUtils;
import org.apache.spark.ui.WebUIPage;
import org.apache.spark.util.kvstore.KVStore;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** The page about column caches, from what the store of the application has. */
final class CachePage extends WebUIPage {

  /** Queries on a page, unless all are asked for. */
  static final int SHOWN_QUERIES = 100;

  private final CacheTab tab;
  private final KVStore store;

  CachePage(CacheTab tab, KVStore store) {
    super("");
    this.tab = tab;
    this.store = store;
  }

  @Override
  public Seq<Node> render(HttpServletRequest request) {
    Html html = new Html();
    executors(html);
    columns(html);
    queries(html, request);
    return SparkPage.of(request, CacheTab.NAME, html.nodes(), tab);
  }

  private void executors(Html html) {
    List<ExecutorCache> executors =
        CacheListener.elements(store, ExecutorCache.class).stream()
            .sorted(ExecutorCache.ORDER)
            .toList();
    summary(html, executors);
    html.markup("<h4>Executors</h4>");
    ExecutorTable.legend(html);
    ExecutorTable.add(html, executors);
  }

  private static void summary(Html html, List<ExecutorCache> executors) {
    long lost = executors.stream().filter(ExecutorCache::lost).count();
    long hits = sum(executors, ExecutorCache::hitBytes);
    long all = hits + sum(executors, ExecutorCache::missBytes);
    html.markup("<ul class=\"list-unstyled\" id=\"column-cache-summary\">");
    line(html, "Caches", (executors.size() - lost) + (lost == 0 ? "" : ", " + lost + " lost"));
    line(
        html,
        "Memory",
        Html.size(sum(executors, ExecutorCache::heldBytes))
            + " of "
            + Html.size(sum(executors, ExecutorCache::sizeBytes)));
    line(
        html,
        "From caches",
        all == 0 ? "nothing was requested" : Html.percent(hits, all) + " of " + Html.size(all));
    line(
        html,
        "Scans of segments",
        Html.count(sum(executors, ExecutorCache::plannedScans))
            + " planned, "
            + Html.count(sum(executors, ExecutorCache::finishedScans))
            + " executed, "
            + Html.count(sum(executors, ExecutorCache::withdrawnScans))
            + " withdrawn");
    html.markup("</ul>");
  }

  private static void line(Html html, String name, String value) {
    html.markup("<li><strong>").text(name).markup(":</strong> ").text(value).markup("</li>");
  }

  private static long sum(List<ExecutorCache> caches, ToLongFunction<ExecutorCache> number) {
    return caches.stream().mapToLong(number).sum();
  }

  /** Those that were read most come first. */
  private void columns(Html html) {
    List<ColumnUse> columns =
        CacheListener.elements(store, ColumnTotal.class).stream()
            .map(ColumnTotal::use)
            .sorted(
                Comparator.comparingLong((ColumnUse use) -> use.hitBytes() + use.missBytes())
                    .reversed())
            .toList();
    html.markup("<h4>Columns (").text(Html.count(columns.size())).markup(")</h4>");
    ColumnTable.add(html, columns);
  }

  /** The latest ones come first. */
  private void queries(Html html, HttpServletRequest request) {
    List<QueryUse> queries =
        CacheListener.elements(store, QueryUse.class).stream()
            .sorted(Comparator.comparingLong(QueryUse::execution).reversed())
            .toList();
    html.markup("<h4>Queries (").text(Html.count(queries.size())).markup(")</h4>");
    boolean isAll = queries.size() <= SHOWN_QUERIES || request.getParameter("all") != null;
    if (!isAll) {
      html.markup("<p>The latest " + SHOWN_QUERIES + ". <a href=\"?all\">Show all</a></p>");
    }
    QueryTable.add(
        html,
        isAll ? queries : queries.subList(0, SHOWN_QUERIES),
        id -> UIUtils.prependBaseUri(request, tab.basePath(), "/SQL/execution/?id=" + id),
        store);
  }
}
