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
              "albis-batches", DataSetFormat.ALBIS, Kind.FILTERED, AlbisReader.batches()),
          new Contestant("albis-rows", DataSetFormat.ALBIS_ROWS, Kind.FILTERED, AlbisReader.rows()),
          new Contestant(
              "albis-cached-batches",
              DataSetFormat.ALBIS,
              Kind.CACHED,
              AlbisReader.cachedBatches()),
          new Contestant(
              "albis-cached-rows", DataSetFormat.ALBIS_ROWS, Kind.CACHED, AlbisReader.cachedRows()),
          new Contestant(
              "albis-raw-rows", DataSetFormat.ALBIS_ROWS, Kind.FLAT, AlbisReader.rawRows()),
          new Contestant(
              "parquet-columns", DataSetFormat.PARQUET, Kind.FILTERED, new ParquetColumnReader()),
          new Contestant(
              "parquet-columns-snappy",
              DataSetFormat.PARQUET_SNAPPY,
              Kind.FILTERED,
              new ParquetColumnReader()),
          new Contestant(
              "parquet-records", DataSetFormat.PARQUET, Kind.FILTERED, new ParquetRecordReader()),
          new Contestant(
              "parquet-spark",
              DataSetFormat.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-off-heap",
              DataSetFormat.PARQUET,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.OFF_HEAP)),
          new Contestant(
              "parquet-spark-snappy",
              DataSetFormat.PARQUET_SNAPPY,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-spark-zstd",
              DataSetFormat.PARQUET_ZSTD,
              Kind.FILTERED,
              new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP)),
          new Contestant(
              "parquet-duckdb", DataSetFormat.PARQUET, Kind.FILTERED, new DuckDbReader()),
          new Contestant(
              "parquet-duckdb-snappy",
              DataSetFormat.PARQUET_SNAPPY,
              Kind.FILTERED,
              new DuckDbReader()),
          new Contestant("orc", DataSetFormat.ORC, Kind.FILTERED, new OrcReader()),
          new Contestant("orc-zstd", DataSetFormat.ORC_ZSTD, Kind.FILTERED, new OrcReader()),
          new Contestant(
              "arrow-mapped",
              DataSetFormat.ARROW,
              Kind.MAPPED,
              new ArrowReader(ArrowReader.Access.MAPPED)),
          new Contestant(
              "arrow-channel",
              DataSetFormat.ARROW,
              Kind.FILTERED,
              new ArrowReader(ArrowReader.Access.CHANNEL)),
          new Contestant("avro", DataSetFormat.AVRO, Kind.FILTERED, new AvroReader()),
          new Contestant("avro-snappy", DataSetFormat.AVRO_SNAPPY, Kind.FILTERED, new AvroReader()),
          new Contestant("raw", DataSetFormat.ALBIS, Kind.RAW, new RawReader()),
          new Contestant("raw-rows", DataSetFormat.ALBIS_ROWS, Kind.RAW, new RawReader()));

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
