// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.maintenance.RewriteOptions;
import io.albis.writer.TableWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.network.util.JavaUtils;

/**
 * The options of a write. Keys are compared without case; those of reads and others are ignored.
 */
public final class WriteOptions {

  /** Bytes of a row group. */
  public static final String ROW_GROUP_SIZE = "row-group-size";

  /** Bytes of a segment. */
  public static final String SEGMENT_SIZE = "segment-size";

  /** Bytes of a data file. */
  public static final String FILE_SIZE = "file-size";

  /** Which columns of a new table are stored together. */
  public static final String COLUMN_GROUPS = "column-groups";

  /** Which column groups of a table share a data file. */
  public static final String PACKING = "packing";

  /** How a new table is partitioned. */
  public static final String PARTITION_BY = "partition-by";

  /** In which order the rows of a new table are written. */
  public static final String SORT_BY = "sort-by";

  /** Off-heap bytes of a task. */
  public static final String WRITE_MEMORY = "write-memory";

  /** How many partitions a task fills at the same time. */
  public static final String OPEN_PARTITIONS = "open-partitions";

  /** Whether rows are shuffled and sorted as the table is partitioned and sorted. */
  public static final String DISTRIBUTE = "distribute";

  /** Whether a table gets the columns of rows that it does not have. */
  public static final String MERGE_SCHEMA = "mergeSchema";

  /** What a change of rows does if others have added rows meanwhile. */
  public static final String ISOLATION_LEVEL = "isolation-level";

  /** After how many batches of a stream small row groups are merged. */
  public static final String MERGE_EVERY = "merge-every";

  private static final int DEFAULT_MERGE_EVERY = 100;

  private static final long DEFAULT_MERGE_MEMORY = 256L << 20;

  private static final Pattern SORT_COLUMN =
      Pattern.compile("(?i)(.+?)( asc| desc)?( nulls first| nulls last)?");

  /** A comma that is in no parentheses. */
  private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");

  private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Of the write alone. */
  private final Set<String> own = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  private WriteOptions() {}

  /** Returns the options of the session with those of a write on top. */
  public static WriteOptions of(Map<String, String> session, Map<String, String> write) {
    WriteOptions options = new WriteOptions();
    options.values.putAll(session);
    options.values.putAll(write);
    options.own.addAll(write.keySet());
    return options;
  }

  /** As {@link #of}, for each batch of a stream: only the first one may find no table. */
  static WriteOptions ofStream(Map<String, String> session, Map<String, String> write) {
    WriteOptions options = of(session, write);
    options.own.clear();
    return options;
  }

  /**
   * Applies all options.
   *
   * @param isNew whether the write also sets the schema of the table
   * @throws IllegalArgumentException if one has an invalid value, or is for new tables only
   */
  void apply(TableWriter.Builder writer, boolean isNew) {
    with(ROW_GROUP_SIZE, "a size, such as 64m", JavaUtils::byteStringAsBytes, writer::rowGroupSize);
    with(SEGMENT_SIZE, "a size, such as 1m", JavaUtils::byteStringAsBytes, writer::segmentSize);
    with(FILE_SIZE, "a size, such as 128m", JavaUtils::byteStringAsBytes, writer::fileSize);
    with(WRITE_MEMORY, "a size, such as 256m", JavaUtils::byteStringAsBytes, writer::memoryLimit);
    with(OPEN_PARTITIONS, "a number", Integer::parseInt, writer::openPartitions);
    if (value(PACKING, "all-groups or single-group", WriteOptions::separatesGroups).orElse(false)) {
      writer.separateColumnGroups();
    }
    if (isNew) {
      with(COLUMN_GROUPS, "column groups", ColumnGroupSpec::parse, writer::columnGroups);
      with(
          SORT_BY,
          "columns, such as: store, day desc",
          WriteOptions::sortColumns,
          columns -> writer.sortBy(columns.toArray(SortColumn[]::new)));
    } else {
      for (String name : List.of(COLUMN_GROUPS, SORT_BY, PARTITION_BY)) {
        if (own.contains(name)) {
          throw new IllegalArgumentException(
              "Cannot write with option "
                  + name
                  + ": the table exists and keeps its layout (change it with TableUpdate of the"
                  + " SDK, or replace the table)");
        }
      }
    }
  }

  /** How a new table is partitioned, if it is said by an option. */
  List<Partitioning> partitioning() {
    return value(
            PARTITION_BY,
            "columns and transforms, such as: region, day(ts)",
            text -> COMMA.splitAsStream(text).map(String::trim).map(Partitioning::parse).toList())
        .orElse(List.of());
  }

  /** Whether rows are distributed and ordered for the table. */
  boolean isDistributed() {
    return value(DISTRIBUTE, "true or false", WriteOptions::bool).orElse(true);
  }

  /** Whether a table gets the columns of rows that it does not have. */
  public boolean mergesSchema() {
    return value(MERGE_SCHEMA, "true or false", WriteOptions::bool).orElse(false);
  }

  /** Whether a change of rows fails if others have added rows that it could have read. */
  public boolean isSerializable() {
    return value(ISOLATION_LEVEL, "serializable or snapshot", WriteOptions::isSerializable)
        .orElse(true);
  }

  private static boolean isSerializable(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "serializable" -> true;
      case "snapshot" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** After how many batches of a stream small row groups are merged; 0 for never. */
  int mergeEvery() {
    return value(MERGE_EVERY, "a number of batches, or 0", Integer::parseInt)
        .orElse(DEFAULT_MERGE_EVERY);
  }

  /** How small row groups are merged. */
  RewriteOptions merge() {
    RewriteOptions merge =
        RewriteOptions.defaults()
            .memoryLimit(
                value(WRITE_MEMORY, "a size, such as 256m", JavaUtils::byteStringAsBytes)
                    .orElse(DEFAULT_MERGE_MEMORY));
    return value(ROW_GROUP_SIZE, "a size, such as 64m", JavaUtils::byteStringAsBytes)
        .map(merge::rowGroupSize)
        .orElse(merge);
  }

  private static boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "auto" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static boolean separatesGroups(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "single-group" -> true;
      case "all-groups" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static List<SortColumn> sortColumns(String text) {
    return COMMA.splitAsStream(text).map(String::trim).map(WriteOptions::sortColumn).toList();
  }

  private static SortColumn sortColumn(String text) {
    Matcher matcher = SORT_COLUMN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    boolean descending = " desc".equalsIgnoreCase(matcher.group(2));
    // The default of SQL in Spark: nulls are less than all values.
    boolean nullsLast =
        matcher.group(3) == null ? descending : " nulls last".equalsIgnoreCase(matcher.group(3));
    return new SortColumn(matcher.group(1), descending, nullsLast);
  }

  private <T> void with(String name, String expected, Function<String, T> parser, Consumer<T> use) {
    value(name, expected, parser).ifPresent(use);
  }

  private <T> Optional<T> value(String name, String expected, Function<String, T> parser) {
    String text = values.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Invalid option " + name + ": " + text + " (expected " + expected + ")", e);
    }
  }
}
