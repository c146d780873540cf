// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.write.AlbisWriter;
import io.albis.bench.write.ArrowWriterOfSales;
import io.albis.bench.write.FormatWriter;
import io.albis.bench.write.OrcWriterOfSales;
import io.albis.bench.write.ParquetWriterOfSales;
import io.albis.bench.write.RawWriter;
import io.albis.format.schema.ColumnGroupSpec;
import java.util.List;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A named writer of the comparison.
 *
 * @param name the name in results, such as {@code albis-rows}
 * @param writer the writer of rows from memory; null for a command
 * @param input the input of a command; null for a writer
 * @param command the {@code albis} command: convert or export
 * @param output the name of the output of a command
 */
record WriteContestant(
    String name, FormatWriter writer, DataSetFormat input, String command, String output) {

  private static final List<WriteContestant> ALL =
      List.of(
          writer("raw", new RawWriter()),
          writer("albis-batches", AlbisWriter.batches(ColumnGroupSpec.single())),
          writer("albis-rows", AlbisWriter.rows(ColumnGroupSpec.single())),
          writer("albis-batches-all", AlbisWriter.batches(ColumnGroupSpec.all())),
          writer("albis-rows-all", AlbisWriter.rows(ColumnGroupSpec.all())),
          writer("parquet", new ParquetWriterOfSales(CompressionCodecName.UNCOMPRESSED)),
          writer("parquet-snappy", new ParquetWriterOfSales(CompressionCodecName.SNAPPY)),
          writer("orc", new OrcWriterOfSales(CompressionKind.NONE)),
          writer("orc-zstd", new OrcWriterOfSales(CompressionKind.ZSTD)),
          writer("arrow", new ArrowWriterOfSales()),
          command("parquet-to-albis", DataSetFormat.PARQUET, "convert", "table"),
          command("parquet-snappy-to-albis", DataSetFormat.PARQUET_SNAPPY, "convert", "table"),
          command("orc-to-albis", DataSetFormat.ORC, "convert", "table"),
          command("albis-to-parquet", DataSetFormat.ALBIS, "export", "file.parquet"),
          command("albis-to-orc", DataSetFormat.ALBIS, "export", "file.orc"),
          command("albis-to-arrow", DataSetFormat.ALBIS, "export", "file.arrow"));

  private static WriteContestant writer(String name, FormatWriter writer) {
    return new WriteContestant(name, writer, null, null, null);
  }

  private static WriteContestant command(
      String name, DataSetFormat input, String command, String output) {
    return new WriteContestant(name, null, input, command, output);
  }

  static List<WriteContestant> all() {
    return ALL;
  }

  static WriteContestant named(String name) {
    return ALL.stream().filter(one -> one.name.equals(name)).findFirst().orElseThrow();
  }

  boolean isCommand() {
    return writer == null;
  }

  boolean isCeiling() {
    return writer instanceof RawWriter;
  }

  /** Returns the name of the task in results. */
  String task() {
    return isCommand() ? "convert" : "write";
  }
}
