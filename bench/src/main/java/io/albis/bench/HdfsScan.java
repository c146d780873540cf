// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import com.sun.management.OperatingSystemMXBean;
import io.albis.bench.HdfsReadPaths.Local;
import io.albis.bench.hdfs.HdfsCluster;
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
 * Reads a table on HDFS through each read path, cold, in an order that changes from round to round.
 * Measures throughput, processor time of reader and data node, pages left in the page cache, and
 * the cost for another process that works on its own file. If Hadoop's native library is loaded,
 * block files are opened by file descriptors from the data node.
 */
public final class HdfsScan {

  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 5);
  private static final String RAW = "block files, no HDFS";
  private static final double GIGA = 1e9;

  private final HdfsCluster cluster;
  private final HdfsReadPaths paths;
  private final List<Path> blocks;
  private final Neighbour neighbour;
  private final long neighbourBytes;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Map<String, List<Result>> results = new LinkedHashMap<>();

  /** A read path and its name. */
  private record Contestant(String name, Reading reading) {}

  private interface Reading {
    long read() throws Exception;
  }

  /**
   * The measurement of one run.
   *
   * @param rate bytes per second
   * @param clientCpu processor seconds of this process per gigabyte
   * @param nodeCpu processor seconds of the cluster per gigabyte
   * @param cached the fraction of the data that is in the page cache afterwards
   * @param lost the fraction of its file that the other process had to read from the device during
   *     the run
   */
  private record Result(
      double rate, double clientCpu, double nodeCpu, double cached, double lost) {}

  private HdfsScan(
      HdfsCluster cluster,
      HdfsReadPaths paths,
      List<Path> blocks,
      Neighbour neighbour,
      long neighbourBytes) {
    this.cluster = cluster;
    this.paths = paths;
    this.blocks = blocks;
    this.neighbour = neighbour;
    this.neighbourBytes = neighbourBytes;
  }

  /** Runs the benchmark; see the class description. */
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
      HdfsReadPaths paths = new HdfsReadPaths(table, blocks, cluster.settings(), executor);
      new HdfsScan(cluster, paths, blocks, neighbour, neighbourBytes).run(System.out);
    } finally {
      if (neighbour != null) {
        neighbour.close();
      }
      executor.shutdown();
      delete(directory);
    }
    System.exit(0);
  }

  /** Returns the files of all blocks, without their checksum files. */
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
      contestants.add(new Contestant(name(RAW, threads), () -> paths.raw(threads)));
      for (Local local : Local.values()) {
        String path = local == Local.CLIENT ? "client" : files;
        contestants.add(
            new Contestant(name("storage, " + path, t), () -> paths.storage(threads, local)));
        contestants.add(new Contestant(name("scan, " + path, t), () -> paths.scan(threads, local)));
      }
      contestants.add(
          new Contestant(name("Hadoop's client", t), () -> paths.client(threads, Local.CLIENT)));
      if (HdfsCluster.passesDescriptors()) {
        contestants.add(
            new Contestant(
                name("Hadoop's client, descriptors", t), () -> paths.client(threads, Local.FILES)));
      }
    }
    List<String> order = contestants.stream().map(Contestant::name).toList();
    Random random = new Random(1);
    for (int round = 0; round <= ROUNDS; round++) {
      Collections.shuffle(contestants, random);
      for (Contestant contestant : contestants) {
        Result result = measure(contestant);
        // The first round is a warm-up.
        if (round > 0) {
          results.computeIfAbsent(contestant.name(), key -> new ArrayList<>()).add(result);
        }
      }
    }
    print(order, out);
  }

  private static String name(String path, int threads) {
    return path + (threads == 1 ? ", 1 thread" : ", 2 threads");
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
        "| read path | GB/s | of block files | CPU s/GB, reader | CPU s/GB, cluster | left in page"
            + " cache |"
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
