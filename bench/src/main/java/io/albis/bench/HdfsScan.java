// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import com.sun.management.OperatingSystemMXBean;
import io.albis.bench.HdfsWays.Local;
import io.albis.bench.run.CachedFiles;
import io.albis.format.layout.ColumnGroupSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;

/**
 * Reads a table on HDFS by each way that there is, cold, in an order that changes from round to
 * round: throughput, processor time of the reader and of the data node, pages left in the page
 * cache, and what it costs a neighbour that works on a file of its own. Where Hadoop's native
 * library is loaded, files of blocks are opened by descriptors that the data node passes.
 */
public final class HdfsScan {

  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 5);
  private static final String RAW = "block files, no HDFS";
  private static final double GIGA = 1e9;

  private final HdfsCluster cluster;
  private final HdfsWays ways;
  private final List<Path> blocks;
  private final Neighbour neighbour;
  private final long neighbourBytes;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Map<String, List<Result>> results = new LinkedHashMap<>();

  /** A way to read, by name. */
  private record Contestant(String name, Reading reading) {}

  private interface Reading {
    long read() throws Exception;
  }

  /**
   * One run.
   *
   * @param rate bytes a second
   * @param clientCpu seconds of this process a gigabyte
   * @param nodeCpu seconds of the cluster a gigabyte
   * @param cached part of what was read that is in the page cache after it
   * @param lost part of its file that the neighbour had to read from the device meanwhile
   */
  private record Result(
      double rate, double clientCpu, double nodeCpu, double cached, double lost) {}

  private HdfsScan(
      HdfsCluster cluster,
      HdfsWays ways,
      List<Path> blocks,
      Neighbour neighbour,
      long neighbourBytes) {
    this.cluster = cluster;
    this.ways = ways;
    this.blocks = blocks;
    this.neighbour = neighbour;
    this.neighbourBytes = neighbourBytes;
  }

  /** Runs; see the description of the class. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || arguments.length > 3) {
      System.err.println("usage: bench/run hdfs DIRECTORY [MEBIBYTES [MEBIBYTES-OF-NEIGHBOUR]]");
      System.exit(2);
    }
    long bytes = (arguments.length > 1 ? Long.parseLong(arguments[1]) : 2048) << 20;
    long neighbourBytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 0) << 20;
    Path directory = Files.createTempDirectory(Path.of(arguments[0]), "albis-hdfs");
    ExecutorService executor = Executors.newFixedThreadPool(2);
    Neighbour neighbour = null;
    try (HdfsCluster cluster = HdfsCluster.start(directory.resolve("cluster"))) {
      String table = cluster.uri().resolve("/table").toString();
      ColdScan.write(table, ColumnGroupSpec.parse("single"), bytes);
      List<Path> blocks = blocks(directory);
      long written = 0;
      for (Path block : blocks) {
        written += Files.size(block);
      }
      System.out.printf(
          "Written: %,d MiB; %.1f %% of it left in the page cache%n",
          written >> 20, 100.0 * CachedFiles.bytes(blocks) / written);
      neighbour = neighbourBytes > 0 ? Neighbour.start(directory, neighbourBytes) : null;
      HdfsWays ways = new HdfsWays(table, blocks, cluster.settings(), executor);
      new HdfsScan(cluster, ways, blocks, neighbour, neighbourBytes).run(System.out);
    } finally {
      if (neighbour != null) {
        neighbour.close();
      }
      executor.shutdown();
      delete(directory);
    }
    System.exit(0);
  }

  /** The files of all blocks; their checksums lie in other files. */
  private static List<Path> blocks(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches("blk_[0-9]+"))
          .sorted()
          .toList();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void run(PrintStream out) throws Exception {
    String files = HdfsCluster.passesDescriptors() ? "descriptors" : "block files";
    List<Contestant> contestants = new ArrayList<>();
    for (int t = 1; t <= 2; t++) {
      int threads = t;
      contestants.add(new Contestant(name(RAW, threads), () -> ways.raw(threads)));
      for (Local local : Local.values()) {
        String way = local == Local.CLIENT ? "client" : files;
        contestants.add(
            new Contestant(name("storage, " + way, t), () -> ways.storage(threads, local)));
        contestants.add(new Contestant(name("scan, " + way, t), () -> ways.scan(threads, local)));
      }
      contestants.add(
          new Contestant(name("Hadoop's client", t), () -> ways.client(threads, Local.CLIENT)));
      if (HdfsCluster.passesDescriptors()) {
        contestants.add(
            new Contestant(
                name("Hadoop's client, descriptors", t), () -> ways.client(threads, Local.FILES)));
      }
    }
    List<String> order = contestants.stream().map(Contestant::name).toList();
    Random random = new Random(1);
    for (int round = 0; round <= ROUNDS; round++) {
      Collections.shuffle(contestants, random);
      for (Contestant contestant : contestants) {
        Result result = measure(contestant);
        // The first round warms the compiler up.
        if (round > 0) {
          results.computeIfAbsent(contestant.name(), key -> new ArrayList<>()).add(result);
        }
      }
    }
    print(order, out);
  }

  private static String name(String way, int threads) {
    return way + (threads == 1 ? ", 1 thread" : ", 2 threads");
  }

  private Result measure(Contestant contestant) throws Exception {
    CachedFiles.drop(blocks);
    long lost = neighbour == null ? 0 : neighbour.deviceBytes();
    long cached = CachedFiles.bytes(blocks);
    long clientCpu = system.getProcessCpuTime();
    double nodeCpu = nodeCpu();
    long start = System.nanoTime();
    long bytes = contestant.reading().read();
    double seconds = (System.nanoTime() - start) / GIGA;
    double client = (system.getProcessCpuTime() - clientCpu) / GIGA;
    double node = nodeCpu() - nodeCpu;
    double left = Math.max(0, CachedFiles.bytes(blocks) - cached);
    double again = neighbour == null ? 0 : neighbour.deviceBytes() - lost;
    return new Result(
        bytes / seconds,
        client / (bytes / GIGA),
        node / (bytes / GIGA),
        left / bytes,
        neighbour == null ? 0 : again / neighbourBytes);
  }

  private double nodeCpu() {
    return cluster.handle().info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
  }

  private void print(List<String> order, PrintStream out) throws IOException {
    out.printf(
        "Cold scans of %d block files on Java %s, Hadoop %s, medians of %d rounds in changing"
            + " order%n",
        blocks.size(), Runtime.version().feature(), VersionInfo.getVersion(), ROUNDS);
    out.println(
        "| way | GB/s | of block files | CPU s/GB, reader | CPU s/GB, cluster | left in page cache"
            + " |"
            + (neighbour == null ? "" : " neighbour read again |"));
    out.println("|---|---|---|---|---|---|" + (neighbour == null ? "" : "---|"));
    for (String name : order) {
      List<Result> runs = results.get(name);
      String raw = name(RAW, name.endsWith("1 thread") ? 1 : 2);
      double[] ratios = new double[runs.size()];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = runs.get(i).rate() / results.get(raw).get(i).rate();
      }
      out.printf(
          "| %s | %.2f | %.2f | %.3f | %.3f | %.1f %% |",
          name,
          median(runs.stream().mapToDouble(Result::rate).toArray()) / GIGA,
          median(ratios),
          median(runs.stream().mapToDouble(Result::clientCpu).toArray()),
          median(runs.stream().mapToDouble(Result::nodeCpu).toArray()),
          100 * median(runs.stream().mapToDouble(Result::cached).toArray()));
      if (neighbour != null) {
        out.printf(" %.1f %% |", 100 * median(runs.stream().mapToDouble(Result::lost).toArray()));
      }
      out.println();
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
