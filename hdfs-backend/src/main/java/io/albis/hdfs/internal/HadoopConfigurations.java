// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HdfsFiles;
import java.io.File;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Loads Hadoop's configuration from its files on the class path, from the directory in the
 * environment variable {@code HADOOP_CONF_DIR}, and from options.
 */
final class HadoopConfigurations {

  private static final String DIRECTORY = "HADOOP_CONF_DIR";

  /** The last configuration; parsing its files takes longer than opening a table. */
  private static SoftReference<Known> last = new SoftReference<>(null);

  private HadoopConfigurations() {}

  /**
   * A configuration and its sources.
   *
   * @param loader the class loader of files on the class path
   * @param directory the directory of other files, or null
   */
  private record Known(ClassLoader loader, String directory, Configuration configuration) {}

  static Configuration with(Map<String, String> settings) {
    return with(System.getenv(DIRECTORY), settings);
  }

  static Configuration with(String directory, Map<String, String> settings) {
    Configuration configuration = new Configuration(known(directory));
    settings.forEach(configuration::set);
    return configuration;
  }

  /**
   * Reads the files once, as Hadoop does for cached file systems: changes need a restart. Callers
   * must not modify the result.
   */
  private static synchronized Configuration known(String directory) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Known known = last.get();
    if (known == null
        || known.loader() != loader
        || !Objects.equals(known.directory(), directory)) {
      known = new Known(loader, directory, read(directory));
      last = new SoftReference<>(known);
    }
    return known.configuration();
  }

  private static Configuration read(String directory) {
    Configuration configuration = HdfsFiles.configuration();
    if (directory != null) {
      for (String name : new String[] {"core-site.xml", "hdfs-site.xml"}) {
        File file = new File(directory, name);
        if (file.isFile()) {
          configuration.addResource(new Path(file.toURI()));
        }
      }
    }
    return configuration;
  }
}
