// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.bench.VectorLoop.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Compares what reading a value costs in vectors of Albis and of Spark. All kinds take turns, round
 * by round, and the fastest round of each counts: so other processes of the machine disturb all
 * alike, and hardly any.
 *
 * <p>The first table is for loops of which each has seen one kind of vector only, as in the code
 * that Spark generates for a query. The second is for a loop that all kinds share, as do the
 * methods of Spark's that all queries of a process call.
 *
 * <p>Arguments: seconds for each cell (default 2), then kinds (default: all).
 */
public final class VectorRatios {

  /** One column of that many rows fits the second-level cache. */
  private static final int ROWS = 1 << 14;

  private static long consumed;

  private VectorRatios() {}

  /** Prints both tables. */
  public static void main(String[] arguments) throws Exception {
    double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 2;
    VectorKind[] kinds =
        arguments.length > 1
            ? Arrays.stream(arguments).skip(1).map(VectorKind::valueOf).toArray(VectorKind[]::new)
            : VectorKind.values();
    for (boolean isShared : new boolean[] {false, true}) {
      System.out.println(isShared ? "one loop for all kinds" : "a loop for each kind");
      for (int nullPercent : new int[] {0, 5}) {
        table(kinds, nullPercent, isShared, seconds);
      }
    }
    System.out.println("(" + consumed + ")");
  }

  private static void table(VectorKind[] kinds, int nullPercent, boolean isShared, double seconds)
      throws Exception {
    Map<VectorKind, VectorColumns> columns = new EnumMap<>(VectorKind.class);
    Map<VectorKind, VectorLoop> loops = new EnumMap<>(VectorKind.class);
    BenchmarkValues values = new BenchmarkValues(ROWS, nullPercent);
    VectorLoop shared = newLoop();
    for (VectorKind kind : kinds) {
      columns.put(kind, VectorColumns.create(kind, values));
      loops.put(kind, isShared ? shared : newLoop());
    }
    System.out.printf(Locale.ROOT, "%-26s", nullPercent + " % nulls, ns per value");
    columns.keySet().forEach(kind -> System.out.printf(Locale.ROOT, " %14s", kind));
    System.out.println();
    for (Operation operation : Operation.values()) {
      Map<VectorKind, Long> best = new EnumMap<>(VectorKind.class);
      long end = System.nanoTime() + (long) (seconds * 1e9 * kinds.length);
      while (System.nanoTime() < end) {
        for (VectorKind kind : kinds) {
          long start = System.nanoTime();
          consumed += loops.get(kind).run(operation, columns.get(kind).batch(), nullPercent > 0);
          best.merge(kind, System.nanoTime() - start, Math::min);
        }
      }
      System.out.printf(Locale.ROOT, "%-26s", operation);
      best.values().forEach(ns -> System.out.printf(Locale.ROOT, " %14.2f", (double) ns / ROWS));
      System.out.println();
    }
    for (VectorColumns each : columns.values()) {
      each.close();
    }
  }

  /** Returns a copy of the loops with a profile of its own. */
  private static VectorLoop newLoop() throws IOException, ReflectiveOperationException {
    try (InputStream code = VectorLoops.class.getResourceAsStream("VectorLoops.class")) {
      MethodHandles.Lookup copy =
          MethodHandles.lookup().defineHiddenClass(code.readAllBytes(), true);
      return (VectorLoop) copy.lookupClass().getDeclaredConstructor().newInstance();
    }
  }
}
