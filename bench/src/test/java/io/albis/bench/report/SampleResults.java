// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.SummedColumn;
import io.albis.bench.result.WriteResult;
import io.albis.tools.result.QueryResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Invented results with the structure of a real run. */
final class SampleResults {

  /**
   * A reader: the kind of its files, their size relative to Albis, and its speed in bytes per ns.
   */
  record Reader(String name, String files, double size, double speed) {}

  static final List<Reader> READERS =
      List.of(
          new Reader("albis batches", "albis", 1.00, 9.0),
          new Reader("albis row views", "albis", 1.00, 5.1),
          new Reader("albis binary rows", "albis", 1.00, 6.2),
          new Reader("parquet-java records", "parquet", 0.71, 0.11),
          new Reader("parquet-java columns", "parquet", 0.71, 0.74),
          new Reader("parquet-java columns", "parquet snappy", 0.55, 0.63),
          new Reader("parquet-java columns", "parquet zstd", 0.44, 0.52),
          new Reader("spark vectorized", "parquet", 0.71, 1.3),
          new Reader("spark vectorized", "parquet snappy", 0.55, 1.1),
          new Reader("hardwood", "parquet snappy", 0.55, 1.0),
          new Reader("duckdb jdbc", "parquet snappy", 0.55, 0.9),
          new Reader("orc vectorized", "orc", 0.62, 1.5),
          new Reader("orc vectorized", "orc zstd", 0.41, 0.95),
          new Reader("arrow mapped", "arrow", 1.06, 2.8),
          new Reader("arrow channel", "arrow", 1.06, 2.2),
          new Reader("avro", "avro", 0.93, 0.09));

  private static final long ROWS = 2_880_404;
  private static final double BYTES_PER_ROW = 140;
  private static final double DENSITY = 0.939;

  private SampleResults() {}

  static BenchResults all() {
    List<ScanResult> scans = new ArrayList<>();
    for (String storage : List.of("direct", "cold", "warm")) {
      for (int threads : new int[] {1, 2, 4}) {
        scans.addAll(scans(of("store_sales", storage, threads, 23, 23, 100)));
      }
      for (int columns : new int[] {1, 10, 25, 50, 100}) {
        scans.addAll(scans(of("ints", storage, 1, columns, 100, 100)));
      }
      for (double percent : new double[] {1, 10, 50}) {
        scans.addAll(scans(of("ints", storage, 1, 100, 100, percent)));
      }
    }
    scans.addAll(scans(of("wide", "warm", 1, 10, 1187, 100)));
    return new BenchResults(
        "albis bench scan --data store_sales,ints,wide --threads 1,2,4",
        environment(),
        scans,
        writes(),
        queries(),
        sums(scans));
  }

  /** A measurement without the values that are unavailable on some machines. */
  static BenchResults least(String dataSet, String reader) {
    ScanCase of = of(dataSet, "warm", 1, 23, 23, 100);
    return new BenchResults(
        null,
        null,
        List.of(
            new ScanResult(
                of,
                reader,
                "albis",
                false,
                1000,
                900,
                List.of(0.001),
                List.of(0.5),
                0.5,
                0,
                0,
                null,
                null,
                null,
                null)),
        null,
        null,
        null);
  }

  /** Two workloads: one of many queries, and one of a single query whose results differ. */
  static List<QueryResult> queries() {
    List<QueryResult> queries = new ArrayList<>();
    for (String format : List.of("albis", "parquet snappy", "orc")) {
      double factor = format.equals("albis") ? 1 : format.equals("orc") ? 1.5 : 2.5;
      for (int i = 1; i <= 99; i++) {
        double seconds = 0.1 * i * (i % 10 == 0 ? 1 : factor);
        queries.add(
            new QueryResult(
                "TPC-DS",
                "q" + i,
                format,
                List.of(seconds, 0.9 * seconds, 1.2 * seconds),
                List.of(seconds, seconds, seconds),
                null,
                true));
      }
      queries.add(
          new QueryResult(
              "store_sales",
              "sum of all columns",
              format,
              List.of(0.5 * factor),
              List.of(),
              factor - 1,
              !format.equals("orc")));
    }
    return queries;
  }

