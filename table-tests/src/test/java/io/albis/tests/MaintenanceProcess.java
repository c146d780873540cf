// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A program that optimizes a table and merges its row groups once, lets its snapshots expire, and
 * deletes all files without use, until it is killed or done. It prints a line when it starts each
 * of these.
 */
final class MaintenanceProcess {

  private MaintenanceProcess() {}

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    run(
        arguments[0],
        line -> {
          out.println(line);
          out.flush();
        });
  }

  /**
   * Does all of it.
   *
   * @param started gets each line
   */
  static void run(String uri, Consumer<String> started) {
    try (TableMaintenance table = LaterMaintenance.open(uri, MaintainedTable.LATER)) {
      started.accept("optimize");
      table.optimize(MaintainedTable.SMALL.stepSize(200_000));
      started.accept("merge");
      table.mergeRowGroups(MaintainedTable.MERGE);
      started.accept("expire");
      table.expire(Duration.ZERO, 1);
      started.accept("clean");
      table.clean(Duration.ZERO);
    }
    started.accept("done");
  }
}
