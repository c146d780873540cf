// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.Storage;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests encrypted transfer between clients and data nodes. */
final class EncryptedTransferTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    Configuration configuration = TestCluster.configuration();
    configuration.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, true);
    configuration.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    configuration.set(
        HdfsClientConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_CIPHER_SUITES_KEY, "AES/CTR/NoPadding");
    cluster = TestCluster.start(configuration);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void readsBlockFilesWithoutTransfer() throws IOException {
    try (Storage storage = cluster.open()) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void readsThroughTheClient() throws IOException {
    try (Storage storage =
        cluster.open(
            HadoopSettings.LOCAL_READS,
            "false",
            "hadoop." + HdfsClientConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_CIPHER_SUITES_KEY,
            "AES/CTR/NoPadding")) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
      storage.publish("published", bytes);
      assertThat(storage.exists("published")).isTrue();
    }
  }
}
