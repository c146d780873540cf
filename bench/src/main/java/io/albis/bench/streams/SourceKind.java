// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.reader.ReadOptions;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.internal.replay.TraceRecorder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** The ways to read the tables that are compared. */
public enum SourceKind {
  /** Parquet files through the page cache. */
  PARQUET,
  /** Albis tables through the page cache: the baseline. */
  ALBIS_BUFFERED,
  /** Albis tables past the page cache. */
  ALBIS_DIRECT,
  /** Albis tables past the page cache, and a cache that evicts what was used least recently. */
  ALBIS_LRU,
  /** The same with a cache that holds the chunks that are used most. */
  ALBIS_LAZY,
  /** The same with a cache that holds what costs most to load again. */
  ALBIS_COST,
  /** The same with a cache that holds what is planned. */
  ALBIS_SCAN_COUNT;

  private static final String ALBIS = "albis-";

  /** Streams take a minute or two, so the default would select once. */
  private static final Duration SELECTION_INTERVAL = Duration.ofSeconds(5);

  private static final String IO = "io.direct";

  /** The name on the command line and in results, such as {@code albis-direct}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds a kind by its label.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static SourceKind of(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid contestant: "
                        + label
                        + " (expected one of "
                        + Arrays.stream(values()).map(SourceKind::label).toList()
                        + ")"));
  }

  /**
   * Opens the tables.
   *
   * @param directory of the {@link StreamTables}
   * @param cursorBytes limit of the memory of all cursors of a table
   * @param cacheBytes limit of the cache, if there is one
   * @param pressure share of the memory above which the cache gives memory back
   * @param recorder of the requests of {@link #ALBIS_DIRECT}; null for none
   */
  public TableSource open(
      String directory,
      long cursorBytes,
      long cacheBytes,
      double pressure,
      TraceRecorder recorder) {
    StreamTables tables = StreamTables.in(directory);
    ReadOptions options = ReadOptions.defaults().memoryLimit(cursorBytes).withoutCache();
    ReadOptions direct = options.option(IO, "always");
    return switch (this) {
      case PARQUET -> new ParquetTables(tables);
      case ALBIS_BUFFERED -> new AlbisSource(tables, options.option(IO, "never"));
      case ALBIS_DIRECT ->
          recorder == null
              ? new AlbisSource(tables, direct)
              : new RecordedSource(tables, direct, recorder);
      case ALBIS_LRU, ALBIS_LAZY, ALBIS_COST, ALBIS_SCAN_COUNT ->
          CachedSource.open(tables, direct, cache(cacheBytes, pressure));
    };
  }

  private ColumnCache cache(long bytes, double pressure) {
    return ColumnCache.builder()
        .limit(bytes)
        .policy(policy())
        .pressure(MemoryPressure.ofSystem(pressure))
        .build();
  }

  private CachePolicy policy() {
    return this == ALBIS_LAZY
        ? CachePolicy.lazy(SELECTION_INTERVAL)
        : CachePolicy.byName(label().substring(ALBIS.length()));
  }
}
