// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.reader.ReadOptions;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.type.NanosecondMode;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;

/**
 * The options of a read, parsed and checked. Keys are compared without case, except those of the
 * storage. Keys that are not listed here are ignored, as Spark passes properties of catalog tables
 * as options, too.
 *
 * <p>Immutable, and equal by value.
 */
public final class SourceOptions implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A snapshot id. */
  public static final String VERSION_AS_OF = "versionAsOf";

  /** A timestamp. */
  public static final String TIMESTAMP_AS_OF = "timestampAsOf";

  /** Whether a write that replaces all rows also replaces the columns. */
  public static final String OVERWRITE_SCHEMA = "overwriteSchema";

  /** Bytes of the selected columns in a partition. */
  public static final String SPLIT_SIZE = "split-size";

  /** The smallest {@link #SPLIT_SIZE} that is chosen to give work to all cores. */
  public static final String MIN_SPLIT_SIZE = "min-split-size";

  /** Bytes of one request. */
  public static final String READ_SIZE = "read-size";

  /** Requests in flight for each task. */
  public static final String REQUESTS_AHEAD = "requests-ahead";

  /** Off-heap bytes of a task. */
  public static final String TASK_MEMORY = "task-memory";

  /** Memory of the column cache of a process. */
  public static final String CACHE_SIZE = "cache-size";

  /** Whether checksums are verified. */
  public static final String CHECKSUMS = "checksums";

  /** Whether the storage is asked for the hosts of splits. */
  public static final String LOCALITY = "locality";

  /** How long the storage is asked for the hosts of splits. */
  public static final String LOCALITY_TIMEOUT = "locality-timeout";

  /** Whether partitions of the scan are those of the table. */
  public static final String PRESERVE_PARTITIONS = "preserve-partitions";

  /** Whether partitions of the scan end where the order of the table does. */
  public static final String PRESERVE_ORDER = "preserve-order";

  /** Whether rows without a key of a join are left out. */
  public static final String JOIN_KEYS = "join-keys";

  /** Whether tasks aggregate rows themselves. */
  public static final String AGGREGATES = "aggregates";

  /** Whether filters are tested on samples for estimates. */
  public static final String FILTER_SAMPLING = "filter-sampling";

  /** How times and timestamps in nanoseconds are read. */
  public static final String NANOSECONDS = "nanoseconds";

  /** How many removed rows a task compares with added ones, to find changes. */
  public static final String COMPARED_ROWS = "compared-rows";

  /** Of a stream: the first snapshot whose new rows are read; {@code latest} for the next one. */
  public static final String STARTING_VERSION = "startingVersion";

  /** Of a stream: from when on the new rows of snapshots are read. */
  public static final String STARTING_TIMESTAMP = "startingTimestamp";

  /** Of a stream: the most rows of a batch. */
  public static final String MAX_ROWS = "maxRowsPerTrigger";

  /** Of a stream: the most bytes of a batch. */
  public static final String MAX_BYTES = "maxBytesPerTrigger";

  /** Of a stream: what happens at snapshots that replace or remove rows. */
  public static final String ON_CHANGE = "on-change";

  /** What the sizes that the optimizer compares with its thresholds are multiplied by. */
  public static final String SIZE_FACTOR = "size-factor";

  /** The options in lower case, and as they are written. */
  private static final Map<String, String> NAMES =
      Stream.of(
              VERSION_AS_OF,
              TIMESTAMP_AS_OF,
              OVERWRITE_SCHEMA,
              SPLIT_SIZE,
              MIN_SPLIT_SIZE,
              READ_SIZE,
              REQUESTS_AHEAD,
              TASK_MEMORY,
              CACHE_SIZE,
              CHECKSUMS,
              LOCALITY,
              LOCALITY_TIMEOUT,
              PRESERVE_PARTITIONS,
              PRESERVE_ORDER,
              JOIN_KEYS,
              AGGREGATES,
              FILTER_SAMPLING,
              NANOSECONDS,
              COMPARED_ROWS,
              SIZE_FACTOR,
              STARTING_VERSION,
              STARTING_TIMESTAMP,
              MAX_ROWS,
              MAX_BYTES,
              ON_CHANGE)
          .collect(
              Collectors.toUnmodifiableMap(
                  name -> name.toLowerCase(Locale.ROOT), Function.identity()));

  private static final List<String> STORAGE_PREFIXES = List.of("io.", "hdfs.", "hadoop.");

  private final TreeMap<String, String> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final TreeMap<String, String> storage = new TreeMap<>();

  private SourceOptions() {}

  /**
   * Selects the options that this data source has.
   *
   * @param options all options of the read
   * @throws IllegalArgumentException if one has an invalid value
   */
  public static SourceOptions of(Map<String, String> options) {
    SourceOptions selected = new SourceOptions();
    options.forEach(
        (key, value) -> {
          String name = NAMES.get(key.toLowerCase(Locale.ROOT));
          if (name != null) {
            selected.own.put(name, value);
          } else if (STORAGE_PREFIXES.stream().anyMatch(key::startsWith)) {
            selected.storage.put(key, value);
          }
        });
    selected.check();
    return selected;
  }

  /** Returns these options with others on top of them. */
  public SourceOptions with(Map<String, String> others) {
    Map<String, String> all = asMap();
    Map<String, String> added = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    added.putAll(others);
    all.keySet().removeIf(added::containsKey);
    all.putAll(others);
    return of(all);
  }

  /** Returns these options by name, in a new map. */
  public Map<String, String> asMap() {
    Map<String, String> all = new HashMap<>(storage);
    all.putAll(own);
    return all;
  }

  private void check() {
    splitSize();
    minSplitSize();
    taskMemory();
    localityTimeoutMillis();
    locality();
    preservePartitions();
    preserveOrder();
    joinKeys();
    aggregates();
    filterSampling();
    nanoseconds();
    sizeFactor();
    cacheSize();
    readOptions();
  }

  /** Returns the wanted snapshot id as text; null for the latest snapshot. */
  public String versionAsOf() {
    return own.get(VERSION_AS_OF);
  }

  /** Returns the time of the wanted snapshot as text; null for the latest snapshot. */
  public String timestampAsOf() {
    return own.get(TIMESTAMP_AS_OF);
  }

  /** Returns whether a write that replaces all rows also replaces the columns. */
  public boolean overwriteSchema() {
    return Boolean.parseBoolean(own.get(OVERWRITE_SCHEMA));
  }

  /** Returns the bytes of the selected columns in a partition. */
  public long splitSize() {
    return bytes(SPLIT_SIZE, "128m");
  }

  /** Returns the smallest size of a partition that is chosen to give work to all cores. */
  public long minSplitSize() {
    return bytes(MIN_SPLIT_SIZE, "4m");
  }

  /** Returns the maximum off-heap bytes of a task. */
  public long taskMemory() {
    return bytes(TASK_MEMORY, "256m");
  }

  /** Returns the bytes of the column cache of a process; empty to leave it to the process. */
  OptionalLong cacheSize() {
    return own.containsKey(CACHE_SIZE)
        ? OptionalLong.of(bytes(CACHE_SIZE, null, 0))
        : OptionalLong.empty();
  }

  /** Returns whether reads go through the column cache of a process. */
  public boolean isCached() {
    OptionalLong size = cacheSize();
    return size.isEmpty() ? ColumnCache.isSharedByDefault() : size.getAsLong() > 0;
  }

  /** Returns for how long the storage is asked for hosts, in milliseconds. */
  public long localityTimeoutMillis() {
    String value = own.getOrDefault(LOCALITY_TIMEOUT, "2s");
    try {
      return JavaUtils.timeStringAsMs(value);
    } catch (NumberFormatException e) {
      throw invalid(LOCALITY_TIMEOUT, value, "a time, such as 2s", e);
    }
  }

  /** Returns whether the storage is asked for the hosts of splits. */
  public Choice locality() {
    return choice(LOCALITY);
  }

  /** Returns whether partitions of the scan are those of the table. */
  public Choice preservePartitions() {
    return choice(PRESERVE_PARTITIONS);
  }

  /** Returns whether partitions of the scan end where the order of the table does. */
  public Choice preserveOrder() {
    return choice(PRESERVE_ORDER);
  }

  /** Returns whether rows without a key of a join are left out, where that pays. */
  public Choice joinKeys() {
    return choice(JOIN_KEYS);
  }

  /** Returns whether tasks aggregate rows themselves, where there are few groups. */
  public Choice aggregates() {
    return choice(AGGREGATES);
  }

  /** Returns whether filters are tested on samples of rows, so that Spark knows how many remain. */
  public Choice filterSampling() {
    return choice(FILTER_SAMPLING);
  }

  /**
   * Returns what the sizes of scans are multiplied by for the optimizer. By default less than 1:
   * its thresholds are meant for the sizes of compressed files.
   */
  public double sizeFactor() {
    String value = own.getOrDefault(SIZE_FACTOR, "0.4");
    double factor;
    try {
      factor = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw invalid(SIZE_FACTOR, value, "a number above 0", e);
    }
    if (!(factor > 0 && Double.isFinite(factor))) {
      throw invalid(SIZE_FACTOR, value, "a number above 0", null);
    }
    return factor;
  }

  /** Returns the most rows whose hashes a task holds, to find changes. */
  public long comparedRows() {
    String value = own.getOrDefault(COMPARED_ROWS, "2097152");
    try {
      long rows = Long.parseLong(value.trim());
      if (rows > 0 && rows <= 1 << 28) {
        return rows;
      }
    } catch (NumberFormatException e) {
      throw invalid(COMPARED_ROWS, value, "a number of rows, from 1 to 268435456", e);
    }
    throw invalid(COMPARED_ROWS, value, "a number of rows, from 1 to 268435456", null);
  }

  /** Returns how times and timestamps in nanoseconds are read. */
  public NanosecondMode nanoseconds() {
    String value = own.getOrDefault(NANOSECONDS, "refuse");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "refuse" -> NanosecondMode.REFUSE;
      case "truncate" -> NanosecondMode.TRUNCATE;
      case "long" -> NanosecondMode.AS_LONG;
      default -> throw invalid(NANOSECONDS, value, "refuse, truncate or long", null);
    };
  }

  /** Returns options for opening, without a snapshot, a cache, and a limit of memory. */
  public ReadOptions readOptions() {
    ReadOptions options = ReadOptions.defaults().options(storage);
    if (own.containsKey(READ_SIZE)) {
      long size = bytes(READ_SIZE, "2m");
      options = options.readSize((int) Math.min(size, Integer.MAX_VALUE));
    }
    if (own.containsKey(REQUESTS_AHEAD)) {
      String value = own.get(REQUESTS_AHEAD);
      try {
        options = options.requestsAhead(Integer.parseInt(value));
      } catch (NumberFormatException e) {
        throw invalid(REQUESTS_AHEAD, value, "1 to 16", e);
      }
    }
    if (choice(CHECKSUMS) == Choice.FALSE) {
      options = options.withoutChecksums();
    }
    return options;
  }

  /** Returns the options of the storage that are set, in a new map. */
  public Map<String, String> storageOptions() {
    return new HashMap<>(storage);
  }

  private Choice choice(String name) {
    String value = own.getOrDefault(name, "auto");
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "auto" -> Choice.AUTO;
      case "true" -> Choice.TRUE;
      case "false" -> Choice.FALSE;
      default -> throw invalid(name, value, "auto, true or false", null);
    };
  }

  private long bytes(String name, String defaultValue) {
    return bytes(name, defaultValue, 1);
  }

  private long bytes(String name, String defaultValue, long minimum) {
    String value = own.getOrDefault(name, defaultValue);
    long bytes;
    try {
      bytes = JavaUtils.byteStringAsBytes(value);
    } catch (NumberFormatException e) {
      throw invalid(name, value, "a size, such as 64m", e);
    }
    if (bytes < minimum) {
      throw invalid(name, value, "at least " + minimum + " bytes", null);
    }
    return bytes;
  }

  private static IllegalArgumentException invalid(
      String name, String value, String expected, Exception cause) {
    return new IllegalArgumentException(
        "Invalid option " + name + ": " + value + " (expected " + expected + ")", cause);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof SourceOptions other
        && own.equals(other.own)
        && storage.equals(other.storage);
  }

  @Override
  public int hashCode() {
    return 31 * own.hashCode() + storage.hashCode();
  }

  /** Names only, as values may be secret. */
  @Override
  public String toString() {
    return own + ", storage options " + storage.keySet();
  }

  /** The value of an option that is on, off, or decided by the data source. */
  public enum Choice {
    /** The data source decides. */
    AUTO,
    /** On. */
    TRUE,
    /** Off. */
    FALSE
  }
}
