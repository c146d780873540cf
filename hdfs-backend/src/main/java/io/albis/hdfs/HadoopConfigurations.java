/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.hdfs;

import io.albis.hdfs.adapter.HdfsFiles;
import java.io.File;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Hadoop's settings from the usual places: its files on the class path, those in the directory that
 * the environment variable {@code HADOOP_CONF_DIR} names, and options.
 */
final class HadoopConfigurations {

  private static final String DIRECTORY = "HADOOP_CONF_DIR";

  private HadoopConfigurations() {}

  static Configuration with(Map<String, String> settings) {
    return with(System.getenv(DIRECTORY), settings);
  }

  static Configuration with(String directory, Map<String, String> settings) {
    Configuration configuration = HdfsFiles.configuration();
    if (directory != null) {
      for (String name : new String[] {"core-site.xml", "hdfs-site.xml"}) {
        File file = new File(directory, name);
        if (file.isFile()) {
          configuration.addResource(new Path(file.toURI()));
        }
      }
    }
    settings.forEach(configuration::set);
    return configuration;
  }
}
