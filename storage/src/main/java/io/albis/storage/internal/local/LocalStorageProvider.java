// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.ReadCost;
import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import io.albis.storage.internal.backend.StorageOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Serves {@code file:} URIs. */
public final class LocalStorageProvider implements StorageProvider {

  /** Enough to keep NVMe devices busy; the cost of threads that wait is small. */
  private static final int DEFAULT_DEPTH = 32;

  /** For {@link java.util.ServiceLoader}. */
  public LocalStorageProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public Set<String> options() {
    return Set.of(
        DirectMode.OPTION,
        StorageOptions.DEPTH,
        StorageOptions.REQUEST_MICROS,
        StorageOptions.BANDWIDTH);
  }

  @Override
  public Storage open(URI root, Map<String, String> options) {
    String host = root.getHost();
    if (root.isOpaque() || (host != null && !host.equals("localhost"))) {
      throw new IllegalArgumentException(
          "Invalid local URI: " + root + " (expected file:/path or file:///path)");
    }
    Path path = Path.of(root.getPath()).normalize();
    int depth = StorageOptions.depth(options, DEFAULT_DEPTH);
    ReadCost cost = StorageOptions.readCost(options, ReadCost.LOCAL);
    return new LocalStorage(root, path, new LocalIo(DirectMode.of(options, path), depth, cost));
  }
}
