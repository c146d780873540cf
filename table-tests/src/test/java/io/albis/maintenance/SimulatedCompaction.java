// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.writer.SimulatedEnvironment;

/** Compaction whose writers have a simulated environment. */
public final class SimulatedCompaction {

  private SimulatedCompaction() {}

  /** Compacts a table. */
  public static CompactionResult run(
      String uri, CompactionOptions options, SimulatedEnvironment environment) {
    return new RowGroupCompaction(uri, options, environment::apply).run();
  }
}
