// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.AlbisCacheSerializer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A way to cache data frames. */
enum CacheContestant {
  ALBIS(AlbisCacheSerializer.class.getName(), true),
  SPARK_COMPRESSED("org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer", true),
  SPARK_PLAIN("org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer", false),

  /** Of Spark 4.3 and later. */
  ARROW("org.apache.spark.sql.execution.columnar.ArrowCachedBatchSerializer", false);

  private final String serializer;
  private final boolean isCompressed;

  CacheContestant(String serializer, boolean isCompressed) {
    this.serializer = serializer;
    this.isCompressed = isCompressed;
  }

  /** Returns those that this Spark has. */
  static List<CacheContestant> available() {
    return Stream.of(values()).filter(CacheContestant::isAvailable).toList();
  }

  private boolean isAvailable() {
    try {
      Class.forName(serializer);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the settings of a session that caches this way. */
  Map<String, String> settings() {
    return Map.of(
        "spark.sql.cache.serializer",
        serializer,
        "spark.sql.inMemoryColumnarStorage.compressed",
        Boolean.toString(isCompressed));
  }
}
