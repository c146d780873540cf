// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.formats.AlbisReader;
import io.albis.bench.formats.ArrowReader;
import io.albis.bench.formats.AvroReader;
import io.albis.bench.formats.DuckDbReader;
import io.albis.bench.formats.OrcReader;
import io.albis.bench.formats.ParquetColumnReader;
import io.albis.bench.formats.ParquetRecordReader;
import io.albis.bench.formats.RawReader;
import io.albis.bench.formats.SparkParquetReader;
import io.albis.bench.run.Contestant.Kind;
import java.util.List;

/** All readers. */
public final class Contestants {

  private static final List<Contestant> ALL =
      List.of(
          new Contestant(
              "albis-batches",
              "Albis, column batches",
              FileKind.ALBIS,
              Kind.FILTERED,
              AlbisReader.batches()),
          new Contestant(
              "albis-rows",
              "Albis, row views",
              FileKind.ALBIS_ROWS,
              Kind.FILTERED,
              AlbisReader.rows()),
          new Contestant(
              "albis-cached-batches",
              "Albis, column batches out of a cache",
              FileKind.ALBIS,
              Kind.CACHED,
              AlbisReader.cachedBatches()),
          new Contestant(
              "albis-cached-rows",
              "Albis, row views out of a cache",
              FileKind.ALBIS_ROWS,
              Kind.CACHED,
              AlbisReader.cachedRows()),
          new Contestant(
              "albis-raw-rows",
              "Albis, rows by address",
              FileKind.ALBIS_ROWS,
              Kind.FLAT,
              AlbisReader.rawRows()),
          new Contestant(
              "parquet-columns",
              "parquet-java, column readers",
              FileKind.PARQUET,
              Kind.FILTERED,
              new ParquetColumnReader()),
          new Contestant(
              "parquet-columns-snappy",
              "parquet-java, column readers",
              FileKind.PARQUET_SNAPPY,
              Kind.FILTERED,
              new ParquetColumnReader()),
          new Contestant(
              "parquet-records",
              "parquet-java, records",
              FileKind.PARQUET,
              Kind.FILTERED,
              new ParquetRecordReader()),
          new Contestant(
              "parquet-spark",
              "Spark's vectorized Parquet reader",
              FileKind.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-off-heap",
              "Spark's vectorized Parquet reader, off heap",
              FileKind.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.OFF_HEAP)),
          new Contestant(
              "parquet-spark-snappy",
              "Spark's vectorized Parquet reader",
              FileKind.PARQUET_SNAPPY,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-zstd",
              "Spark's vectorized Parquet reader",
              FileKind.PARQUET_ZSTD,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-duckdb",
              "DuckDB on Parquet",
              FileKind.PARQUET,
              Kind.FILTERED,
              new DuckDbReader()),
          new Contestant(
              "parquet-duckdb-snappy",
              "DuckDB on Parquet",
              FileKind.PARQUET_SNAPPY,
              Kind.FILTERED,
              new DuckDbReader()),
          new Contestant("orc", "ORC, vectorized", FileKind.ORC, Kind.FILTERED, new OrcReader()),
          new Contestant(
              "orc-zstd", "ORC, vectorized", FileKind.ORC_ZSTD, Kind.FILTERED, new OrcReader()),
          new Contestant(
              "arrow-mapped",
              "Arrow IPC, mapped",
              FileKind.ARROW,
              Kind.MAPPED,
              new ArrowReader(ArrowReader.Access.MAPPED)),
          new Contestant(
              "arrow-channel",
              "Arrow IPC, ArrowFileReader",
              FileKind.ARROW,
              Kind.FILTERED,
              new ArrowReader(ArrowReader.Access.CHANNEL)),
          new Contestant(
              "avro", "Avro, generic records", FileKind.AVRO, Kind.FILTERED, new AvroReader()),
          new Contestant(
              "avro-snappy",
              "Avro, generic records",
              FileKind.AVRO_SNAPPY,
              Kind.FILTERED,
              new AvroReader()),
          new Contestant(
              "raw", "bytes of the Albis table", FileKind.ALBIS, Kind.RAW, new RawReader()),
          new Contestant(
              "raw-rows",
              "bytes of the Albis table",
              FileKind.ALBIS_ROWS,
              Kind.RAW,
              new RawReader()));

  private Contestants() {}

  /** Returns all readers, those of Albis first. */
  public static List<Contestant> all() {
    return ALL;
  }

  /**
   * Finds a reader by name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static Contestant named(String name) {
    return ALL.stream()
        .filter(contestant -> contestant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid reader: "
                        + name
                        + " (expected one of "
                        + ALL.stream().map(Contestant::name).toList()
                        + ")"));
  }
}
