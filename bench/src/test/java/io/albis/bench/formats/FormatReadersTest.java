// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.bench.run.Contestants;
import io.albis.bench.run.InProcessAlbis;
import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Schema;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.Table;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.Writer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all readers compute the totals of the rows that were written. */
class FormatReadersTest {

  @TempDir private static Path directory;

  private static SampleRows sample;

  /** A reader and the file that it reads. */
  record Contestant(String name, String file, FormatReader reader) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Contestant> contestants() {
    FormatReader spark = new SparkParquetReader(SparkParquetReader.Memory.ON_HEAP);
    FormatReader sparkOffHeap = new SparkParquetReader(SparkParquetReader.Memory.OFF_HEAP);
    Stream<Contestant> all =
        Stream.of(
            new Contestant("albis, batches", "sample", AlbisReader.batches()),
            new Contestant("orc", "sample.orc", new OrcReader()),
            new Contestant("arrow", "sample.arrow", new ArrowReader(ArrowReader.Access.CHANNEL)),
            new Contestant(
                "arrow, mapped", "sample.arrow", new ArrowReader(ArrowReader.Access.MAPPED)),
            new Contestant(
                "arrow, shared", "shared.arrow", new ArrowReader(ArrowReader.Access.CHANNEL)),
            new Contestant("avro", "sample.avro", new AvroReader()),
            new Contestant("avro, deflate", "deflate.avro", new AvroReader()),
            new Contestant("spark", "one-group.parquet", spark),
            new Contestant("spark, row groups", "sample.parquet", spark),
            new Contestant("spark, off heap", "sample.parquet", sparkOffHeap),
            new Contestant("duckdb", "one-group.parquet", new DuckDbReader()),
            new Contestant("duckdb, row groups", "sample.parquet", new DuckDbReader()));
    return Stream.concat(all, hardwood());
  }

  /** Built with Java 21 and later only. */
  private static Stream<Contestant> hardwood() {
    return Contestants.all().stream()
        .filter(contestant -> contestant.name().equals("parquet-hardwood"))
        .flatMap(
            found ->
                Stream.of("one-group.parquet", "sample.parquet")
                    .map(file -> new Contestant(found.name(), file, found.reader())));
  }

  @BeforeAll
  static void writeFiles() throws Exception {
    sample = new SampleRows();
    String table = directory.resolve("sample").toString();
    sample.write(table);
    export(table, "one-stripe.orc");
    export(table, "sample.arrow");
    writeShared(table, directory.resolve("shared.arrow"));
    assertThat(AvroWriter.write(table, directory.resolve("sample.avro"), "null"))
        .isEqualTo(SampleRows.ROWS);
    AvroWriter.write(table, directory.resolve("deflate.avro"), "deflate");
    export(table, "one-group.parquet");
    writeRowGroups(directory.resolve("one-group.parquet"), directory.resolve("sample.parquet"));
    writeStripes(directory.resolve("one-stripe.orc"), directory.resolve("sample.orc"));
  }

  private static void export(String table, String file) {
    InProcessAlbis.run(List.of("export", table, directory.resolve(file).toString()));
  }

  /** Writes batches whose lists and strings do not start at the first element or byte. */
  private static void writeShared(String uri, Path to) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches();
        ArrowExport export = new ArrowExport(table.schema(), allocator);
        FileOutputStream out = new FileOutputStream(to.toFile());
        ArrowFileWriter writer = new ArrowFileWriter(export.root(), null, out.getChannel())) {
      writer.start();
      while (cursor.next()) {
        export.load(cursor.batch());
        writer.writeBatch();
      }
      writer.end();
    }
  }

  private static void writeStripes(Path from, Path to) throws IOException {
    try (Reader reader =
            OrcFile.createReader(
                new org.apache.hadoop.fs.Path(from.toUri()),
                OrcFile.readerOptions(Hadoop.configuration())
                    .useUTCTimestamp(true)
                    .convertToProlepticGregorian(true));
        RecordReader records = reader.rows();
        Writer writer =
            OrcFile.createWriter(
                new org.apache.hadoop.fs.Path(to.toUri()),
                OrcFile.writerOptions(Hadoop.configuration())
                    .setSchema(reader.getSchema())
                    .useUTCTimestamp(true)
                    .setProlepticGregorian(true)
                    .rowIndexStride(1000)
                    .stripeSize(1))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (records.nextBatch(batch)) {
        writer.addRowBatch(batch);
      }
    }
    try (Reader reader =
        OrcFile.createReader(
            new org.apache.hadoop.fs.Path(to.toUri()),
            OrcFile.readerOptions(Hadoop.configuration()))) {
      assertThat(reader.getStripes()).hasSizeGreaterThan(3);
    }
  }

  private static void writeRowGroups(Path from, Path to) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
      statement.execute("SET preserve_insertion_order = true");
      statement.execute(
          "COPY (FROM read_parquet('"
              + from
              + "')) TO '"
              + to
              + "' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)");
    }
  }

  @ParameterizedTest
  @MethodSource("contestants")
  void sumsAllColumns(Contestant contestant) throws Exception {
    assertSums(contestant, SampleRows.SCHEMA, OptionalLong.empty());
  }

  @ParameterizedTest
  @MethodSource("contestants")
  void sumsSomeColumns(Contestant contestant) throws Exception {
    assertSums(contestant, SampleRows.select("number"), OptionalLong.empty());
    assertSums(
        contestant,
        SampleRows.select("words", "real", "nothing", "pair", "key", "d38"),
        OptionalLong.empty());
  }

  @ParameterizedTest
  @MethodSource("contestants")
  void sumsSelectedRows(Contestant contestant) throws Exception {
    Schema schema =
        SampleRows.select("key", "text", "flag", "same", "sameText", "numbers", "pair", "real");
    assertSums(contestant, schema, OptionalLong.of(0));
    assertSums(contestant, schema, OptionalLong.of(77));
    assertSums(contestant, schema, OptionalLong.of(SampleRows.ROWS / 4));
    assertSums(contestant, schema, OptionalLong.of(SampleRows.ROWS));
  }

  private static void assertSums(Contestant contestant, Schema schema, OptionalLong below)
      throws Exception {
    Totals expected = SampleTotals.of(sample, schema, below);
    for (int threads : new int[] {1, 3}) {
      ScanRequest request =
          new ScanRequest(
              directory.resolve(contestant.file).toString(), schema, threads, below, "never");
      assertThat(scan(contestant.reader, request).difference(expected))
          .as("%s of %s with %d threads", contestant, schema.paths(), threads)
          .isEmpty();
    }
  }

  private static Totals scan(FormatReader reader, ScanRequest request) throws Exception {
    int parts = request.threads();
    ExecutorService executor = Executors.newFixedThreadPool(parts);
    Totals totals = new Totals(request.leaves().size());
    try (OpenFormat open = reader.open(request)) {
      List<Future<Totals>> scans = new ArrayList<>();
      for (int i = 0; i < parts; i++) {
        int part = i;
        scans.add(
            executor.submit(
                () -> {
                  Totals sums = new Totals(request.leaves().size());
                  open.scan(part, parts, sums);
                  return sums;
                }));
      }
      for (Future<Totals> scan : scans) {
        totals.add(scan.get());
      }
    } finally {
      executor.shutdown();
    }
    return totals;
  }
}
