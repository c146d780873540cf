// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.ThreadCount;
import io.albis.convert.Conversion;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.tools.command.MemoryConverter;
import io.albis.tools.command.SizeConverter;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how rows are laid out, and with how much memory and how many threads. */
final class LayoutOptions {

  private static final int MIN_ROW_GROUP_KIB = 64;
  private static final int MIN_FILE_KIB = 128;
  private static final int MIN_MEMORY_KIB = 256;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--column-groups",
      paramLabel = "GROUPS",
      description =
          "all, single, auto (default), or explicit groups: a,b;c,d. Each other column gets a"
              + " group of its own.")
  private String columnGroups = "auto";

  @Option(
      names = "--row-group-size",
      paramLabel = "SIZE",
      description = "Size of a row group (default: ${DEFAULT-VALUE}).",
      defaultValue = "64MiB",
      converter = SizeConverter.class)
  private long rowGroupSize;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      description =
          "Length of the data files of a table, which hold whole row groups (default: what suits"
              + " the storage, such as the block size of HDFS, otherwise 128MiB).",
      converter = SizeConverter.class)
  private Long fileSize;

  @Option(
      names = "--packing",
      paramLabel = "PACKING",
      description =
          "Which column groups of a table share a data file: all-groups (default), or single-group"
              + " if columns are often added or rewritten one by one.",
      converter = PackingConverter.class)
  private PackingConverter.Packing packing;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Off-heap memory of all threads together (default: 128MiB per thread, at least 256MiB)."
              + " With less, fewer threads write, or smaller row groups.",
      converter = MemoryConverter.class)
  private Long memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads (default: one per processor, at most 8). The order of rows and the"
              + " layout of the table do not depend on it.")
  private Integer threads;

  /** Returns the name of an option that was given, but that only tables have. */
  Optional<String> tableOption() {
    if (fileSize != null) {
      return Optional.of("--file-size");
    }
    if (packing != null) {
      return Optional.of("--packing");
    }
    return threads == null ? Optional.empty() : Optional.of("--threads");
  }

  /**
   * Applies the options.
   *
   * @param isSorted whether rows are sorted, which needs memory of its own
   * @throws ParameterException if an option is invalid
   */
  void apply(Conversion conversion, boolean isSorted) {
    requireSize("--row-group-size", rowGroupSize, MIN_ROW_GROUP_KIB);
    conversion
        .threads(ThreadCount.of(threads, spec))
        .columnGroups(columnGroups())
        .rowGroupSize(rowGroupSize);
    if (fileSize != null) {
      requireSize("--file-size", fileSize, MIN_FILE_KIB);
      conversion.fileSize(fileSize);
    }
    if (packing == PackingConverter.Packing.SINGLE_GROUP) {
      conversion.separateColumnGroups();
    }
    if (memory != null) {
      requireSize("--memory", memory, isSorted ? 2 * MIN_MEMORY_KIB : MIN_MEMORY_KIB);
      conversion.memoryLimit(memory);
    }
  }

  private ColumnGroupSpec columnGroups() {
    try {
      return ColumnGroupSpec.parse(columnGroups);
    } catch (IllegalArgumentException e) {
      throw usageError(e.getMessage());
    }
  }

  private void requireSize(String option, long bytes, int minKib) {
    if (bytes < minKib * 1024L) {
      throw usageError(
          "Invalid " + option + ": " + bytes + " (expected at least " + minKib + " KiB)");
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
