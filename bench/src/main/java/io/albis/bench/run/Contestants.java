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
          new Contestant("albis-batches", FileKind.ALBIS, Kind.FILTERED, AlbisReader.batches()),
          new Contestant("albis-rows", FileKind.ALBIS_ROWS, Kind.FILTERED, AlbisReader.rows()),
          new Contestant(
              "albis-cached-batches", FileKind.ALBIS, Kind.CACHED, AlbisReader.cachedBatches()),
          new Contestant(
              "albis-cached-rows", FileKind.ALBIS_ROWS, Kind.CACHED, AlbisReader.cachedRows()),
          new Contestant("albis-raw-rows", FileKind.ALBIS_ROWS, Kind.FLAT, AlbisReader.rawRows()),
          new Contestant(
              "parquet-columns", FileKind.PARQUET, Kind.FILTERED, new ParquetColumnReader()),
          new Contestant(
              "parquet-columns-snappy",
              FileKind.PARQUET_SNAPPY,
              Kind.FILTERED,
              new ParquetColumnReader()),
          new Contestant(
              "parquet-records", FileKind.PARQUET, Kind.FILTERED, new ParquetRecordReader()),
          new Contestant(
              "parquet-spark",
              FileKind.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-off-heap",
              FileKind.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.OFF_HEAP)),
          new Contestant(
              "parquet-spark-snappy",
              FileKind.PARQUET_SNAPPY,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-zstd",
              FileKind.PARQUET_ZSTD,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant("parquet-duckdb", FileKind.PARQUET, Kind.FILTERED, new DuckDbReader()),
          new Contestant(
              "parquet-duckdb-snappy", FileKind.PARQUET_SNAPPY, Kind.FILTERED, new DuckDbReader()),
          new Contestant("orc", FileKind.ORC, Kind.FILTERED, new OrcReader()),
          new Contestant("orc-zstd", FileKind.ORC_ZSTD, Kind.FILTERED, new OrcReader()),
          new Contestant(
              "arrow-mapped",
              FileKind.ARROW,
              Kind.MAPPED,
              new ArrowReader(ArrowReader.Access.MAPPED)),
          new Contestant(
              "arrow-channel",
              FileKind.ARROW,
              Kind.FILTERED,
              new ArrowReader(ArrowReader.Access.CHANNEL)),
          new Contestant("avro", FileKind.AVRO, Kind.FILTERED, new AvroReader()),
          new Contestant("avro-snappy", FileKind.AVRO_SNAPPY, Kind.FILTERED, new AvroReader()),
          new Contestant("raw", FileKind.ALBIS, Kind.RAW, new RawReader()),
          new Contestant("raw-rows", FileKind.ALBIS_ROWS, Kind.RAW, new RawReader()));

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
