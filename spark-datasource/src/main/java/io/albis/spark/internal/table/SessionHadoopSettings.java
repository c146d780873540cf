// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.source.SourceOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Passes the Hadoop settings of a session, such as {@code spark.hadoop.fs.s3a.*}, to a storage. */
final class SessionHadoopSettings {

  /** Settings that do not concern file systems. Spark adds its own to Hadoop's. */
  private static final List<String> FOREIGN =
      List.of("spark.", "hive.", "mapreduce.", "yarn.", "io.file.buffer.size", "parquet.");

  private SessionHadoopSettings() {}

  /**
   * Adds what differs from the configuration files, which each process reads itself.
   *
   * @param uri of what is read; the local file system needs no settings
   */
  static SourceOptions add(SourceOptions options, String uri, Configuration session) {
    if (uri.startsWith("file:") || uri.startsWith("/")) {
      return options;
    }
    Configuration files = new Configuration();
    Map<String, String> added = new HashMap<>();
    for (Map.Entry<String, String> entry : session) {
      String key = entry.getKey();
      boolean isForeign = FOREIGN.stream().anyMatch(key::startsWith);
      if (!isForeign && !entry.getValue().equals(files.getRaw(key))) {
        added.put("hadoop." + key, session.get(key));
      }
    }
    options.storageOptions().keySet().forEach(added::remove);
    return added.isEmpty() ? options : options.with(added);
  }
}
