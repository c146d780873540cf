// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@link CacheStress} with each policy for a quarter of some seconds, and requires that the
 * process has not more in memory than after the first minute: of the whole run, and with each
 * policy. The heap must be of fixed size and in memory from the start.
 */
final class CacheSoak {

  private static final List<String> POLICIES = List.of("scan-count", "lru", "cost", "lazy");

  private static final Path STATUS = Path.of("/proc/self/status");

  /** What the tables of the garbage collector, compiled code and stacks may still grow. */
  private static final long MAX_GROWTH_KIB = 16 << 10;

  private final long started = System.nanoTime();
  private final Growth ofRun = new Growth(started);

  private CacheSoak() {}

  /** Memory since some time. */
  private static final class Growth {
    private final long start;
    private long first;

    Growth(long start) {
      this.start = start;
    }

    void check(long kib) {
      if (first == 0 && System.nanoTime() - start > TimeUnit.MINUTES.toNanos(1)) {
        first = kib;
      }
      if (first > 0 && kib > first + MAX_GROWTH_KIB) {
        throw new AssertionError(kib + " KiB in memory, after a minute it was " + first);
      }
    }
  }

  /** The argument is the number of seconds. */
  public static void main(String[] arguments) throws Exception {
    CacheSoak soak = new CacheSoak();
    for (String policy : POLICIES) {
      soak.run(policy, TimeUnit.SECONDS.toMillis(Long.parseLong(arguments[0])) / POLICIES.size());
    }
  }

  private void run(String policy, long millis) throws Exception {
    Growth ofPolicy = new Growth(System.nanoTime());
    CompletableFuture<Void> stress = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                new CacheStress().run(policy, millis);
                stress.complete(null);
              } catch (Exception | Error e) {
                stress.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    while (!stress.isDone()) {
      TimeUnit.SECONDS.sleep(5);
      long kib = residentKib();
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started);
      System.out.println(seconds + " s, " + policy + ": " + kib + " KiB in memory");
      ofRun.check(kib);
      ofPolicy.check(kib);
    }
    stress.get();
  }

  private static long residentKib() throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new AssertionError("No line VmRSS in " + STATUS);
  }
}
