// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

/** The files of one data set, by format and compression. */
public enum DataSetFormat {
  /** An Albis table with default column groups: one per column, unless there are many columns. */
  ALBIS("albis-columns", "Albis, columns"),
  /** An Albis table with one column group: rows. */
  ALBIS_ROWS("albis-rows", "Albis, rows"),
  /** Parquet without compression. */
  PARQUET("none.parquet", "Parquet"),
  /** Parquet with Snappy. */
  PARQUET_SNAPPY("snappy.parquet", "Parquet, snappy"),
  /** Parquet with Zstandard. */
  PARQUET_ZSTD("zstd.parquet", "Parquet, zstd"),
  /** ORC without compression. */
  ORC("none.orc", "ORC"),
  /** ORC with Zstandard. */
  ORC_ZSTD("zstd.orc", "ORC, zstd"),
  /** An Arrow IPC file. */
  ARROW("file.arrow", "Arrow IPC"),
  /** Avro without compression. */
  AVRO("none.avro", "Avro"),
  /** Avro with Snappy. */
  AVRO_SNAPPY("snappy.avro", "Avro, snappy");

  private final String fileName;
  private final String title;

  DataSetFormat(String fileName, String title) {
    this.fileName = fileName;
    this.title = title;
  }

  /** Returns the name in the directory of the data set. */
  public String fileName() {
    return fileName;
  }

  /** Returns the title. */
  public String title() {
    return title;
  }
}
