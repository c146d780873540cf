// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.cache.PlannedScans;

/** Gets the planned scans of queries. Thread-safe. */
public interface PlanTarget {

  /**
   * Registers scans.
   *
   * @param location of the executor that will execute them; empty if that is not known, or if there
   *     is only this process
   * @return takes back what was not read; must not fail
   */
  Runnable plan(String location, PlannedScans scans);
}
