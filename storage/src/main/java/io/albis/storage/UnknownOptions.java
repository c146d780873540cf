// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Rejects options that a backend does not support, since they may be misspelled. */
final class UnknownOptions {

  /** The maximum number of characters in which a suggestion may differ. */
  private static final int MAX_DISTANCE = 3;

  private static final LevenshteinDistance DISTANCE = new LevenshteinDistance(MAX_DISTANCE);

  private UnknownOptions() {}

  static void check(Set<String> options, StorageProvider provider, String scheme) {
    for (String option : new TreeSet<>(options)) {
      if (!provider.accepts(option)) {
        Set<String> known = new TreeSet<>(provider.options());
        throw new InvalidSettingException(
            String.format(
                "Unknown option %s for scheme '%s'%s (available: %s)",
                option,
                scheme,
                nearest(option, known).map(name -> ": did you mean " + name + "?").orElse(""),
                String.join(", ", known)));
      }
    }
  }

  private static Optional<String> nearest(String option, Set<String> known) {
    return known.stream()
        .map(name -> Map.entry(name, DISTANCE.apply(option, name)))
        .filter(entry -> entry.getValue() >= 0)
        .min(Comparator.comparing(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }
}
