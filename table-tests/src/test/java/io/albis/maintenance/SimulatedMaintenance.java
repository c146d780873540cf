// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.Storage;
import io.albis.table.WriteEnvironment;
import io.albis.writer.TableWriter;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Maintenance of a table with an environment or a storage of tests. */
public final class SimulatedMaintenance {

  private SimulatedMaintenance() {}

  /**
   * Opens a table.
   *
   * @param writers sets the environment of each writer before it is opened
   */
  public static TableMaintenance open(
      String uri, WriteEnvironment environment, UnaryOperator<TableWriter.Builder> writers) {
    return TableMaintenance.open(uri, Map.of(), environment, writers);
  }

  /** Maintenance that reads and writes no rows. */
  public static TableMaintenance of(Storage storage, WriteEnvironment environment) {
    return new TableMaintenance(
        storage.root().toString(), Map.of(), storage, environment, UnaryOperator.identity());
  }
}
