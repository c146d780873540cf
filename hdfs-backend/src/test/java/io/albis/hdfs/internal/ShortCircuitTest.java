// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.hdfs.internal.adapter.ShortCircuit;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ClientContext;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.hadoop.net.unix.TemporarySocketDirectory;
import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests a data node that passes descriptors of block files, but no paths. */
final class ShortCircuitTest {
  private static final String WAY = "short-circuit";

  /** The version of the native library that the tests use with the older Hadoop release line. */
  private static final String LIBRARY = "3.4.3";

  private static TemporarySocketDirectory sockets;
  private static Configuration configuration;
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    sockets = new TemporarySocketDirectory();
    DomainSocket.disableBindPathValidation();
    configuration = TestCluster.configuration();
    configuration.set(DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY, "nobody-here");
    configuration.set(HdfsClientConfigKeys.DFS_CLIENT_CONTEXT, "short-circuit-test");
    boolean isNative = NativeCodeLoader.isNativeCodeLoaded();
    configuration.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, isNative);
    configuration.set(
        HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY, sockets.getDir() + "/dn._PORT");
    cluster = TestCluster.start(configuration);
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    sockets.close();
  }

  @AfterEach
  void forgetRefusals() {
    DataNode.forgetRefusals();
  }

  private static Storage open(String version) throws IOException {
    List<String> options = new ArrayList<>(List.of(HadoopSettings.NATIVE_VERSION, version));
    for (String name :
        List.of(
            HdfsClientConfigKeys.DFS_CLIENT_CONTEXT,
            HdfsClientConfigKeys.Read.ShortCircuit.KEY,
            HdfsClientConfigKeys.DFS_DOMAIN_SOCKET_PATH_KEY)) {
      options.add("hadoop." + name);
      options.add(configuration.get(name));
    }
    return cluster.open(options.toArray(String[]::new));
  }

  private static void assumeNative() {
    assumeTrue(
        NativeCodeLoader.isNativeCodeLoaded() && VersionInfo.getVersion().equals(LIBRARY),
        "there is a native library for the older line of Hadoop only");
  }

  @Test
  void reopensDescriptorsForDirectReads() throws Exception {
    assumeNative();
    try (Storage storage = open(LIBRARY)) {
      byte[] bytes = TestFiles.write(storage, "data");
      try (ReadableFile file = storage.openFile("data");
          ReadableFile same = storage.openFile("data")) {
        TestFiles.assertReads(storage, file, bytes, WAY);
        TestFiles.assertReads(storage, same, bytes, WAY);
        assertThat(file.readBytes(5, 1000)).isEqualTo(Arrays.copyOfRange(bytes, 5, 1005));
        assertThat(storage.metrics().directBytesRead()).isPositive();
        assertThat(heldByUs()).isEqualTo(3);
      }
      assertThat(heldByUs()).isZero();
    }
  }

  /** The blocks whose descriptors are still open. */
  private static int heldByUs() throws IOException {
    AtomicInteger held = new AtomicInteger();
    ClientContext.getFromConf(configuration)
        .getShortCircuitCache()
        .accept(
            (mapped, replicas, failed, evictable, evictableMapped) ->
                held.set(replicas.size() - evictable.size() - evictableMapped.size()));
    return held.get();
  }

  @Test
  void rejectsALibraryOfAnotherRelease() throws Exception {
    assumeNative();
    try (Storage storage = open("3.3.6")) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
    }
    assertThat(ShortCircuit.obstacle(configuration, "3.3.6"))
        .contains("the native library has version 3.3.6, the classes have " + LIBRARY);
    assertThat(ShortCircuit.obstacle(configuration, "").orElseThrow())
        .startsWith("the version of the native library ")
        .endsWith(" is not known to be " + LIBRARY);
  }

  @Test
  void readsThroughTheClientWithoutTheLibrary() throws Exception {
    assumeTrue(!NativeCodeLoader.isNativeCodeLoaded(), "Hadoop's native library is available");
    try (Storage storage = open(VersionInfo.getVersion())) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
    }
    Configuration wanted = new Configuration(configuration);
    wanted.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, true);
    assertThat(ShortCircuit.obstacle(wanted, VersionInfo.getVersion()))
        .contains("Hadoop's native library is not loaded");
  }
}
