// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import static io.albis.spark.internal.source.SourceOptions.MAX_BYTES;
import static io.albis.spark.internal.source.SourceOptions.MAX_ROWS;
import static io.albis.spark.internal.source.SourceOptions.ON_CHANGE;
import static io.albis.spark.internal.source.SourceOptions.STARTING_TIMESTAMP;
import static io.albis.spark.internal.source.SourceOptions.STARTING_VERSION;

import io.albis.spark.internal.source.SourceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;

/** The options of a stream that reads a table. */
final class StreamOptions {

  /** What happens at snapshots that replace or remove rows. */
  enum OnChange {
    FAIL,
    SKIP,
    APPEND
  }

  private final Map<String, String> values;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if one has an invalid value
   */
  StreamOptions(SourceOptions options) {
    this.values = options.asMap();
    startingVersion();
    onChange();
    limit();
    if (values.containsKey(STARTING_VERSION) && values.containsKey(STARTING_TIMESTAMP)) {
      throw new IllegalArgumentException(
          "Cannot start a stream: both startingVersion and startingTimestamp are set (expected one"
              + " of them)");
    }
  }

  /** Null if it is not set; {@link Long#MAX_VALUE} for the next one. */
  Long startingVersion() {
    return value(
        STARTING_VERSION,
        "the id of a snapshot, from 1, or latest",
        text -> text.equalsIgnoreCase("latest") ? Long.MAX_VALUE : atLeastOne(text),
        null);
  }

  /** Null if it is not set. */
  String startingTimestamp() {
    return values.get(STARTING_TIMESTAMP);
  }

  OnChange onChange() {
    return value(
        ON_CHANGE,
        "fail, skip or append",
        text -> OnChange.valueOf(text.toUpperCase(Locale.ROOT)),
        OnChange.FAIL);
  }

  ReadLimit limit() {
    List<ReadLimit> limits = new ArrayList<>();
    Long rows = value(MAX_ROWS, "a number of rows, from 1", StreamOptions::atLeastOne, null);
    if (rows != null) {
      limits.add(ReadLimit.maxRows(rows));
    }
    Long bytes = value(MAX_BYTES, "a size, such as 1g", JavaUtils::byteStringAsBytes, null);
    if (bytes != null) {
      limits.add(ReadLimit.maxBytes(bytes));
    }
    return switch (limits.size()) {
      case 0 -> ReadLimit.allAvailable();
      case 1 -> limits.get(0);
      default -> ReadLimit.compositeLimit(limits.toArray(ReadLimit[]::new));
    };
  }

  private static long atLeastOne(String text) {
    long number = Long.parseLong(text.trim());
    if (number < 1) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private <T> T value(String name, String expected, Function<String, T> parser, T otherwise) {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Invalid option " + name + ": " + text + " (expected " + expected + ")", e);
    }
  }
}
