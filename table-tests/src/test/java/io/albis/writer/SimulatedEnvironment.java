// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.maintenance.SimulatedMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.table.WriteEnvironment;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A write environment in which time and identifiers are simulated, and there are no threads. */
public final class SimulatedEnvironment {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final WriteEnvironment environment;

  /**
   * The environment of a process.
   *
   * @param clock returns what it believes to be the time, in milliseconds
   * @param time returns the time that passes for all, in milliseconds
   * @param pause waits for some milliseconds
   */
  public SimulatedEnvironment(
      Supplier<UUID> uuids, LongSupplier clock, LongSupplier time, LongConsumer pause) {
    this.environment =
        new WriteEnvironment(
            uuids,
            clock,
            () -> time.getAsLong() * NANOS_PER_MILLI,
            pause::accept,
            Runnable::run,
            "simulation");
  }

  /** Makes a writer use this environment. */
  public TableWriter.Builder apply(TableWriter.Builder builder) {
    return builder.environment(environment);
  }

  /** Makes a writer of a single file use this environment. */
  public AlbisFileWriter.Builder apply(AlbisFileWriter.Builder builder) {
    return builder.environment(environment);
  }

  /** The write of an encoded task, which any process may have planned. */
  public DistributedWrite distributed(byte[] task) {
    return new DistributedWrite(WriteTask.fromBytes(task, environment));
  }

  /** Opens an update of a table's schema that uses this environment. */
  public TableUpdate update(String uri) {
    return TableUpdate.open(uri, Map.of(), environment);
  }

  /** Opens a table for maintenance that uses this environment. */
  public TableMaintenance maintenance(String uri) {
    return SimulatedMaintenance.open(uri, environment, this::apply);
  }
}
