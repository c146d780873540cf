// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Constraints of the rows of a table: some of its properties (SPEC.md, section 11). */
public final class Constraints {

  /** What their keys start with; the name of the constraint follows. */
  public static final String PREFIX = "constraint.";

  private Constraints() {}

  /** Whether a property is a constraint. */
  public static boolean isOne(String key) {
    return key.startsWith(PREFIX);
  }

  /** Returns those of the properties that are constraints, with their keys, in a new map. */
  public static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> constraints = new TreeMap<>(properties);
    constraints.keySet().removeIf(key -> !isOne(key));
    return constraints;
  }

  /** Returns the names of the constraints that each row must satisfy. */
  public static List<String> checks(Map<String, String> properties) {
    return of(properties).entrySet().stream()
        .filter(entry -> entry.getValue().startsWith("CHECK"))
        .map(entry -> entry.getKey().substring(PREFIX.length()))
        .toList();
  }
}
