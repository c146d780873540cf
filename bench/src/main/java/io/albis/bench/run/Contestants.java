// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static io.albis.bench.run.Contestant.Kind.CACHED;
import static io.albis.bench.run.Contestant.Kind.FILTERED;
import static io.albis.bench.run.Contestant.Kind.MAPPED;
import static io.albis.bench.run.Contestant.Kind.RAW;
import static io.albis.bench.run.DataSetFormat.ALBIS;
import static io.albis.bench.run.DataSetFormat.ALBIS_ROWS;
import static io.albis.bench.run.DataSetFormat.ARROW;
import static io.albis.bench.run.DataSetFormat.AVRO;
import static io.albis.bench.run.DataSetFormat.AVRO_SNAPPY;
import static io.albis.bench.run.DataSetFormat.ORC;
import static io.albis.bench.run.DataSetFormat.ORC_ZSTD;
import static io.albis.bench.run.DataSetFormat.PARQUET;
import static io.albis.bench.run.DataSetFormat.PARQUET_SNAPPY;
import static io.albis.bench.run.DataSetFormat.PARQUET_ZSTD;

import io.albis.bench.formats.AlbisReader;
import io.albis.bench.formats.ArrowReader;
import io.albis.bench.formats.ArrowReader.Access;
import io.albis.bench.formats.AvroReader;
import io.albis.bench.formats.DuckDbReader;
import io.albis.bench.formats.OrcReader;
import io.albis.bench.formats.ParquetColumnReader;
import io.albis.bench.formats.ParquetRecordReader;
import io.albis.bench.formats.RawReader;
import io.albis.bench.formats.SparkParquetReader;
import io.albis.bench.scan.FormatReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All readers. */
public final class Contestants {

  private static final String HARDWOOD = "io.albis.bench.formats.HardwoodReader";
  private static final List<Contestant> ALL = list();

  private Contestants() {}

  private static List<Contestant> list() {
    List<Contestant> all = new ArrayList<>();
    all.add(new Contestant("albis-batches", ALBIS, FILTERED, AlbisReader.batches()));
    all.add(new Contestant("albis-rows", ALBIS_ROWS, FILTERED, AlbisReader.rows()));
    all.add(new Contestant("albis-cached-batches", ALBIS, CACHED, AlbisReader.cachedBatches()));
    all.add(new Contestant("albis-cached-rows", ALBIS_ROWS, CACHED, AlbisReader.cachedRows()));
    FormatReader columns = new ParquetColumnReader();
    all.add(new Contestant("parquet-columns", PARQUET, FILTERED, columns));
    all.add(new Contestant("parquet-columns-snappy", PARQUET_SNAPPY, FILTERED, columns));
    all.add(new Contestant("parquet-records", PARQUET, FILTERED, new ParquetRecordReader()));
    FormatReader spark = new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP);
    FormatReader offHeap = new SparkParquetReader(SparkParquetReader.Memory.OFF_HEAP);
    all.add(new Contestant("parquet-spark", PARQUET, FILTERED, spark));
    all.add(new Contestant("parquet-spark-off-heap", PARQUET, FILTERED, offHeap));
    all.add(new Contestant("parquet-spark-snappy", PARQUET_SNAPPY, FILTERED, spark));
    all.add(new Contestant("parquet-spark-zstd", PARQUET_ZSTD, FILTERED, spark));
    FormatReader duckDb = new DuckDbReader();
    all.add(new Contestant("parquet-duckdb", PARQUET, FILTERED, duckDb));
    all.add(new Contestant("parquet-duckdb-snappy", PARQUET_SNAPPY, FILTERED, duckDb));
    hardwood()
        .ifPresent(
            hardwood -> {
              all.add(new Contestant("parquet-hardwood", PARQUET, MAPPED, hardwood));
              all.add(new Contestant("parquet-hardwood-snappy", PARQUET_SNAPPY, MAPPED, hardwood));
            });
    all.add(new Contestant("orc", ORC, FILTERED, new OrcReader()));
    all.add(new Contestant("orc-zstd", ORC_ZSTD, FILTERED, new OrcReader()));
    all.add(new Contestant("arrow-mapped", ARROW, MAPPED, new ArrowReader(Access.MAPPED)));
    all.add(new Contestant("arrow-channel", ARROW, FILTERED, new ArrowReader(Access.CHANNEL)));
    all.add(new Contestant("avro", AVRO, FILTERED, new AvroReader()));
    all.add(new Contestant("avro-snappy", AVRO_SNAPPY, FILTERED, new AvroReader()));
    all.add(new Contestant("raw", ALBIS, RAW, new RawReader()));
    all.add(new Contestant("raw-rows", ALBIS_ROWS, RAW, new RawReader()));
    return List.copyOf(all);
  }

  /** The reader of hardwood, which is only built with Java 21 and later. */
  private static Optional<FormatReader> hardwood() {
    try {
      return Optional.of(
          Class.forName(HARDWOOD).asSubclass(FormatReader.class).getConstructor().newInstance());
    } catch (ClassNotFoundException | UnsupportedClassVersionError e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot create the reader of hardwood", e);
    }
  }

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
