/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a table past the page cache with one thread, and with {@code fio} the same files with the
 * same request size, by turns. Arguments: a directory on the device, and the size of the table in
 * MiB (2048 unless given). Exit code 1 if the scan is slower than nine tenths of {@code fio}, or
 * leaves more than a twentieth of what it read in the page cache.
 */
public final class ColdScan {

  private static final int REQUEST_SIZE = 4 << 20;
  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 5);
  private static final double MIN_RATIO = 0.9;
  private static final double MAX_CACHED = 0.05;
  private static final int ROW_BYTES = 8 * StoreSales.DOUBLES + 4 * StoreSales.INTS;
  private static final Pattern BANDWIDTH = Pattern.compile("\"bw_bytes\" : (\\d+)");

  private ColdScan() {}

  /** Runs; see the description of the class. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("usage: bench/run cold DIRECTORY [MEBIBYTES]");
      System.exit(2);
    }
    long mebibytes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 2048;
    Path directory = Files.createTempDirectory(Path.of(arguments[0]), "albis-cold");
    boolean holds;
    try {
      holds = run(directory, mebibytes << 20, System.out);
    } finally {
      TemporaryDirectory.delete(directory);
    }
    System.exit(holds ? 0 : 1);
  }

  private static boolean run(Path directory, long bytes, PrintStream out) throws Exception {
    List<String> layouts = List.of("all", "single");
    for (String groups : layouts) {
      String table = directory.resolve(groups).toString();
      write(table, ColumnGroupSpec.parse(groups), bytes / ROW_BYTES);
    }
    // The files of column groups of one column are too small for requests of this size.
    List<Path> files = files(directory.resolve("all"));
    double[] fio = new double[ROUNDS];
    double[] raw = new double[ROUNDS];
    double[][] albis = new double[layouts.size()][ROUNDS];
    double[][] cached = new double[layouts.size()][ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      int at = Math.max(0, round);
      fio[at] = fio(files);
      raw[at] = raw(directory.resolve("all"), files);
      for (int i = 0; i < layouts.size(); i++) {
        scan(directory.resolve(layouts.get(i)), at, albis[i], cached[i]);
      }
    }
    out.printf(
        "Cold scan of %,d MiB, 1 thread, requests of %d MiB, medians of %d rounds%n",
        bytes >> 20, REQUEST_SIZE >> 20, ROUNDS);
    out.printf("%-32s %6.2f GB/s%n", "fio, O_DIRECT", median(fio) / 1e9);
    out.printf("%-32s %6.2f GB/s%n", "the storage alone, huge pages", median(raw) / 1e9);
    boolean holds = true;
    for (int i = 0; i < layouts.size(); i++) {
      double ratio = median(albis[i]) / median(fio);
      boolean isMet = ratio >= MIN_RATIO && median(cached[i]) <= MAX_CACHED;
      holds &= isMet;
      out.printf(
          "%-32s %6.2f GB/s  %.2f of fio, %.2f of the storage; page cache grew by %.1f %% of what"
              + " was read  %s%n",
          "Albis, column groups: " + layouts.get(i),
          median(albis[i]) / 1e9,
          ratio,
          median(albis[i]) / median(raw),
          median(cached[i]) * 100,
          isMet ? "holds" : "MISSED");
    }
    return holds;
  }

  private static void scan(Path table, int round, double[] rates, double[] cached)
      throws IOException, InterruptedException {
    List<Path> files = files(table);
    long before = cachedBytes(files);
    long start = System.nanoTime();
    long read;
    ReadOptions options =
        ReadOptions.defaults().readSize(REQUEST_SIZE).option("io.direct", "always");
    try (Table opened = Table.open(table.toString(), options)) {
      if (sum(opened) == 0) {
        throw new IllegalStateException("The sum of " + table + " is 0");
      }
      read = opened.metrics().directBytesRead();
    }
    rates[round] = read / ((System.nanoTime() - start) / 1e9);
    cached[round] = Math.max(0, cachedBytes(files) - before) / (double) read;
  }

  /** Bytes per second of the storage: the same requests, nothing done with what is read. */
  private static double raw(Path table, List<Path> files) throws IOException {
    long start = System.nanoTime();
    long read = 0;
    try (Storage storage = Storages.open(table.toString(), Map.of("io.direct", "always"));
        BufferAllocator allocator = BufferAllocator.create("raw read", REQUEST_SIZE)) {
      OffHeapBuffer target = allocator.allocate(REQUEST_SIZE);
      for (Path path : files) {
        try (ReadableFile file = storage.openFile(table.relativize(path).toString())) {
          for (long at = 0; at < file.length(); at += REQUEST_SIZE) {
            long size = Math.min(REQUEST_SIZE, file.length() - at);
            file.read(at, target, 0, size);
            read += size;
          }
        }
      }
      target.release();
    }
    return read / ((System.nanoTime() - start) / 1e9);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void write(String uri, ColumnGroupSpec groups, long count) {
    SplittableRandom random = new SplittableRandom(1);
    try (TableWriter writer =
        TableWriter.create(uri, StoreSales.schema()).columnGroups(groups).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long row = 0; row < count; row++) {
          int value = random.nextInt(1_000_000);
          for (int i = 0; i < StoreSales.COLUMNS; i++) {
            if (i < StoreSales.INTS) {
              rows.setInt(i, value + i);
            } else {
              rows.setDouble(i, (value + i) / 100.0);
            }
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static List<Path> files(Path table) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      return files.filter(file -> file.toString().endsWith(".albis")).sorted().toList();
    }
  }

  /** Sums all columns, by rows where they are stored so. */
  private static double sum(Table table) {
    double total = 0;
    try (BatchCursor cursor = table.scan().batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        total += table.columnGroups().size() == 1 ? rows(batch) : columns(batch);
      }
    }
    return total;
  }

  private static double rows(ColumnBatch batch) {
    long keys = 0;
    double amounts = 0;
    try (RowCursor cursor = batch.rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        for (int i = 0; i < StoreSales.INTS; i++) {
          keys += row.getInt(i);
        }
        for (int i = StoreSales.INTS; i < StoreSales.COLUMNS; i++) {
          amounts += row.getDouble(i);
        }
      }
    }
    return keys + amounts;
  }

  private static double columns(ColumnBatch batch) {
    double total = 0;
    for (int c = 0; c < batch.columnCount(); c++) {
      ColumnVector column = batch.column(c);
      total += column.type().kind() == TypeKind.INT32 ? ints(column) : doubles(column);
    }
    return total;
  }

  private static long ints(ColumnVector column) {
    long sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      sum += column.getInt(row);
    }
    return sum;
  }

  private static double doubles(ColumnVector column) {
    double sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      sum += column.getDouble(row);
    }
    return sum;
  }

  /** Bytes per second of a sequential read of the files, one request at a time. */
  private static double fio(List<Path> files) throws IOException, InterruptedException {
    String names = files.stream().map(Path::toString).collect(Collectors.joining(":"));
    String json =
        output(
            List.of(
                "fio",
                "--name=cold",
                "--readonly",
                "--rw=read",
                "--direct=1",
                "--ioengine=psync",
                "--bs=" + REQUEST_SIZE,
                "--file_service_type=sequential",
                "--output-format=json",
                "--filename=" + names),
            "fio (install it, as by: apt-get install fio)");
    return number(BANDWIDTH, json);
  }

  /** Bytes of files that are in the page cache; other programs do not disturb this figure. */
  private static long cachedBytes(List<Path> files) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
    files.forEach(file -> command.add(file.toString()));
    String sizes = output(command, "fincore (install it, as by: apt-get install util-linux)");
    return sizes.lines().mapToLong(line -> Long.parseLong(line.strip())).sum();
  }

  private static String output(List<String> command, String name)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text;
    try (InputStream in = process.getInputStream()) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      throw new IOException("Failed to run " + name);
    }
    return text;
  }

  private static double number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("Cannot find " + pattern + " in " + text);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
