// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.storage.Storages;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where temporary files are written. */
final class TemporaryFiles {

  private TemporaryFiles() {}

  /**
   * The directory that contains a local target, or will contain it; of targets on other storages
   * the directory of temporary files of the system.
   */
  static Path directory(String target) {
    URI uri = Storages.toUri(target);
    if (!"file".equals(uri.getScheme())) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    Path directory = Path.of(uri.getPath()).toAbsolutePath().getParent();
    while (directory != null && !Files.isDirectory(directory)) {
      directory = directory.getParent();
    }
    return directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
  }
}
