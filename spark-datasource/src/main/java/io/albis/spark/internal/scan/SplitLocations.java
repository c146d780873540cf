// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.DatasetScan;
import io.albis.reader.Split;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourceOptions.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the hosts of splits, at a bounded cost: what takes too long is left out. */
final class SplitLocations {

  private static final Logger LOG = LoggerFactory.getLogger(SplitLocations.class);

  /** Splits whose hosts are asked for together, between two looks at the clock. */
  private static final int CHUNK = 256;

  private SplitLocations() {}

  /**
   * Returns the hosts of each split; none where the storage does not know, and for the splits that
   * are left when the time is over.
   */
  static List<List<String>> of(
      DatasetScan scan, List<Split> splits, String uri, SourceOptions options) {
    boolean isWanted =
        options.locality() == Choice.TRUE
            || (options.locality() == Choice.AUTO && uri.startsWith("hdfs:"));
    if (!isWanted) {
      return Collections.nCopies(splits.size(), List.of());
    }
    long timeout = TimeUnit.MILLISECONDS.toNanos(options.localityTimeoutMillis());
    long start = System.nanoTime();
    List<List<String>> hosts = new ArrayList<>(splits.size());
    while (hosts.size() < splits.size() && System.nanoTime() - start < timeout) {
      int from = hosts.size();
      int to = Math.min(splits.size(), from + CHUNK);
      hosts.addAll(scan.hosts(splits.subList(from, to)));
    }
    if (hosts.size() < splits.size()) {
      LOG.info(
          "Found the hosts of {} of {} splits of {} in {} ms; the others are read anywhere",
          hosts.size(),
          splits.size(),
          uri,
          options.localityTimeoutMillis());
      hosts.addAll(Collections.nCopies(splits.size() - hosts.size(), List.of()));
    }
    return hosts;
  }
}
