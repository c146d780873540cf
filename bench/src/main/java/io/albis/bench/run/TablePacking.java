// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.tools.command.SizeConverter;
import io.albis.writer.TableWriter;
import picocli.CommandLine.Option;

/** Options: how the extents of Albis tables are packed into data files. */
final class TablePacking {

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      description = "Length of the data files of Albis tables (default: what suits the storage).",
      converter = SizeConverter.class)
  private Long fileSize;

  @Option(
      names = "--single-group",
      description = "Each data file of Albis tables holds one column group, instead of all.")
  private boolean singleGroup;

  TableWriter.Builder applyTo(TableWriter.Builder table) {
    if (fileSize != null) {
      table.fileSize(fileSize);
    }
    return singleGroup ? table.separateColumnGroups() : table;
  }

  /** Distinguishes the directories of tables that are packed differently. */
  String suffix() {
    return (fileSize == null ? "" : "-" + fileSize) + (singleGroup ? "-single-group" : "");
  }
}
