// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import io.albis.cli.command.TerminalProgress;
import io.albis.convert.Conversion;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesGenerator;
import io.albis.writer.CommitResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis demo}: compares Albis with Parquet on generated data. */
@Command(
    name = "demo",
    description = {
      "Generates TPC-DS store_sales as Parquet, converts it to an Albis table, reads both,",
      "checks that all sums are equal, and prints sizes and read speed side by side."
    })
public final class DemoCommand extends AlbisCommand {

  private static final int ROUNDS = 3;

  /** The measurement of one reader. */
  private record Speed(String reader, long fileBytes, double seconds, double rowsPerSecond) {}

  /** The result, printed as JSON. */
  private record Result(
      long rows,
      boolean equalSums,
      List<ColumnSum> sums,
      List<Speed> readers,
      String parquet,
      String albis) {}

  /** Reads all columns once. */
  private interface Reader {
    double read() throws IOException;
  }

  private static final String PARQUET = "store_sales.parquet";
  private static final String ALBIS = "store_sales";

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor of TPC-DS (default: ${DEFAULT-VALUE}, which has 2,880,404 rows).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Maximum number of rows (default: all rows of the scale factor).")
  private long rowLimit = Long.MAX_VALUE;

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Keep the Parquet file and the table here (default: delete them).")
  private Path directory;

