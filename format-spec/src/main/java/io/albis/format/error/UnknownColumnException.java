// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** A column does not exist in the schema. The message suggests the most similar name. */
public class UnknownColumnException extends AlbisException {

  private static final long serialVersionUID = 1L;

  private final String column;

  /**
   * Describes the unknown column.
   *
   * @param column the requested path
   * @param known the existing paths, for the suggestion
   */
  public UnknownColumnException(String column, Collection<String> known) {
    super(describe(column, known));
    this.column = column;
  }

  private static String describe(String column, Collection<String> known) {
    String message = "Unknown column: " + column;
    return NearMatch.of(column, known)
        .map(near -> message + " (did you mean " + near + "?)")
        .orElseGet(() -> message + columns(known));
  }

  private static String columns(Collection<String> known) {
    int shown = 10;
    if (known.isEmpty()) {
      return " (the table has no columns)";
    }
    String names = String.join(", ", known.stream().limit(shown).toList());
    return known.size() <= shown
        ? " (columns: " + names + ")"
        : String.format(Locale.ROOT, " (columns: %s and %d more)", names, known.size() - shown);
  }

  /** The requested path. */
  public String column() {
    return column;
  }

  /** Finds the most similar name. */
  private static final class NearMatch {
    private NearMatch() {}

    static Optional<String> of(String wanted, Collection<String> known) {
      String best = null;
      int bestDistance = Math.max(1, wanted.length() / 3) + 1;
      for (String candidate : known) {
        int distance =
            LevenshteinDistance.getDefaultInstance()
                .apply(wanted.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
        if (distance < bestDistance) {
          bestDistance = distance;
          best = candidate;
        }
      }
      return Optional.ofNullable(best);
    }
  }
}
