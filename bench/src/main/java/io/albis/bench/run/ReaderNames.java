// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.util.List;

/** Names of readers and writers on the command line. */
final class ReaderNames {

  private ReaderNames() {}

  /**
   * Resolves names: a full name selects one entry, a prefix all entries that start with it, an
   * empty list all entries.
   */
  static List<String> matching(List<String> asked, List<String> all) {
    return all.stream()
        .filter(
            name ->
                asked.isEmpty()
                    || asked.stream()
                        .anyMatch(
                            one -> all.contains(one) ? name.equals(one) : name.startsWith(one)))
        .toList();
  }
}
