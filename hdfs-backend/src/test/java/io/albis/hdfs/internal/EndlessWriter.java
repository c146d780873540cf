// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;

/** A program that writes to a table until it is killed. */
final class EndlessWriter {
  private EndlessWriter() {}

  public static void main(String[] arguments) {
    TableWriter.Builder builder =
        Boolean.parseBoolean(arguments[1])
            ? TableWriter.append(arguments[0])
            : TableWriter.create(arguments[0], FaultsTest.schema());
    try (TableWriter writer = builder.rowGroupSize(64 << 10).segmentSize(4096).open();
        RowWriter rows = writer.newRowWriter()) {
      for (int i = 0; true; i++) {
        FaultsTest.row(rows, i % 1000);
        if (i == 100_000) {
          System.out.println("writing");
          System.out.flush();
        }
      }
    }
  }
}
