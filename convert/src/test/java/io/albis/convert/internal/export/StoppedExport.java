// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** A process that writes a part of an export, says so, and waits until it is stopped. */
public final class StoppedExport {

  private StoppedExport() {}

  /** Runs the program with the file to write. */
  public static void main(String[] args) throws Exception {
    ExportTarget target = ExportTarget.open(args[0], false, false, OutputStream.nullOutputStream());
    target.next(".csv").write(new byte[100]);
    System.out.println("written");
    new CountDownLatch(1).await();
  }
}
