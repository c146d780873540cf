// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Serves {@code hdfs:} and {@code viewfs:} URIs, and those of every other scheme for which Hadoop
 * has a file system and no other backend is available.
 *
 * <p>The application provides Hadoop on its class path. Hadoop's classes are loaded when the first
 * storage is opened.
 */
public final class HadoopStorageProvider implements StorageProvider {

  /** For {@link java.util.ServiceLoader}. */
  public HadoopStorageProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(
        "hdfs", "viewfs", "webhdfs", "swebhdfs", "s3a", "abfs", "abfss", "gs", "ofs", ANY_OTHER);
  }

  @Override
  public Set<String> options() {
    return HadoopSettings.OPTIONS;
  }

  /** Also accepts every setting of Hadoop, with the prefix {@code hadoop.}. */
  @Override
  public boolean accepts(String option) {
    return option.startsWith(HadoopSettings.HADOOP) || options().contains(option);
  }

  /**
   * Opens a directory.
   *
   * @param options the options of this backend, which {@code docs/hdfs.md} lists, and settings of
   *     Hadoop with the prefix {@code hadoop.}
   */
  @Override
  public Storage open(URI root, Map<String, String> options) throws IOException {
    try {
      return HadoopStorage.open(root, HadoopSettings.of(options));
    } catch (NoClassDefFoundError e) {
      throw new IOException(
          "Cannot open "
              + root
              + ": Hadoop, or a dependency of its file system, is not on the class path (missing "
              + e.getMessage()
              + "; add hadoop-client-api and hadoop-client-runtime, and for s3a hadoop-aws and the"
              + " AWS SDK)",
          e);
    }
  }
}
