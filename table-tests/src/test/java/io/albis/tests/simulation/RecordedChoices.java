// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.LinkedHashMap;
import java.util.Map;

/** Records the choices of another source that are not dull. */
final class RecordedChoices implements Choices {

  /** Where something was chosen. */
  record Point(Kind kind, int process, int call) {}

  private final Choices source;
  private final Map<Point, Integer> chosen = new LinkedHashMap<>();

  RecordedChoices(Choices source) {
    this.source = source;
  }

  /** Choices that were recorded; all others are dull. */
  static Choices replay(Map<Point, Integer> recorded) {
    return (kind, process, call, options) ->
        Math.min(options - 1, recorded.getOrDefault(new Point(kind, process, call), 0));
  }

  @Override
  public int choose(Kind kind, int process, int call, int options) {
    int choice = source.choose(kind, process, call, options);
    if (choice != 0) {
      chosen.put(new Point(kind, process, call), choice);
    }
    return choice;
  }

  /** What was chosen, in the order of time. */
  Map<Point, Integer> chosen() {
    return chosen;
  }
}
