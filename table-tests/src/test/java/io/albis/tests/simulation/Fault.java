// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What can happen to a request. */
enum Fault {
  NONE,
  /** It fails without an effect. */
  FAILS_BEFORE,
  /** It takes effect and fails, or its answer is lost. */
  FAILS_AFTER,
  /** A file is certainly not published. */
  NOT_PUBLISHED,
  /** It fails, and takes effect at any time later. */
  LATE,
  /** It takes effect, and once more at any time later. */
  REPEATED,
  /** It throws an unchecked exception without an effect. */
  THROWS_BEFORE,
  /** It takes effect and throws an unchecked exception. */
  THROWS_AFTER,
  /** As before, an error such as one of memory. */
  ERROR_AFTER,
  /** The process is killed, and the request has no effect. */
  KILLED_BEFORE,
  /** The process is killed, and the request has taken effect. */
  KILLED_AFTER;

  /** Which faults requests have. */
  enum Level {
    NONE,
    /** Those that an {@link java.io.IOException} reports, and kills. */
    CHECKED,
    ALL
  }

  private static final Map<Level, Map<Semantics, Map<Operation, Fault[]>>> POSSIBLE =
      new EnumMap<>(Level.class);

  static {
    for (Level level : Level.values()) {
      Map<Semantics, Map<Operation, Fault[]>> bySemantics = new EnumMap<>(Semantics.class);
      for (Semantics semantics : Semantics.values()) {
        Map<Operation, Fault[]> byOperation = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
          Set<Fault> faults = level == Level.NONE ? EnumSet.of(NONE) : faults(semantics, operation);
          if (level == Level.CHECKED) {
            faults.removeAll(EnumSet.of(THROWS_BEFORE, THROWS_AFTER, ERROR_AFTER));
          }
          byOperation.put(operation, faults.toArray(new Fault[0]));
        }
        bySemantics.put(semantics, byOperation);
      }
      POSSIBLE.put(level, bySemantics);
    }
  }

  private static Set<Fault> faults(Semantics semantics, Operation operation) {
    Set<Fault> faults = EnumSet.of(NONE, FAILS_BEFORE, THROWS_BEFORE, KILLED_BEFORE);
    if (operation.isChange()) {
      faults.addAll(EnumSet.of(FAILS_AFTER, THROWS_AFTER, ERROR_AFTER, KILLED_AFTER));
      boolean isRequest = operation != Operation.CREATE && operation != Operation.DISCARD;
      if (semantics.hasLateRequests() && isRequest) {
        faults.add(LATE);
        faults.add(REPEATED);
      }
    }
    if (operation == Operation.PUBLISH) {
      faults.add(NOT_PUBLISHED);
    }
    return faults;
  }

  /** What can happen to a request, with {@link #NONE} first. */
  static Fault[] possible(Level level, Semantics semantics, Operation operation) {
    return POSSIBLE.get(level).get(semantics).get(operation);
  }
}