  @Option(
      names = "--column-groups",
      paramLabel = "GROUPS",
      description = "Column groups, as in albis convert (default: auto).")
  private String columnGroups = "auto";

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (!(scale > 0) || rowLimit < 1) {
      throw usageError("Invalid --scale or --rows: expected more than 0");
    }
    if (directory != null) {
      Files.createDirectories(directory);
      requireNew(directory.resolve(PARQUET));
      requireNew(directory.resolve(ALBIS));
      return run(directory);
    }
    Path temporary = Files.createTempDirectory("albis-demo");
    try {
      return run(temporary);
    } finally {
      delete(temporary);
    }
  }

  private static void requireNew(Path path) {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new CommandFailedException("Cannot create " + path + ": it exists");
    }
  }

  private int run(Path dir) throws Exception {
    Path parquet = dir.resolve(PARQUET);
    String albis = dir.resolve(ALBIS).toString();
    say("1. Generating TPC-DS store_sales as " + parquet);
    generate(parquet);
    say("2. Converting it to the Albis table " + albis);
    CommitResult commit = convert(parquet, albis);
    say("3. Computing exact sums of all 23 columns of both");
    List<ColumnSum> expected = new SalesParquetReader(parquet).exactSums();
    List<ColumnSum> found = new SalesAlbisReader(albis).exactSums();
    requireEqual(expected, found);
    say("4. Measuring reads of both, one thread, median of " + ROUNDS + " runs each");
    List<Speed> speeds = speeds(parquet, albis, commit);
    print(new Result(commit.rowCount(), true, found, speeds, parquet.toString(), albis));
    return ExitCodes.OK;
  }

  private void generate(Path parquet) throws Exception {
    int threads = Runtime.getRuntime().availableProcessors();
    SalesGenerator generator = new SalesGenerator(scale, threads);
    // A ticket has about twelve rows; the exact number is known only after generation.
    long rows = Math.min(rowLimit, generator.tickets() * 12);
    try (SalesParquetWriter writer = new SalesParquetWriter(parquet);
        Progress progress = Progress.start("Generating", rows, "rows")) {
      generator.generate(
          rowLimit,
          block -> {
            writer.write(block);
            progress.add(block.rowCount());
          });
    }
  }

  private CommitResult convert(Path parquet, String albis) throws IOException {
    return Conversion.of(parquet.toString())
        .withoutHiveColumns()
        .timestamps(TimeUnit.NANOS)
        .columnGroups(ColumnGroupSpec.parse(columnGroups))
        .rowGroupSize(128L << 20)
        .memoryLimit(512L << 20)
        .threads(1)
        .progress(new TerminalProgress())
        .createTable(albis)
        .written();
  }

  private static void requireEqual(List<ColumnSum> expected, List<ColumnSum> found) {
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).equals(found.get(i))) {
        throw new CommandFailedException(
            "The sums differ: Parquet gives " + expected.get(i) + ", Albis " + found.get(i));
      }
    }
  }

  private List<Speed> speeds(Path parquet, String albis, CommitResult commit) throws IOException {
    SalesParquetReader parquetReader = new SalesParquetReader(parquet);
    SalesAlbisReader albisReader = new SalesAlbisReader(albis);
    List<String> names =
        List.of("Parquet (snappy), columns", "Albis, row views", "Albis, column batches");
    List<Reader> readers =
        List.of(parquetReader::fastSum, albisReader::fastRowSum, albisReader::fastSum);
    List<List<Double>> seconds = new ArrayList<>();
    double[] sums = new double[readers.size()];
    try (Progress progress =
        Progress.start("Reading", (long) readers.size() * (ROUNDS + 1), "runs")) {
      readers.forEach(reader -> seconds.add(new ArrayList<>()));
      // The readers take turns, so that all see the same machine. The first round is a warm-up.
      for (int round = 0; round <= ROUNDS; round++) {
        for (int i = 0; i < readers.size(); i++) {
          long start = System.nanoTime();
          sums[i] = readers.get(i).read();
          double time = (System.nanoTime() - start) / 1e9;
          if (round > 0) {
            seconds.get(i).add(time);
          }
          progress.add(1);
        }
      }
    }
    List<Speed> speeds = new ArrayList<>();
    long parquetBytes = Files.size(parquet);
    for (int i = 0; i < readers.size(); i++) {
      if (Math.abs(sums[i] - sums[0]) > 1e-9 * Math.abs(sums[0])) {
        throw new CommandFailedException(
            "The sums differ: " + names.get(i) + " gives " + sums[i] + ", Parquet " + sums[0]);
      }
      double median = seconds.get(i).stream().sorted().toList().get(ROUNDS / 2);
      speeds.add(
          new Speed(
              names.get(i),
              i == 0 ? parquetBytes : commit.writtenBytes(),
              median,
              commit.rowCount() / median));
    }
    return speeds;
  }

  private void print(Result result) {
    PrintWriter out = out();
    if (json) {
      Json.printResult(out, result);
      return;
    }
    out.println();
    TextTable sums = new TextTable().text("column").number("values").number("sum, both");
    for (int c = 0; c < result.sums().size(); c++) {
      ColumnSum sum = result.sums().get(c);
      boolean money = SalesColumn.ALL.get(c).kind() == SalesColumn.Kind.DOUBLE;
      sums.row(
          sum.column(),
          Quantities.count(sum.values()),
          money ? java.math.BigDecimal.valueOf(sum.sum(), 2).toPlainString() : sum.sum());
    }
    sums.print(out);
    out.printf(
        "%nEqual sums: Parquet and Albis agree on %s rows of %d columns%n%n",
        Quantities.count(result.rows()), result.sums().size());
    TextTable speeds =
        new TextTable()
            .text("read by")
            .number("file size")
            .number("seconds")
            .number("M rows/s")
            .number("ns/row")
            .number("speed");
    double base = result.readers().get(0).rowsPerSecond();
    for (Speed speed : result.readers()) {
      speeds.row(
          speed.reader(),
          Quantities.bytes(speed.fileBytes()),
          Quantities.threeDigits(speed.seconds()),
          Quantities.threeDigits(speed.rowsPerSecond() / 1e6),
          Quantities.threeDigits(1e9 / speed.rowsPerSecond()),
          Quantities.threeDigits(speed.rowsPerSecond() / base) + " x");
    }
    speeds.print(out);
    out.println();
    line(
        "%s",
        directory == null
            ? "The files have been deleted; --dir keeps them."
            : "Next: albis meta " + result.albis());
    out.flush();
  }

  private void say(String line) {
    if (!json) {
      out().println(line);
      out().flush();
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
