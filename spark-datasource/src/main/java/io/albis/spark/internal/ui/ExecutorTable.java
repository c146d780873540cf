// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.spark.internal.ui.Html.Part;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The caches of executors: what they hold, and what they have done. */
final class ExecutorTable {

  static final String ID = "column-cache-executors";

  private static final String RESERVED = "#2f7ed8";
  private static final String CACHED = "#7cb5ec";
  private static final String LOADING = "#f0ad4e";
  private static final String OTHER = "#b8bec4";

  private ExecutorTable() {}

  static void legend(Html html) {
    html.markup("<p>");
    legend(html, RESERVED, "reserved: running queries will read it");
    legend(html, CACHED, "cached: no running query is known to read it");
    legend(html, LOADING, "loading");
    legend(html, OTHER, "metadata, counts, and what was evicted while a task reads it");
    html.markup("</p>");
  }

  private static void legend(Html html, String color, String text) {
    html.markup("<span style=\"display: inline-block; width: 0.8rem; height: 0.8rem; ")
        .markup("background-color: " + color + "\"></span> ")
        .text(text)
        .markup(" &emsp;");
  }

  static void add(Html html, List<ExecutorCache> executors) {
    html.table(
        ID,
        "Executor",
        "Executor ID; the driver in local mode",
        "Memory",
        "What the cache holds of its size, by state",
        "Held",
        "Memory that is allocated",
        "Limit",
        "The most that the cache may hold now, as tasks leave memory for it",
        "Size",
        "The most that the limit may be",
        "Reserved",
        "Segments that planned scans of running queries will read",
        "Cached",
        "Segments without planned scans",
        "Under lease",
        "Reserved and cached segments that tasks are reading",
        "Hits",
        "Requests of segments that were in memory",
        "Misses",
        "Requests of segments that were read from storage",
        "From cache",
        "Bytes of the hits",
        "From storage",
        "Bytes of the misses",
        "Hit share",
        "Bytes of the hits, as a part of all requested bytes",
        "Planned scans",
        "Scans of segments that queries have planned",
        "Actual scans",
        "Planned scans that were executed",
        "Withdrawn",
        "Planned scans that were taken back, as the query ended or no longer needed them",
        "Evictions",
        "Evicted segments by reason, with their memory",
        "Storage memory",
        "Memory that is acquired from Spark",
        "Given back",
        "Memory that tasks have got back");
    executors.forEach(executor -> row(html, executor));
    html.endTable();
  }

  private static void row(Html html, ExecutorCache cache) {
    html.markup("<tr>").cell(cache.executor() + (cache.lost() ? " (lost)" : "")).markup("<td>");
    bar(html, cache);
    html.markup("</td>")
        .bytes(cache.heldBytes())
        .bytes(cache.limitBytes())
        .bytes(cache.sizeBytes())
        .bytes(cache.reservedBytes())
        .bytes(cache.cachedBytes())
        .bytes(cache.leasedBytes())
        .number(cache.hits())
        .number(cache.misses())
        .bytes(cache.hitBytes())
        .bytes(cache.missBytes())
        .share(cache.hitBytes(), cache.hitBytes() + cache.missBytes())
        .number(cache.plannedScans())
        .number(cache.finishedScans())
        .number(cache.withdrawnScans())
        .cell(
            cache.evictions().values().stream().mapToLong(Long::longValue).sum(),
            evictions(cache.evictions(), cache.evictedBytes()))
        .bytes(cache.storageMemoryBytes())
        .bytes(cache.givenBackBytes())
        .markup("</tr>");
  }

  private static void bar(Html html, ExecutorCache cache) {
    long states = cache.reservedBytes() + cache.cachedBytes() + cache.loadingBytes();
    html.bar(
        Math.max(cache.sizeBytes(), cache.heldBytes()),
        List.of(
            new Part("reserved", RESERVED, cache.reservedBytes()),
            new Part("cached", CACHED, cache.cachedBytes()),
            new Part("loading", LOADING, cache.loadingBytes()),
            new Part("other", OTHER, Math.max(0, cache.heldBytes() - states))));
  }

  private static String evictions(Map<String, Long> counts, Map<String, Long> bytes) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .filter(reason -> reason.getValue() > 0)
            .map(
                reason ->
                    reason.getKey()
                        + ' '
                        + Html.count(reason.getValue())
                        + " ("
                        + Html.size(bytes.getOrDefault(reason.getKey(), 0L))
                        + ')')
            .collect(Collectors.joining(", "));
  }
}
