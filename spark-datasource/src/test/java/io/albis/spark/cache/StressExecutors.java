// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.ExecutorExitCode;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;

/** The executor processes below this one: they are killed, watched and asked. Thread-safe. */
final class StressExecutors extends SparkListener {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final int COUNT = 2;

  /** How Spark ends an executor that starts while the disk is full. */
  private static final String NO_DIRECTORY =
      "exited with code " + ExecutorExitCode.DISK_STORE_FAILED_TO_CREATE_DIR();

  private static final String ID = "--executor-id";

  private final SparkSession session;
  private final Path notes;
  private final Set<String> killed = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> crashes = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kills = new AtomicInteger();
  private final Map<String, Long> peaks = new ConcurrentHashMap<>();

  /**
   * Creates an instance.
   *
   * @param notes where executors note their local directories
   */
  StressExecutors(SparkSession session, Path notes) {
    this.session = session;
    this.notes = notes;
    session.sparkContext().addSparkListener(this);
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    if (!killed.contains(event.executorId()) && !event.reason().contains(NO_DIRECTORY)) {
      crashes.add("executor " + event.executorId() + ": " + event.reason());
    }
  }

  /** The executors that were lost though they were not killed by this. */
  List<String> crashes() {
    return List.copyOf(crashes);
  }

  int kills() {
    return kills.get();
  }

  /** The processes of executors by their ids. */
  private static Map<String, ProcessHandle> processes() {
    Map<String, ProcessHandle> found = new HashMap<>();
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      try {
        Path commandLine = Path.of("/proc/" + process.pid() + "/cmdline");
        List<String> words = List.of(Files.readString(commandLine).split("\0", -1));
        int id = words.indexOf(ID);
        if (id >= 0) {
          found.put(words.get(id + 1), process);
        }
      } catch (IOException e) {
        // It has just ended: its files are gone, or can be opened but not read.
      }
    }
    return found;
  }

  /** Kills one of the executors, if there is one. */
  void killOne(Random random) throws IOException {
    List<Map.Entry<String, ProcessHandle>> all = new ArrayList<>(processes().entrySet());
    if (!all.isEmpty()) {
      Map.Entry<String, ProcessHandle> chosen = all.get(random.nextInt(all.size()));
      killed.add(chosen.getKey());
      if (chosen.getValue().destroyForcibly()) {
        kills.incrementAndGet();
        chosen.getValue().onExit().join();
        removeFiles(chosen.getKey());
      }
    }
  }

  /** As cluster managers do. */
  private void removeFiles(String executor) throws IOException {
    Path note = notes.resolve(executor);
    if (Files.exists(note)) {
      for (String directory : Files.readAllLines(note)) {
        Utils.deleteRecursively(new File(directory));
      }
    }
  }

  /** Looks at the memory of the processes: what is not pages of files on a disk. */
  void sampleMemory() throws IOException {
    for (Map.Entry<String, ProcessHandle> process : processes().entrySet()) {
      try {
        Path status = Path.of("/proc/" + process.getValue().pid() + "/status");
        Optional<String> line =
            Files.readAllLines(status).stream().filter(l -> l.startsWith("RssAnon:")).findFirst();
        if (line.isPresent()) {
          long kib = Long.parseLong(line.get().replaceAll("[^0-9]", ""));
          peaks.merge(process.getKey(), kib << 10, Math::max);
        }
      } catch (IOException e) {
        // It has just ended.
      }
    }
  }

  /** The most memory of any executor. */
  long peakBytes() {
    return peaks.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** Computed by a task. */
  interface Report extends Serializable {
    String get() throws Exception;
  }

  /** Returns what all executors report, by their ids; waits until all are there. */
  Map<String, String> reports(Report report) {
    long start = System.nanoTime();
    Map<String, String> reports = new HashMap<>();
    while (reports.size() < COUNT) {
      requirePatience(start, "all executors: " + reports);
      reports.putAll(someReports(report));
    }
    return reports;
  }

  /** Returns what those executors report that have a free core. */
  Map<String, String> someReports(Report report) {
    Map<String, String> reports = new HashMap<>();
    JavaSparkContext.fromSparkContext(session.sparkContext())
        .parallelize(IntStream.range(0, 2 * COUNT).boxed().toList(), 2 * COUNT)
        .map(i -> new String[] {SparkEnv.get().executorId(), report.get()})
        .collect()
        .forEach(found -> reports.put(found[0], found[1]));
    return reports;
  }

  /** Requires that all executors report nothing, after a while. */
  void requireNothing(Report report) throws InterruptedException {
    long start = System.nanoTime();
    Map<String, String> found = reports(report);
    while (found.values().stream().anyMatch(one -> !one.isEmpty())) {
      requirePatience(start, "executors to have nothing: " + found);
      Thread.sleep(50);
      found = reports(report);
    }
  }

  private static void requirePatience(long start, String what) {
    if (System.nanoTime() - start > PATIENCE_NANOS) {
      throw new IllegalStateException("Still waiting for " + what);
    }
  }
}
