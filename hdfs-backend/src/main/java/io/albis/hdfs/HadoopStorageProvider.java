// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Serves {@code hdfs:} and {@code viewfs:} URIs, and all others that no other backend serves, as
 * far as Hadoop has a file system for them.
 *
 * <p>Hadoop's classes must be on the class path of the application: those of its own Hadoop. They
 * are loaded with the first storage that is opened.
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

  /** Also every setting of Hadoop, behind the prefix {@code hadoop.}. */
  @Override
  public boolean accepts(String option) {
    return option.startsWith(HadoopSettings.HADOOP) || options().contains(option);
  }

  /**
   * Opens a directory.
   *
   * @param options those of this backend, which the guide for operators lists, and any setting of
   *     Hadoop behind the prefix {@code hadoop.}
   */
  @Override
  public Storage open(URI root, Map<String, String> options) throws IOException {
    try {
      return HadoopStorage.open(root, HadoopSettings.of(options));
    } catch (NoClassDefFoundError e) {
      throw new IOException(
          "Cannot open "
              + root
              + ": Hadoop, or what its file system needs, is not on the class path (missing "
              + e.getMessage()
              + "; add hadoop-client-api and hadoop-client-runtime, and for s3a hadoop-aws and the"
              + " AWS SDK)",
          e);
    }
  }
}
