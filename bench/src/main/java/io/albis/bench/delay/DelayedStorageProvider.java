// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.delay;

import io.albis.storage.ReadCost;
import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import io.albis.storage.Storages;
import io.albis.storage.backend.ReadPool;
import io.albis.storage.backend.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Serves {@code delayed:} URIs: directories of the local file system, in which each request to read
 * waits before it is sent to the device. The option {@value #MILLIS} is the delay in milliseconds,
 * and {@code io.depth} the number of requests that wait at the same time. Other options are those
 * of the local storage.
 */
public final class DelayedStorageProvider implements StorageProvider {

  /** The scheme of the URIs. */
  public static final String SCHEME = "delayed";

  /** Name of the option for the delay of each request, in milliseconds. */
  public static final String MILLIS = "delayed.millis";

  private static final String DIRECT = "io.direct";
  private static final int DEFAULT_DEPTH = 8;
  private static final int MAX_MILLIS = 10_000;

  /** For {@link java.util.ServiceLoader}. */
  public DelayedStorageProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public Set<String> options() {
    return Set.of(
        MILLIS,
        DIRECT,
        StorageOptions.DEPTH,
        StorageOptions.REQUEST_MICROS,
        StorageOptions.BANDWIDTH);
  }

  @Override
  public Storage open(URI root, Map<String, String> options) throws IOException {
    Duration delay = Duration.ofMillis(millis(options));
    int depth = StorageOptions.depth(options, DEFAULT_DEPTH);
    ReadCost cost = StorageOptions.readCost(options, cost(delay, depth));
    // The local storage joins neighbours by the same rule, so it sends as many requests.
    Map<String, String> local = new HashMap<>();
    local.put(
        StorageOptions.REQUEST_MICROS,
        Long.toString(TimeUnit.NANOSECONDS.toMicros(cost.requestNanos())));
    local.put(StorageOptions.BANDWIDTH, Long.toString(cost.bytesPerSecond() / 1_000_000));
    if (options.containsKey(DIRECT)) {
      local.put(DIRECT, options.get(DIRECT));
    }
    Storage wrapped = Storages.open(localUri(root), local);
    ReadPool pool = ReadPool.shared(SCHEME + "-" + delay.toMillis(), depth);
    return new DelayedStorage(root, wrapped, new Delay(delay, pool), cost);
  }

  /** The delay divided by the requests that wait at the same time, and the rate of the device. */
  static ReadCost cost(Duration delay, int depth) {
    return new ReadCost(
        ReadCost.LOCAL.requestNanos() + delay.toNanos() / depth,
        ReadCost.LOCAL.bytesPerSecond(),
        delay.isZero() ? ReadCost.LOCAL.concurrency() : depth);
  }

  private static long millis(Map<String, String> options) {
    String text = options.getOrDefault(MILLIS, "0");
    try {
      long millis = Long.parseLong(text.strip());
      if (millis >= 0 && millis <= MAX_MILLIS) {
        return millis;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(message(text), e);
    }
    throw new IllegalArgumentException(message(text));
  }

  private static String message(String text) {
    return "Invalid option " + MILLIS + ": " + text + " (expected 0 to " + MAX_MILLIS + ")";
  }

  private static URI localUri(URI root) {
    try {
      return new URI("file", null, root.getPath(), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Invalid URI: " + root, e);
    }
  }
}
