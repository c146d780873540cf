// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Serves {@code crail:} URIs.
 *
 * <p>The application provides Crail on its class path. Crail's classes are loaded when the first
 * storage is opened, and those of a storage tier when the first of its data nodes is used.
 */
public final class CrailStorageProvider implements StorageProvider {

  /** For {@link java.util.ServiceLoader}. */
  public CrailStorageProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("crail");
  }

  @Override
  public Set<String> options() {
    return CrailSettings.OPTIONS;
  }

  /** Also accepts every setting of Crail, with its own name, which begins with {@code crail.}. */
  @Override
  public boolean accepts(String option) {
    return option.startsWith(CrailSettings.CRAIL) || options().contains(option);
  }

  /**
   * Opens a directory.
   *
   * @param options the options of this backend, which {@code docs/crail.md} lists, and settings of
   *     Crail
   */
  @Override
  public Storage open(URI root, Map<String, String> options) throws IOException {
    try {
      return CrailStorage.open(root, CrailSettings.of(options));
    } catch (NoClassDefFoundError e) {
      throw new IOException(
          "Cannot open "
              + root
              + ": Crail is not on the class path (missing "
              + e.getMessage()
              + "; add the jars in CRAIL_HOME/jars, or crail-client and the tiers that are used)",
          e);
    }
  }
}
