// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.writer.LaterMaintenance;
import io.albis.writer.TableMaintenance;
import io.albis.writer.maintenance.ExpirePolicy;
import java.io.PrintStream;
import java.time.Duration;

/**
 * A program that optimizes a table once, lets its snapshots expire, and deletes all files without
 * use, until it is killed or done. It prints a line when it starts each of these.
 */
final class MaintenanceProcess {

  private MaintenanceProcess() {}

  public static void main(String[] arguments) {
    String uri = arguments[0];
    PrintStream out = System.out;
    try (TableMaintenance table = LaterMaintenance.open(uri, MaintainedTable.LATER)) {
      say(out, "optimize");
      table.optimize(MaintainedTable.SMALL.stepSize(200_000));
      say(out, "expire");
      table.expire(new ExpirePolicy(Duration.ZERO, 1));
      say(out, "clean");
      table.clean(Duration.ZERO);
    }
    say(out, "done");
  }

  private static void say(PrintStream out, String line) {
    out.println(line);
    out.flush();
  }
}
