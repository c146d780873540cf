// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * A storage backend, found by {@link java.util.ServiceLoader}. Implementations have a public
 * constructor without parameters, are cheap to load, and are thread-safe.
 */
public interface StorageProvider {

  /** Stands for all schemes that no other backend serves. */
  String ANY_OTHER = "*";

  /** The URI schemes that this backend serves, in lower case, or {@link #ANY_OTHER}. */
  Set<String> schemes();

  /** The names of the options that {@link #open} supports, for example {@code io.direct}. */
  Set<String> options();

  /**
   * Whether {@link #open} supports an option. Backends that pass options on to a library accept
   * more than {@link #options()}.
   */
  default boolean accepts(String option) {
    return options().contains(option);
  }

  /**
   * Opens a directory, which need not exist.
   *
   * @param root an absolute URI of one of the schemes
   * @param options options by name; this backend accepts all of them
   * @throws IllegalArgumentException if an option has an invalid value
   */
  Storage open(URI root, Map<String, String> options) throws IOException;
}
