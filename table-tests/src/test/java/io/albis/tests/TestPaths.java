// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.nio.file.Path;

/** Where the tests find the files of the repository. */
final class TestPaths {
  private TestPaths() {}

  /** The directory of the format-spec module; tests run in the directory of their own module. */
  static Path formatSpec() {
    return Path.of("..", "format-spec").toAbsolutePath().normalize();
  }

  /** The repository's root directory. */
  static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }
}
