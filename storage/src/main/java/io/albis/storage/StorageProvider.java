// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * A storage backend, found by {@link java.util.ServiceLoader}. Implementations have a public
 * constructor without parameters, are cheap to load, and are safe for use by several threads.
 */
public interface StorageProvider {

  /** Among the schemes: all that no other backend serves. */
  String ANY_OTHER = "*";

  /** The URI schemes that this backend serves, in lower case, or {@link #ANY_OTHER}. */
  Set<String> schemes();

  /** The names of the options that {@link #open} understands, as in {@code io.direct}. */
  Set<String> options();

  /**
   * Whether {@link #open} understands an option: one of {@link #options()}, unless a backend passes
   * others on.
   */
  default boolean accepts(String option) {
    return options().contains(option);
  }

  /**
   * Opens the directory that {@code root} names. It need not exist.
   *
   * @param root an absolute URI of one of the schemes
   * @param options settings by name; this backend accepts each of them
   * @throws IllegalArgumentException if an option has an invalid value
   */
  Storage open(URI root, Map<String, String> options) throws IOException;
}
