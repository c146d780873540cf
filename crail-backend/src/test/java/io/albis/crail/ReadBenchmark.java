// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import io.albis.crail.local.LocalCluster;
import io.albis.crail.local.LocalClusterOptions;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Reads;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.WritableFile;
import io.albis.storage.backend.StorageOptions;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.crail.CrailBuffer;
import org.apache.crail.CrailInputStream;
import org.apache.crail.CrailResult;
import org.apache.crail.CrailStore;
import org.apache.crail.conf.CrailConfiguration;

/**
 * Compares reading a file through this backend with a loop over Crail's own direct stream, with the
 * same number of requests of 1 MiB in flight. A program of its own, see CONTRIBUTING.md; arguments:
 * the length of the file in MiB (default 1024), and the number of rounds (default 7).
 */
final class ReadBenchmark {

  private static final int REQUEST = 1 << 20;
  private static final int[] DEPTHS = {1, 4, 16};

  private ReadBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    Path directory = Files.createTempDirectory("albis-crail-benchmark-");
    LocalClusterOptions options =
        new LocalClusterOptions(
            directory, 1, REQUEST, (requests + 128L) * REQUEST, 10, List.of("-Xmx512m"));
    try (LocalCluster cluster = LocalCluster.start(options)) {
      String uri = cluster.uri("/benchmark").toString();
      write(uri, requests);
      for (int depth : DEPTHS) {
        double[] raw = new double[rounds];
        double[] ours = new double[rounds];
        for (int round = 0; round < rounds; round++) {
          ours[round] = ours(uri, requests, depth);
          raw[round] = raw(cluster, requests, depth);
        }
        System.out.printf(
            "depth %2d: Crail's stream %.2f GB/s, Albis %.2f GB/s, ratio %.3f%n",
            depth, median(raw), median(ours), median(ours) / median(raw));
      }
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double rate(long requests, long nanos) {
    return (double) requests * REQUEST / nanos;
  }

  /** The same settings of Crail for every depth, as the backend requires. */
  private static Map<String, String> options(int depth) {
    return Map.of(StorageOptions.DEPTH, String.valueOf(depth), "crail.cachelimit", "0");
  }

  private static void write(String uri, int requests) throws IOException {
    try (BufferAllocator allocator = BufferAllocator.create("benchmark", 64 << 20);
        Storage storage = Storages.open(uri, options(4));
        WritableFile file = storage.createFile("data")) {
      OffHeapBuffer buffer = allocator.allocate(REQUEST);
      for (int i = 0; i < requests; i++) {
        buffer.putLong(0, i);
        file.write(buffer, 0, REQUEST);
      }
      buffer.release();
      file.finish();
    }
  }

  /** As a reader does: more reads are queued than are in flight. */
  private static double ours(String uri, int requests, int depth) throws IOException {
    List<OffHeapBuffer> buffers = new ArrayList<>();
    ArrayDeque<CompletableFuture<Void>> reads = new ArrayDeque<>();
    try (BufferAllocator allocator = BufferAllocator.create("benchmark", 256L << 20);
        Storage storage = Storages.open(uri, options(depth));
        ReadableFile file = storage.openFile("data")) {
      for (int i = 0; i < 2 * depth; i++) {
        buffers.add(allocator.allocate(REQUEST));
      }
      long before = System.nanoTime();
      for (int i = 0; i < requests + buffers.size(); i++) {
        if (i >= buffers.size()) {
          Reads.await(reads.remove());
          check(buffers.get(i % buffers.size()).getLong(0), i - buffers.size());
        }
        if (i < requests) {
          OffHeapBuffer target = buffers.get(i % buffers.size());
          reads.add(
              file.readAsync(List.of(new ReadRequest((long) i * REQUEST, REQUEST, target, 0))));
        }
      }
      long nanos = System.nanoTime() - before;
      buffers.forEach(OffHeapBuffer::release);
      return rate(requests, nanos);
    }
  }

  private static void check(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("Read " + found + " (expected " + expected + ")");
    }
  }

  private static double raw(LocalCluster cluster, int requests, int depth) throws Exception {
    CrailConfiguration configuration = CrailConfiguration.createEmptyConfiguration();
    configuration.set("crail.namenode.address", cluster.uri("").toString());
    configuration.set("crail.cachelimit", "0");
    CrailStore store = CrailStore.newInstance(configuration);
    CrailInputStream stream =
        store
            .lookup("/benchmark/data")
            .get()
            .asFile()
            .getDirectInputStream((long) requests * REQUEST);
    CrailBuffer[] buffers = new CrailBuffer[depth];
    for (int i = 0; i < depth; i++) {
      buffers[i] = org.apache.crail.memory.OffHeapBuffer.wrap(ByteBuffer.allocateDirect(REQUEST));
    }
    ArrayDeque<Future<CrailResult>> reads = new ArrayDeque<>();
    long before = System.nanoTime();
    for (int i = 0; i < requests + depth; i++) {
      CrailBuffer buffer = buffers[i % depth];
      if (i >= depth) {
        reads.remove().get();
        check(Long.reverseBytes(buffer.getByteBuffer().getLong(0)), i - depth); // little-endian
      }
      if (i < requests) {
        buffer.clear();
        reads.add(stream.read(buffer));
      }
    }
    long nanos = System.nanoTime() - before;
    stream.close();
    store.close();
    return rate(requests, nanos);
  }
}
