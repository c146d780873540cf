// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.AlbisPlugin;
import io.albis.spark.internal.cache.CachedFrameMemory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * An application that caches, reads, evicts and unpersists at random, while its executors are
 * killed and its disk runs full. It runs in a process of its own, and prints {@link #SUCCEEDED} at
 * its end.
 */
public final class CachedFramesStress {

  static final String SUCCEEDED = "succeeded";

  /** Heap of an executor, in MiB. */
  static final int EXECUTOR_HEAP_MIB = 512;

  private static final int OFF_HEAP_MIB = 64;

  /**
   * What an executor may take: the heap, the least overhead, Spark's off-heap memory, and as much
   * as Spark's storage memory for cached data, as docs/spark.md says.
   */
  private static final long STATED_MIB = EXECUTOR_HEAP_MIB + 384 + OFF_HEAP_MIB + 21;

  private static final int CLIENTS = 4;
  private static final int MIN_KILL_PAUSE_MILLIS = 8_000;
  private static final int MAX_KILL_PAUSE_MILLIS = 25_000;
  private static final int MAX_DISK_PAUSE_MILLIS = 5_000;

  private final SparkSession session;
  private final Path directory;
  private final Path disk;
  private final long seed;
  private final long seconds;
  private volatile long end;
  private final StressExecutors executors;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private CachedFramesStress(
      SparkSession session, Path directory, Path disk, long seed, long seconds) {
    this.session = session;
    this.directory = directory;
    this.disk = disk;
    this.seed = seed;
    this.seconds = seconds;
    this.executors = new StressExecutors(session, directory);
  }

  /**
   * Runs the application.
   *
   * @param arguments seed, seconds, class path of the executors, directory for data, small disk
   */
  public static void main(String[] arguments) throws Exception {
    long seed = Long.parseLong(arguments[0]);
    Files.createDirectories(Path.of(arguments[3]));
    SparkSession session =
        SparkSession.builder()
            .config(settings(arguments[2], arguments[4], new Random(seed)))
            .config(StressPlugin.NOTES, arguments[3])
            .master("local-cluster[2,2," + EXECUTOR_HEAP_MIB + "]")
            .appName("cached-frames-stress")
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    try {
      new CachedFramesStress(
              session,
              Path.of(arguments[3]),
              Path.of(arguments[4]),
              seed,
              Long.parseLong(arguments[1]))
          .run();
    } catch (Throwable e) {
      System.out.println("Failed with seed " + seed + ":");
      e.printStackTrace(System.out);
      session.stop();
      System.exit(1);
    }
    session.stop();
    System.out.println(SUCCEEDED);
    System.exit(0);
  }

  private static SparkConf settings(String classPath, String disk, Random random) {
    List<String> serializers = List.of("JavaSerializer", "KryoSerializer");
    return new SparkConf()
        .set(
            "spark.serializer", "org.apache.spark.serializer." + serializers.get(random.nextInt(2)))
        .set("spark.rdd.compress", Boolean.toString(random.nextBoolean()))
        .set("spark.local.dir", disk)
        .set("spark.sql.cache.serializer", AlbisCacheSerializer.class.getName())
        .set("spark.plugins", AlbisPlugin.class.getName() + "," + StressPlugin.class.getName())
        .set("spark.datasource.albis.cache-size", "48m")
        .set("spark.memory.offHeap.enabled", "true")
        .set("spark.memory.offHeap.size", OFF_HEAP_MIB + "m")
        .set("spark.executor.memory", EXECUTOR_HEAP_MIB + "m")
        .set("spark.memory.fraction", "0.1")
        .set("spark.executor.cores", "2")
        .set("spark.executor.extraClassPath", classPath)
        .set(
            "spark.executor.extraJavaOptions",
            "-Dio.netty.leakDetection.level=paranoid -XX:TieredStopAtLevel=1"
                + " -XX:ReservedCodeCacheSize=160m")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.ui.enabled", "false")
        .set("spark.master.rest.enabled", "false")
        .set("spark.deploy.maxExecutorRetries", "-1")
        .set("spark.task.maxFailures", "100")
        .set("spark.stage.maxConsecutiveAttempts", "100")
        .set("spark.shuffle.io.maxRetries", "1")
        .set("spark.shuffle.io.retryWait", "100ms")
        .set("spark.locality.wait", "100ms")
        .set("spark.sql.shuffle.partitions", "3")
        .set("spark.sql.files.maxPartitionBytes", "2m")
        .set("spark.datasource.albis.split-size", "2m")
        .set("spark.datasource.albis.min-split-size", "64k")
        .set("spark.datasource.albis.task-memory", "8m")
        .set("spark.sql.datetime.java8API.enabled", "true")
        .set("spark.sql.legacy.allowHashOnMapType", "true")
        .set("spark.sql.codegen.cache.maxEntries", "50");
  }

  private void run() throws Exception {
    StressFrame.register(session);
    StressFrames frames = new StressFrames(session, directory, seed);
    end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    watch("memory", random -> sampleMemory());
    watch("disk", this::fillDisk);
    watch("killer", this::kill);
    List<StressClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      StressClient client = new StressClient(session, frames, executors, end);
      clients.add(client);
      watch("client-" + i, random -> client.run(random, failure));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Map<String, Integer> counts = new TreeMap<>();
    clients.forEach(c -> c.counts().forEach((what, n) -> counts.merge(what, n, Integer::sum)));
    System.out.println(counts);
    if (failure.get() != null) {
      throw new IllegalStateException("A thread has failed", failure.get());
    }
    if (!counts.containsKey("read") || !counts.containsKey("persisted")) {
      throw new IllegalStateException("Too little was done: " + counts);
    }
    requireNothingLeft();
  }

  /** What a thread does until the end. */
  private interface Work {
    void run(Random random) throws Exception;
  }

  private void watch(String name, Work work) {
    Random random = new Random(seed * 31 + name.hashCode());
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run(random);
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  private boolean goesOn() {
    return System.nanoTime() < end && failure.get() == null;
  }

  private void pause(long millis) throws InterruptedException {
    for (long i = 0; i < millis && goesOn(); i += 50) {
      Thread.sleep(50);
    }
  }

  private void kill(Random random) throws Exception {
    while (goesOn()) {
      pause(MIN_KILL_PAUSE_MILLIS + random.nextInt(MAX_KILL_PAUSE_MILLIS));
      executors.killOne(random);
    }
  }

  private void sampleMemory() throws Exception {
    while (goesOn()) {
      executors.sampleMemory();
      pause(100);
    }
  }

  /** Fills the disk again and again, until there is no space, or half as much. */
  private void fillDisk(Random random) throws Exception {
    Path file = disk.resolve("filler");
    byte[] bytes = new byte[1 << 20];
    try {
      while (goesOn()) {
        pause(random.nextInt(MAX_DISK_PAUSE_MILLIS));
        boolean isHalf = random.nextBoolean();
        long most = isHalf ? Files.getFileStore(disk).getUsableSpace() / 2 : Long.MAX_VALUE;
        try (OutputStream out = Files.newOutputStream(file)) {
          for (long written = 0; written < most && goesOn(); written += bytes.length) {
            out.write(bytes);
          }
        } catch (IOException e) {
          // As intended.
          pause(random.nextInt(3000));
        }
        pause(random.nextInt(MAX_DISK_PAUSE_MILLIS));
        Files.delete(file);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void requireNothingLeft() throws Exception {
    session.sharedState().cacheManager().clearCache();
    executors.requireNothing(CachedFrameMemory::left);
    long peak = executors.peakBytes() >> 20;
    System.out.println(executors.kills() + " executors killed, peak of memory " + peak + " MiB");
    if (!executors.crashes().isEmpty()) {
      throw new IllegalStateException("Executors ended by themselves: " + executors.crashes());
    }
    if (peak > STATED_MIB) {
      throw new IllegalStateException(
          "An executor had " + peak + " MiB of memory (limit: " + STATED_MIB + ")");
    }
  }
}
