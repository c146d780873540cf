// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.Snapshot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A commit that an application makes once: snapshots record the number of the last one, in a
 * reserved property of the table (SPEC.md, section 11).
 *
 * @param application name of the application
 * @param number greater than those of its commits before
 */
record NumberedCommit(String application, long number) {

  private static final String PREFIX = "albis.commit.";

  /** Records of applications that are kept, however old they are. */
  private static final int KEPT = 100;

  /** Age from which other records are removed. */
  private static final long MAX_AGE_MILLIS = Duration.ofDays(30).toMillis();

  NumberedCommit {
    if (application.isEmpty() || number < 0) {
      throw new IllegalArgumentException(
          "Invalid commit "
              + number
              + " of application '"
              + application
              + "' (expected a name, and a number of at least 0)");
    }
  }

  /** Thrown if the commit has been made before. */
  static final class RepeatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whether the new files may be those of the commit before. */
    private final boolean mayHaveFiles;

    RepeatedException(boolean mayHaveFiles) {
      super("The commit has been made before", null, false, false);
      this.mayHaveFiles = mayHaveFiles;
    }

    boolean mayHaveFiles() {
      return mayHaveFiles;
    }
  }

  private record Last(long number, long millis) {}

  private static Last parse(String key, String value) {
    String[] parts = value.split(" ", -1);
    try {
      if (parts.length == 2) {
        return new Last(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      }
    } catch (NumberFormatException e) {
      throw invalid(key, value);
    }
    throw invalid(key, value);
  }

  private static CommitConflictException invalid(String key, String value) {
    return new CommitConflictException(
        "Invalid property "
            + key
            + " of the table: "
            + value
            + " (expected the number of a commit, and its time in milliseconds)");
  }

  /**
   * Returns whether a snapshot contains the commit.
   *
   * @throws CommitConflictException if it contains a later one
   */
  boolean isIn(Snapshot snapshot) {
    String key = PREFIX + application;
    String value = snapshot.properties().get(key);
    if (value == null) {
      return false;
    }
    long last = parse(key, value).number;
    if (last > number) {
      throw new CommitConflictException(
          "Cannot make commit "
              + number
              + " of application "
              + application
              + ": it has made commit "
              + last
              + " since (the same application may run elsewhere, or may have lost its state: then"
              + " start it under another name)");
    }
    return last == number;
  }

  /** Adds the record of the commit, and removes old ones of other applications. */
  Snapshot addTo(Snapshot snapshot) {
    Map<String, Last> others = new TreeMap<>();
    snapshot
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                others.put(key, parse(key, value));
              }
            });
    String own = PREFIX + application;
    others.remove(own);
    List<String> old =
        others.entrySet().stream()
            .sorted(Comparator.comparingLong(other -> -other.getValue().millis))
            .skip(KEPT)
            .filter(other -> snapshot.timestampMillis() - other.getValue().millis > MAX_AGE_MILLIS)
            .map(Map.Entry::getKey)
            .toList();
    return snapshot.toBuilder()
        .dropProperties(old)
        .putProperties(Map.of(own, number + " " + snapshot.timestampMillis()))
        .build();
  }
}
