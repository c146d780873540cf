// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.local.CrailParts;
import io.albis.crail.internal.local.LocalCluster;
import io.albis.crail.internal.local.LocalClusterOptions;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A local cluster for tests. All clusters of a test process have the same settings, because Crail
 * keeps its configuration in static fields.
 */
final class TestCrail implements AutoCloseable {

  static final int BLOCK_BYTES = 256 << 10;

  private static final int TOKEN_SECONDS = 1;

  /** The class path of Crail's own name node, to test with it instead of the embedded one. */
  private static final String NAME_NODE = System.getProperty("albis.tests.crail.namenode", "");

  private final LocalCluster cluster;

  private TestCrail(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts a cluster whose data nodes have the given capacity. */
  static TestCrail start(int dataNodes, long dataNodeBytes) throws IOException {
    return start(dataNodes, dataNodeBytes, List.of(), new CrailParts(NAME_NODE, 0, Map.of()));
  }

  static TestCrail start(
      int dataNodes, long dataNodeBytes, List<String> jvmOptions, CrailParts parts)
      throws IOException {
    Path target = Path.of(System.getProperty("albis.tests.crail.directory", "target"));
    Path directory = Files.createTempDirectory(target.toAbsolutePath(), "crail-");
    return new TestCrail(
        LocalCluster.start(
            new LocalClusterOptions(
                directory,
                dataNodes,
                BLOCK_BYTES,
                dataNodeBytes,
                TOKEN_SECONDS,
                jvmOptions,
                parts)));
  }

  static TestCrail start() throws IOException {
    return start(2, 512L << 20);
  }

  LocalCluster cluster() {
    return cluster;
  }

  String uri(String path) {
    return cluster.uri(path).toString();
  }

  /** Options of the backend, and the settings of Crail that all tests use. */
  static Map<String, String> options(String... options) {
    Map<String, String> all = new TreeMap<>();
    all.put("crail.blocksize", String.valueOf(BLOCK_BYTES));
    all.put("crail.buffersize", String.valueOf(BLOCK_BYTES));
    all.put("crail.slicesize", String.valueOf(BLOCK_BYTES));
    all.put("crail.regionsize", String.valueOf(64 << 20));
    all.put("crail.cachelimit", "0");
    all.put("crail.tokenexpiration", String.valueOf(TOKEN_SECONDS));
    all.put("crail.storage.types", RecordingTier.class.getName());
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return all;
  }

  /** Opens a new directory, which is not created yet. */
  Storage open(String... options) throws IOException {
    return openPath("/" + UUID.randomUUID(), options);
  }

  Storage openPath(String path, String... options) throws IOException {
    return Storage.open(uri(path), options(options));
  }

  @Override
  public void close() {
    cluster.close();
  }
}
