// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract with all reads through Hadoop's client. */
final class HdfsClientContractTest extends StorageContractTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(TestCluster.configuration());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Override
  protected Storage openEmpty() throws IOException {
    return cluster.open(HadoopSettings.LOCAL_READS, "false");
  }
}
