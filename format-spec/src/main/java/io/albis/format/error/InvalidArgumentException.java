// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Something that was passed is not valid: a schema or a change of it, a column that there is not,
 * column groups, a value that its column cannot store, a split of another snapshot, a tag that is
 * taken, a file that does not fit the table, or bytes that are not what they should be. Nothing has
 * changed; the message says what is wrong with it.
 */
public class InvalidArgumentException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message. */
  public InvalidArgumentException(String message) {
    super(message);
  }

  /** Creates an exception with a message and a cause. */
  public InvalidArgumentException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Describes a column that does not exist; the message suggests the most similar name.
   *
   * @param column the requested path
   * @param known the existing paths
   */
  public static InvalidArgumentException unknownColumn(String column, Collection<String> known) {
    String near = nearest(column, known);
    return new InvalidArgumentException(
        "Unknown column: "
            + column
            + (near == null ? columns(known) : " (did you mean " + near + "?)"));
  }

  private static String columns(Collection<String> known) {
    int shown = 10;
    if (known.isEmpty()) {
      return " (the table has no columns)";
    }
    List<String> names = known.stream().limit(shown).toList();
    String more = known.size() <= shown ? "" : " and " + (known.size() - shown) + " more";
    return " (columns: " + String.join(", ", names) + more + ")";
  }

  /** Returns the most similar name, or null if none is similar. */
  private static String nearest(String wanted, Collection<String> known) {
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
    return best;
  }
}
