// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests data nodes that require a token for each block. */
final class BlockTokenTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    Configuration configuration = TestCluster.configuration();
    configuration.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    cluster = TestCluster.start(configuration);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void restoreLifetime() {
    setLifetimeMilliseconds(600_000);
  }

  private static void setLifetimeMilliseconds(long milliseconds) {
    BlockTokenSecretManager manager =
        cluster.mini().getNamesystem().getBlockManager().getBlockTokenSecretManager();
    SecurityTestUtil.setBlockTokenLifetime(manager, milliseconds);
  }

  @Test
  void readsBlockFiles() throws IOException {
    try (Storage storage = cluster.open()) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void readsThroughTheClient() throws IOException {
    try (Storage storage = cluster.open(HadoopSettings.LOCAL_READS, "false")) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
    }
  }

  @Test
  void continuesThroughTheClientWhenTokensExpire() throws Exception {
    try (Storage storage = cluster.open(HadoopSettings.LOCAL_READS, "false")) {
      byte[] bytes = TestFiles.write(storage, "data");
      setLifetimeMilliseconds(1000);
      try (ReadableFile file = storage.openFile("data")) {
        awaitExpiry(storage, "data");
        TestFiles.assertReads(storage, file, bytes, TestFiles.CLIENT);
      }
    }
  }

  @Test
  void keepsReadingOpenBlockFilesWhenTokensExpire() throws Exception {
    try (Storage storage = cluster.open()) {
      byte[] bytes = TestFiles.write(storage, "data");
      setLifetimeMilliseconds(1000);
      try (ReadableFile file = storage.openFile("data")) {
        TestFiles.assertReads(storage, file, bytes, TestFiles.BLOCK_FILE);
        awaitExpiry(storage, "data");
        TestFiles.assertReads(storage, file, bytes, TestFiles.BLOCK_FILE);
      }
    }
  }

  @Test
  void readsBlocksWhoseTokenHasExpired() throws Exception {
    try (Storage storage = cluster.open(HadoopSettings.DROP_BEHIND, "false")) {
      byte[] bytes = TestFiles.write(storage, "data");
      setLifetimeMilliseconds(1000);
      try (ReadableFile file = storage.openFile("data")) {
        assertThat(TestFiles.read(file, 0, 1000)).isEqualTo(Arrays.copyOf(bytes, 1000));
        awaitExpiry(storage, "data");
        TestFiles.assertReads(storage, file, bytes, TestFiles.BLOCK_FILE);
      }
      // The node is not recorded as one that refuses requests.
      setLifetimeMilliseconds(600_000);
      byte[] more = TestFiles.write(storage, "more");
      TestFiles.assertReads(storage, "more", more, TestFiles.BLOCK_FILE);
    }
  }

  /** Waits until a token has expired that was issued after those of the open files. */
  private static void awaitExpiry(Storage storage, String path) throws Exception {
    Path file = new Path(storage.root().toString(), path);
    try (var stream = (HdfsDataInputStream) cluster.mini().getFileSystem().open(file)) {
      var token = stream.getAllBlocks().get(0).getBlockToken();
      GenericTestUtils.waitFor(() -> isExpired(token), 50, 20_000);
    }
  }

  private static boolean isExpired(Token<BlockTokenIdentifier> token) {
    try {
      return SecurityTestUtil.isBlockTokenExpired(token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
