// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.convert.Conversion;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how rows are partitioned and sorted. */
final class OrderOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--partition-by",
      paramLabel = "COLUMN[:TRANSFORM],...",
      description =
          "Partition a new table or file by columns, or by transforms of them: identity (default),"
              + " bucket(N), truncate(N), year, month, day, hour. Such as: region,ts:day.")
  private String partitionBy;

  @Option(
      names = "--sort-by",
      paramLabel = "COLUMN [asc|desc] [nulls first|last],...",
      description =
          "Sort the rows, within partitions. Nulls come first, or last with desc, unless stated."
              + " Equal rows keep their order.")
  private String sortBy;

  @Option(
      names = "--temp-dir",
      paramLabel = "DIRECTORY",
      description =
          "Directory of the temporary files of --sort-by (default: that of a local target,"
              + " otherwise the one of the system).")
  private Path temporary;

  private <T> T parse(String option, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (InvalidArgumentException e) {
      throw usageError("Invalid " + option + ": " + e.getMessage());
    }
  }

  /** Whether rows are sorted. */
  boolean isSorted() {
    return sortBy != null;
  }

  /**
   * Applies the options.
   *
   * @param append whether rows are appended to a table, which keeps its partitions
   * @throws ParameterException if an option is invalid
   */
  void apply(Conversion conversion, String target, boolean append) {
    if (sortBy != null) {
      List<SortColumn> columns = parse("--sort-by", () -> ColumnLists.sortColumns(sortBy));
      conversion.sortBy(columns.toArray(SortColumn[]::new));
    }
    if (partitionBy != null) {
      List<Partitioning> fields =
          parse("--partition-by", () -> ColumnLists.partitioning(partitionBy));
      conversion.partitionBy(fields.toArray(Partitioning[]::new));
    }
    if (append && partitionBy != null) {
      throw usageError(
          "Invalid --partition-by: " + target + " keeps its partitions when rows are appended");
    }
    if (temporary != null) {
      if (sortBy == null) {
        throw usageError("Invalid --temp-dir: only --sort-by uses it");
      }
      conversion.temporaryDirectory(temporary);
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
