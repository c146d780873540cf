// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Opens simulated storages: {@code sim://<name>/t}. */
public final class SimulatedStorageProvider implements StorageProvider {

  private static final String SCHEME = "sim";

  /** The path of what a store holds. */
  private static final String ROOT = "/t";

  private static final AtomicLong NAMES = new AtomicLong();
  private static final Map<String, SimulatedStore> STORES = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public SimulatedStorageProvider() {}

  /** Makes a store known, and returns the URI of a directory in it. */
  static URI add(SimulatedStore store) {
    String name = "s" + NAMES.incrementAndGet();
    STORES.put(name, store);
    return URI.create(SCHEME + "://" + name + ROOT);
  }

  static void remove(URI uri) {
    STORES.remove(uri.getAuthority());
  }

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public Set<String> options() {
    return Set.of();
  }

  @Override
  public Storage open(URI root, Map<String, String> options) {
    String path = root.getPath().substring(ROOT.length());
    String directory = path.startsWith("/") ? path.substring(1) : path;
    return new SimulatedStorage(
        root, directory, STORES.get(root.getAuthority()), SimulatedProcess.current());
  }
}
