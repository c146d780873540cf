// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import io.albis.storage.StoragePaths;
import java.nio.file.Path;

/** Turns paths of the storage interface into files below a root. */
final class RelativePaths {
  private RelativePaths() {}

  /** The file below {@code root} that {@code path} names; the empty path is the root. */
  static Path resolve(Path root, String path) {
    return root.resolve(StoragePaths.check(path, root));
  }
}
