// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The names and series of compared readers: a family shares its hue, each variant has its own line
 * style.
 */
final class SeriesNames {

  static final String ALBIS = "albis";

  /** Engines that form a family, whatever files they read. */
  private static final List<String> ENGINES = List.of("duckdb");

  private record Entry(String label, String family, int variant) {}

  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Integer> variants = new HashMap<>();

  /** Adds an entry, unless the key is known. */
  void add(String key, String label, String family) {
    if (!entries.containsKey(key)) {
      int variant = variants.merge(family, 1, Integer::sum) - 1;
      entries.put(key, new Entry(label, family, variant));
    }
  }

  String label(String key) {
    return entries.get(key).label();
  }

  String family(String key) {
    return entries.get(key).family();
  }

  /** The series of an entry. */
  Chart.Series series(String key, List<Chart.Point> points) {
    Entry entry = entries.get(key);
    return new Chart.Series(entry.label(), entry.family(), entry.variant(), points);
  }

  /** A bar of an entry, with its spread if there is one. */
  Chart.Series bar(String key, double value, Double low, Double high) {
    return series(key, List.of(new Chart.Point(value, 0, low, high)));
  }

  /** Returns the engine, or else the format, which is the first word of the kind of file. */
  static String family(String name, String files) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String engine : ENGINES) {
      if (lower.startsWith(engine)) {
        return engine;
      }
    }
    return files.toLowerCase(Locale.ROOT).split("[^a-z0-9]", 2)[0];
  }
}
