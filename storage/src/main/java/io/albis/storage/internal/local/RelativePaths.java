// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.internal.backend.StoragePaths;
import java.nio.file.Path;

/** Resolves paths of the storage interface against a root directory. */
final class RelativePaths {
  private RelativePaths() {}

  /** Returns the file at {@code path} below {@code root}; the empty path is the root. */
  static Path resolve(Path root, String path) {
    return root.resolve(StoragePaths.check(path, root));
  }
}