  private static ScanCase of(
      String dataSet, String storage, int threads, int columns, int total, double selectivity) {
    return new ScanCase(
        dataSet, storage, threads, ROWS, columns, total, 100.0 * columns / total, selectivity);
  }

  private static List<ScanResult> scans(ScanCase of) {
    List<ScanResult> scans = new ArrayList<>();
    double device =
        switch (of.storage()) {
          case "warm" -> 11;
          case "cold" -> 1.6;
          default -> 2.9;
        };
    scans.add(scan(of, new Reader("raw read", "albis", 1, device), device, true));
    for (Reader reader : READERS) {
      scans.add(scan(of, reader, device, false));
    }
    return scans;
  }

  private static ScanResult scan(ScanCase of, Reader reader, double device, boolean ceiling) {
    double fileBytes = BYTES_PER_ROW * of.rows() * reader.size();
    double share = of.projectivity() / 100 * of.selectivity() / 100;
    boolean skips = !reader.files().equals("avro");
    double read = skips ? fileBytes * share : fileBytes;
    double goodput = BYTES_PER_ROW * of.rows() * share * DENSITY;
    double threads = 1 + (of.threads() - 1) * 0.9;
    double processor = (skips ? goodput : goodput / share) / reader.speed() / 1e9;
    double seconds = Math.max(read / device / 1e9, processor / threads) + 0.0004;
    return new ScanResult(
        of,
        reader.name(),
        reader.files(),
        ceiling,
        (long) fileBytes,
        ceiling ? read : goodput,
        List.of(0.0011, 0.0009, 0.0010),
        List.of(seconds * 1.07, seconds, seconds * 0.98, seconds * 1.01, seconds * 0.95),
        processor,
        reader.speed() < 0.2 ? 0.21 : 0,
        reader.name().startsWith("albis") ? 0 : 3 / reader.speed(),
        of.storage().equals("warm") ? Double.valueOf(0) : Double.valueOf(read * 1.02),
        of.storage().equals("cold") ? Double.valueOf(read) : Double.valueOf(0),
        ceiling ? null : Double.valueOf(420 / reader.speed()),
        ceiling ? null : Double.valueOf(1.1 / reader.speed()));
  }

  private static List<WriteResult> writes() {
    List<WriteResult> writes = new ArrayList<>();
    for (String task : List.of("write", "convert")) {
      double slower = task.equals("write") ? 1 : 1.6;
      writes.add(write("raw write", task, 1, 0.22 * slower, true));
      writes.add(write("albis", task, 1, 0.31 * slower, false));
      writes.add(write("parquet", task, 0.71, 1.4 * slower, false));
      writes.add(write("parquet snappy", task, 0.55, 1.7 * slower, false));
      writes.add(write("orc", task, 0.62, 1.9 * slower, false));
      writes.add(write("arrow", task, 1.06, 0.6 * slower, false));
    }
    return writes;
  }

  private static WriteResult write(
      String writer, String task, double size, double seconds, boolean ceiling) {
    return new WriteResult(
        "store_sales",
        writer,
        task,
        1,
        ROWS,
        (long) (ROWS * BYTES_PER_ROW * size),
        List.of(seconds, seconds * 1.1, seconds * 0.97),
        seconds * 0.9,
        ceiling);
  }

  private static List<SummedColumn> sums(List<ScanResult> scans) {
    List<SummedColumn> sums = new ArrayList<>();
    for (ScanCase of : scans.stream().map(ScanResult::of).distinct().toList()) {
      for (int i = 0; i < of.columns(); i++) {
        sums.add(
            new SummedColumn(
                of, "column_" + i, "INT32", of.rows() - i, Long.toString(i * 17L), READERS.size()));
      }
    }
    return sums;
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("processor", "a sample");
    environment.put("java", "17.0.1");
    environment.put("parquet-java", "1.17.0");
    return environment;
  }
}
