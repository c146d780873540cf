// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Scan results, grouped by data set, storage and reader. */
final class Scans {

  /** The order of storages; others follow. */
  private static final List<String> STORAGE = List.of("warm", "cold", "direct");

  private static final Map<String, String> STORAGE_TITLES =
      Map.of(
          "warm", "warm: in the page cache",
          "cold", "cold: through the page cache",
          "direct", "cold: past the page cache");

  private final List<ScanResult> results;
  private final SeriesNames names;

  Scans(List<ScanResult> results) {
    this.results = List.copyOf(results);
    this.names = new SeriesNames();
    Map<String, Boolean> severalKinds = new LinkedHashMap<>();
    for (ScanResult result : results) {
      boolean several =
          results.stream()
              .anyMatch(
                  other ->
                      other.reader().equals(result.reader())
                          && !other.files().equals(result.files()));
      severalKinds.put(result.reader(), several);
    }
    for (ScanResult result : results) {
      names.add(
          key(result),
          severalKinds.get(result.reader())
              ? result.reader() + " · " + result.files()
              : result.reader(),
          result.isCeiling() ? Chart.CEILING : SeriesNames.family(result.reader(), result.files()));
    }
  }

  /** The results in the order of measurement. */
  List<String> dataSets() {
    return results.stream().map(result -> result.of().dataSet()).distinct().toList();
  }

  /** The results of a data set with the fewest threads and the most columns and rows. */
  List<ScanResult> base(String dataSet) {
    List<ScanResult> all = of(dataSet);
    return all.stream()
        .filter(result -> hasFewestThreads(result.of(), all))
        .filter(result -> hasMostColumns(result.of(), all))
        .filter(result -> hasMostRows(result.of(), all))
        .toList();
  }

  /** All results of a data set. */
  List<ScanResult> of(String dataSet) {
    return results.stream().filter(result -> result.of().dataSet().equals(dataSet)).toList();
  }

  /** The storages of results, in display order. */
  static List<String> storages(Collection<ScanResult> some) {
    return some.stream()
        .map(result -> result.of().storage())
        .distinct()
        .sorted(Comparator.comparingInt(Scans::storageOrder))
        .toList();
  }

  static String storageTitle(String storage) {
    return STORAGE_TITLES.getOrDefault(storage, storage);
  }

  static List<ScanResult> in(String storage, List<ScanResult> some) {
    return some.stream().filter(result -> result.of().storage().equals(storage)).toList();
  }

  /** Groups results by case, in their order. */
  static <K> Map<K, List<ScanResult>> by(
      Function<ScanResult, K> what, Collection<ScanResult> some) {
    Map<K, List<ScanResult>> groups = new LinkedHashMap<>();
    for (ScanResult result : some) {
      groups.computeIfAbsent(what.apply(result), key -> new ArrayList<>()).add(result);
    }
    return groups;
  }

  /** The name of the reader, with the kind of file if it read several. */
  String label(ScanResult result) {
    return names.label(key(result));
  }

  /** Creates a series for the reader of a result. */
  Chart.Series series(ScanResult result, List<Chart.Point> points) {
    return names.series(key(result), points);
  }

  /** The fastest Albis reader among results; null if there is none. */
  ScanResult fastestAlbis(Collection<ScanResult> some) {
    return fastest(some, result -> names.family(key(result)).equals(SeriesNames.ALBIS));
  }

  private static ScanResult fastest(Collection<ScanResult> some, Predicate<ScanResult> which) {
    return some.stream()
        .filter(which)
        .max(Comparator.comparingDouble(ScanResult::goodput))
        .orElse(null);
  }

  /** Orders results by descending goodput. */
  static List<ScanResult> byGoodput(Collection<ScanResult> some) {
    return some.stream()
        .sorted(Comparator.comparingDouble(ScanResult::goodput).reversed())
        .toList();
  }

  static boolean hasFewestThreads(ScanCase of, List<ScanResult> all) {
    return all.stream().allMatch(other -> other.of().threads() >= of.threads());
  }

  static boolean hasMostColumns(ScanCase of, List<ScanResult> all) {
    return all.stream().allMatch(other -> other.of().projectivity() <= of.projectivity());
  }

  static boolean hasMostRows(ScanCase of, List<ScanResult> all) {
    return all.stream().allMatch(other -> other.of().selectivity() <= of.selectivity());
  }

  private static int storageOrder(String storage) {
    int index = STORAGE.indexOf(storage);
    return index < 0 ? STORAGE.size() : index;
  }

  private static String key(ScanResult result) {
    return result.reader() + '\n' + result.files();
  }
}
