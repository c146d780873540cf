// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.table.WriteEnvironment;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** Maintenance of a table at a later time, when its snapshots are old. */
public final class LaterMaintenance {

  private LaterMaintenance() {}

  /** Opens a table as if some time had passed. */
  public static TableMaintenance open(String uri, Duration passed) {
    return open(uri, Map.of(), passed);
  }

  /** Opens a table, with options of its storage, as if some time had passed. */
  public static TableMaintenance open(String uri, Map<String, String> options, Duration passed) {
    WriteEnvironment now = WriteEnvironment.system();
    return open(uri, options, () -> now.millis() + passed.toMillis());
  }

  /** Opens a table with a clock, in milliseconds since the epoch. */
  public static TableMaintenance open(String uri, Map<String, String> options, LongSupplier clock) {
    return TableMaintenance.open(
        uri, options, WriteEnvironment.system().withClock(clock), UnaryOperator.identity());
  }
}
