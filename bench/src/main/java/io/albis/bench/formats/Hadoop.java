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
package io.albis.bench.formats;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** How the libraries that read through Hadoop get at files. */
final class Hadoop {

  private Hadoop() {}

  /**
   * Local files are read as they are. Otherwise Hadoop would look for a file of checksums beside
   * each, and copy what is read once more.
   */
  static Configuration configuration() {
    Configuration configuration = new Configuration(false);
    configuration.setClass(
        "fs.file.impl", RawLocalFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    return configuration;
  }

  /** The path of a location: a local path, or a URI. */
  static Path path(String location) {
    return location.matches("[a-z][a-z0-9+.-]*:.*")
        ? new Path(location)
        : new Path(java.nio.file.Path.of(location).toUri());
  }
}
