// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.writer.SimulatedEnvironment;

/** A merge of row groups whose writers have a simulated environment. */
public final class SimulatedMerge {

  private SimulatedMerge() {}

  /** Merges the small row groups of a table. */
  public static MergeResult run(
      String uri, MergeOptions options, SimulatedEnvironment environment) {
    return new RowGroupMerge(uri, options, environment::apply).run();
  }
}
