// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** File access of the libraries that read through Hadoop. */
final class Hadoop {

  private Hadoop() {}

  /**
   * Local files are read directly. By default, Hadoop would look for a checksum file beside each
   * file, and copy all data once more.
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
