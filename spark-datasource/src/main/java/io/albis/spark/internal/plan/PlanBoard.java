// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.cache.PlannedScans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The planned scans of each executor, kept by the driver, from which executors fetch them. What an
 * executor has missed is in the next answer, so answers may be lost or repeated. Thread-safe.
 */
public final class PlanBoard implements PlanTarget {

  /** By location. */
  private final Map<String, Plans> executors = new HashMap<>();

  /** The plans of an executor. */
  private static final class Plans {
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Of the last change, counted from 1. */
    private long version;
  }

  private record Entry(long version, PlannedScans scans) {}

  /** Starts without plans. */
  public PlanBoard() {}

  @Override
  public Runnable plan(String location, PlannedScans scans) {
    if (location.isEmpty()) {
      return () -> {};
    }
    synchronized (this) {
      Plans plans = executors.computeIfAbsent(location, key -> new Plans());
      plans.entries.put(scans.id(), new Entry(++plans.version, scans));
    }
    return () -> remove(location, scans.id());
  }

  private synchronized void remove(String location, String id) {
    Plans plans = executors.get(location);
    if (plans != null && plans.entries.remove(id) != null) {
      plans.version++;
    }
  }

  /** Forgets an executor that is lost. */
  public synchronized void removed(String location) {
    executors.remove(location);
  }

  /**
   * Returns what an executor should know.
   *
   * @param version of the last answer that it got; 0 for none
   * @return null if that is all
   */
  public synchronized PlanUpdate update(String location, long version) {
    Plans plans = executors.get(location);
    if (plans == null || plans.version == version) {
      return null;
    }
    List<PlannedScans> added = new ArrayList<>();
    for (Entry entry : plans.entries.values()) {
      if (entry.version > version) {
        added.add(entry.scans);
      }
    }
    return new PlanUpdate(plans.version, List.copyOf(plans.entries.keySet()), added);
  }
}
