// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.nio.file.Path;

/** Paths of files in the repository. */
final class TestPaths {
  private TestPaths() {}

  /** The directory of the format-spec module. Tests run in the directory of their own module. */
  static Path formatSpec() {
    return Path.of("..", "format-spec").toAbsolutePath().normalize();
  }

  /** The root directory of the repository. */
  static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }
}
