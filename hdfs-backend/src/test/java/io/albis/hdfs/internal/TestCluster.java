// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A cluster of one name node and three data nodes, each with one volume. */
final class TestCluster implements AutoCloseable {

  static final int DATA_NODES = 3;

  private final MiniDFSCluster cluster;
  private final Path directory;

  private TestCluster(MiniDFSCluster cluster, Path directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  /** The directory that contains all its files. */
  Path directory() {
    return directory;
  }

  /** Settings of a cluster that returns the paths of block files to this user. */
  static Configuration configuration() {
    Configuration configuration = new HdfsConfiguration();
    configuration.set(
        DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY, System.getProperty("user.name"));
    configuration.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, DATA_NODES);
    // Detect soon that a test has removed something from a node.
    configuration.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    configuration.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 1000);
    return configuration;
  }

  static TestCluster start(Configuration configuration) {
    return start(configuration, UnaryOperator.identity());
  }

  static TestCluster start(
      Configuration configuration, UnaryOperator<MiniDFSCluster.Builder> more) {
    try {
      Path directory = Files.createTempDirectory(Path.of("target"), "cluster-");
      MiniDFSCluster cluster =
          more.apply(
                  new MiniDFSCluster.Builder(configuration, directory.toFile())
                      .numDataNodes(DATA_NODES)
                      .storagesPerDatanode(1))
              .build();
      cluster.waitActive();
      return new TestCluster(cluster, directory.toAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  MiniDFSCluster mini() {
    return cluster;
  }

  URI uri(String path) {
    return cluster.getURI().resolve(path);
  }

  /** A new directory, not created yet, with options of the backend and settings of Hadoop. */
  Storage open(String... options) throws IOException {
    return open(uri("/" + UUID.randomUUID()), options);
  }

  Storage open(URI uri, String... options) throws IOException {
    Map<String, String> map = new HashMap<>();
    map.put(HadoopSettings.BLOCK_SIZE, String.valueOf(1 << 20));
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return Storage.open(uri, map);
  }

  @Override
  public void close() {
    cluster.shutdown(true);
  }
}
