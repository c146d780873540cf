// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.util.List;

/** Names of readers and writers on the command line. */
final class Names {

  private Names() {}

  /**
   * Those that are meant: by a whole name the one that has it, by the beginning of names all that
   * begin so, by nothing all.
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
