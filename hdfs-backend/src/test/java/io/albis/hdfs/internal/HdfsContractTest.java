// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** Runs the contract with every block on this node, read from its file past the page cache. */
final class HdfsContractTest extends StorageContractTest {
  private static TestCluster cluster;

  private Storage opened;

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
    opened = cluster.open();
    return opened;
  }

  @AfterEach
  void readsOnlyOtherCopiesThroughTheClient(TestInfo test) {
    boolean readsOthers = test.getTestMethod().orElseThrow().getName().contains("OtherCopies");
    assertThat(opened.metrics().bytesByReadPath().containsKey("client")).isEqualTo(readsOthers);
  }
}
